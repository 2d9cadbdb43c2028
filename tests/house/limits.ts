import { maxPhotoBytes, maxPhotoPixels, photoLimit } from '#lib/catalog/ownership/model.ts';
import { maxPinned } from '#lib/catalog/statements/model/statement.ts';
import { confirmationsLimit, maxPasskeys, recoveryLimits } from '#lib/community/accounts/model/account.ts';
import { maxSavedSearches } from '#lib/community/follows/model.ts';
import {
  maxSameTextRecipients,
  maxWaitDays,
  minConsecutiveDeclines,
  sameTextCooldownDays,
} from '#lib/community/invitations/model/cooldown.ts';
import { maxOpenFromStrangers, quotaDays, weeklyQuota } from '#lib/community/invitations/model/invitation-policy.ts';
import { listingDays, listingReminderDays } from '#lib/community/invitations/model/listing.ts';
import { messageRateLimit } from '#lib/community/invitations/model/threads.ts';
import {
  addressWaitHours,
  appealDays,
  declineCooldownDays,
  erasureDays,
  invitationDays,
  recoveryWaitHours,
  reportCooldownDays,
  revertDays,
} from '#lib/community/limits.ts';
import { maxSavedWorks } from '#lib/community/saved-works/model.ts';
import { additionsLimit, creationsLimit, maxEntries, maxPastedBytes, readingsLimit } from '#lib/governance/additions/model.ts';
import { requestQuota, requestQuotaDays, vouchQuota } from '#lib/governance/claims/model/attestations.ts';
import { claimsPerDay, maxOpenNotices } from '#lib/governance/claims/model/claim.ts';
import { adminWaitDays, claimsPerMailDomain, claimsPerNetwork, unusualClaims } from '#lib/governance/claims/model/claim-brakes.ts';
import { probesPerAccount, probesPerProof, proofsLimit } from '#lib/governance/claims/model/limits.ts';
import { longNoticeDays, noticeDays } from '#lib/governance/claims/model/notice.ts';
import { proposalsLimit } from '#lib/governance/identity/model/changes.ts';
import { institutionLimit, visibilityMailLimit, visibilityNetworkLimit } from '#lib/governance/identity/model/visibility.ts';
import { maxFormBytes } from '#lib/platform/http/form-size.ts';
import {
  changesPerAccount,
  confirmationLimit,
  formatLimit,
  formatSize,
  formatWhole,
  type Limit,
  signInLinkLimits,
  submissionLimits,
} from '#lib/platform/limits.ts';
import { archivesPerDay } from '#lib/portal/exports/model/archive.ts';
import { headsPerNetwork } from '#lib/portal/pages/model/limits.ts';
import { type ErrorCode, refusals } from '#lib/portal/refusals.ts';
import {
  challengesPerBrowser,
  challengesPerNetwork,
  codesPerLink,
  codesPerNetwork,
  federatedLoginsPerAccount,
  orcidStepsPerBrowser,
  orcidStepsPerNetwork,
} from '#lib/portal/sign-in/limits.ts';
import { maxCoreShare } from '#lib/runtime/server/cache/idle-rendering.ts';
import { freeDiskShare } from '#lib/runtime/server/cache/open-page-files.ts';

/** A limit of the product, as docs/specifications/limits.md lists it. */
interface ListedLimit {
  action: string;
  /** The subject whose uses are counted. */
  countedFor: string;
  /** The constants that hold it. */
  constants: Readonly<Record<string, unknown>>;
  limit: string;
  /** The file that enforces it. */
  enforcedIn: string;
  /** The refusal that states it, if one does. */
  code?: ErrorCode;
}

/** A row for limits that are the whole text of their cell. */
const rate = (action: string, countedFor: string, constants: Record<string, Limit>, enforcedIn: string, code?: ErrorCode): ListedLimit => ({
  action,
  countedFor,
  constants,
  limit: Object.values(constants)
    .map((each) => formatLimit(each))
    .join('; '),
  enforcedIn,
  ...(code && { code }),
});

/** A row for an upper bound. */
const count = (action: string, constants: Record<string, number>, enforcedIn: string, code?: ErrorCode): ListedLimit => ({
  action,
  countedFor: 'account',
  constants,
  limit: `${Object.values(constants).map(formatWhole).join('; ')} in all`,
  enforcedIn,
  ...(code && { code }),
});

/** A row for a period. */
const period = (action: string, constants: Record<string, number>, unit: string, enforcedIn: string, code?: ErrorCode): ListedLimit => ({
  action,
  countedFor: '',
  constants,
  limit: `${Object.values(constants).join(' or ')} ${unit}`,
  enforcedIn,
  ...(code && { code }),
});

const { device, addressAndNetwork, network, address, quietNetwork, addressADay } = signInLinkLimits;
const submissionFiles = 'lib/platform/auth/submission-limits.ts';
const submissions = {
  'submissionLimits.account': submissionLimits.account,
  'submissionLimits.network': submissionLimits.network,
  'submissionLimits.subject': submissionLimits.subject,
};

export const limits: readonly ListedLimit[] = [
  rate('changes of any kind', 'account', { changesPerAccount }, 'lib/platform/auth/transact-as.ts', 'rate_limited'),
  rate('sign-in links', 'known browser', { 'signInLinkLimits.device': device }, 'lib/platform/auth/mail-rate-limits.ts', 'too_many_links'),
  rate(
    'sign-in links, unknown browsers',
    'address and network; address',
    { 'signInLinkLimits.addressAndNetwork': addressAndNetwork, 'signInLinkLimits.address': address },
    'lib/platform/auth/mail-rate-limits.ts',
    'too_many_links',
  ),
  rate(
    'sign-in links, unknown browsers',
    'network',
    { 'signInLinkLimits.network': network },
    'lib/platform/auth/mail-rate-limits.ts',
    'too_many_links_from_network',
  ),
  {
    ...rate('sign-in links, networks that rarely ask', 'network; address', {}, 'lib/platform/auth/mail-rate-limits.ts'),
    constants: { 'signInLinkLimits.quietNetwork': quietNetwork, 'signInLinkLimits.addressADay': addressADay },
    limit: `the first ${formatLimit(quietNetwork)} are always sent; ${formatLimit(addressADay)}`,
  },
  rate('wrong codes', 'link; network', { codesPerLink, codesPerNetwork }, 'lib/portal/sign-in/email.ts', 'too_many_codes'),
  rate(
    'challenges for passkeys',
    'known browser or account; network',
    { challengesPerBrowser, challengesPerNetwork },
    'lib/portal/sign-in/passkeys.ts',
  ),
  rate(
    'steps of a sign-in with ORCID',
    'known browser or account; network',
    { orcidStepsPerBrowser, orcidStepsPerNetwork },
    'lib/portal/sign-in/orcid.ts',
  ),
  rate('federated logins', 'account', { federatedLoginsPerAccount }, 'lib/portal/sign-in/federated.ts'),
  rate(
    'recovery requests',
    'requester; network; account, emails',
    {
      'recoveryLimits.requester': recoveryLimits.requester,
      'recoveryLimits.network': recoveryLimits.network,
      'recoveryLimits.accountMail': recoveryLimits.accountMail,
    },
    'lib/community/accounts/commands/recovery.ts',
  ),
  rate('links that confirm addresses of an account', 'account', { confirmationsLimit }, 'lib/community/accounts/commands/addresses.ts'),
  rate(
    'links that confirm one address',
    'account and address',
    { confirmationLimit },
    'lib/platform/auth/mail-rate-limits.ts',
    'too_many_proof_mails',
  ),
  count('passkeys', { maxPasskeys }, 'lib/community/accounts/commands/passkeys.ts', 'too_many_passkeys'),
  {
    ...rate('claims; objections', 'account', {}, 'lib/governance/claims/commands/claim.ts', 'too_many_claims_today'),
    constants: { claimsPerDay },
    limit: `${claimsPerDay} a day each`,
  },
  {
    ...rate('weak and fair claims, then one waits for an admin', 'network; mail domain', {}, 'lib/governance/claims/commands/brakes.ts'),
    constants: { claimsPerNetwork, claimsPerMailDomain },
    limit: `${formatLimit(claimsPerNetwork)}; ${formatLimit(claimsPerMailDomain)} (CLAIMS_PER_NETWORK, CLAIMS_PER_MAIL_DOMAIN); not for addresses of institutions or of the staff list`,
  },
  {
    ...rate('claims of all people before an alert', 'instance', {}, 'lib/portal/operations/queries/instance-state.ts'),
    constants: { unusualClaims },
    limit: `${formatLimit(unusualClaims)} (CLAIM_ALERT_PER_HOUR)`,
  },
  count('claims under notice or review', { maxOpenNotices }, 'lib/governance/claims/commands/claim.ts', 'too_many_open_claims'),
  rate('proofs started', 'account', { proofsLimit }, 'lib/governance/claims/commands/issue.ts', 'too_many_proofs'),
  rate(
    'proofs checked',
    'proof; account',
    { probesPerProof, probesPerAccount },
    'lib/governance/claims/commands/check.ts',
    'too_many_proofs',
  ),
  {
    ...rate('requests for confirmation', 'profile', {}, 'lib/governance/claims/commands/attestations.ts', 'request_limit_reached'),
    constants: { requestQuota },
    limit: `${[2, 3].map(requestQuota).join(', ')} in ${requestQuotaDays} days at L2 and L3`,
  },
  {
    ...rate('vouches', 'account', {}, 'lib/governance/claims/commands/attestations.ts', 'vouching_limit_reached'),
    constants: { vouchQuota },
    limit: `${vouchQuota.inDays} in ${vouchQuota.days} days, ${vouchQuota.inAll} in all`,
  },
  {
    ...rate('invitations', 'profile of the sender', {}, 'lib/community/invitations/model/invitation-policy.ts', 'weekly_quota_used'),
    constants: { weeklyQuota },
    limit: `${[2, 3, 4].map(weeklyQuota).join(', ')} in ${quotaDays} days at L2, L3 and L4`,
  },
  {
    ...rate('invitations with one text', 'account', {}, 'lib/community/invitations/model/cooldown.ts', 'same_text_cooldown'),
    constants: { maxSameTextRecipients, sameTextCooldownDays },
    limit: `${maxSameTextRecipients} in ${sameTextCooldownDays} days`,
  },
  {
    ...rate('invitations after declines', 'account', {}, 'lib/community/invitations/model/cooldown.ts', 'declines_cooldown'),
    constants: { minConsecutiveDeclines, maxWaitDays },
    limit: `after ${minConsecutiveDeclines} in a row a week for each, up to ${maxWaitDays} days`,
  },
  {
    ...count(
      'open invitations from people without a shared work',
      { maxOpenFromStrangers },
      'lib/community/invitations/model/invitation-policy.ts',
      'recipient_accepts_no_more',
    ),
    countedFor: 'recipient',
  },
  rate('messages', 'account in a thread', { messageRateLimit }, 'lib/community/invitations/commands/threads.ts', 'too_many_messages'),
  rate('reports', 'account; network; work or profile', submissions, submissionFiles, 'too_many_reports'),
  rate('corrections suggested', 'account; network; work or profile', submissions, submissionFiles, 'too_many_corrections'),
  rate('merges and splits proposed', 'account', { proposalsLimit }, 'lib/governance/identity/commands/propose.ts', 'too_many_proposals'),
  rate(
    'requests about how a name is shown',
    'network',
    { visibilityNetworkLimit },
    'lib/governance/identity/commands/visibility-requests.ts',
  ),
  rate('requests about how a name is shown', 'address', { visibilityMailLimit }, 'lib/governance/identity/commands/visibility-mail.ts'),
  rate(
    'profiles of one institution shown less by shared addresses',
    'network',
    { institutionLimit },
    'lib/governance/identity/commands/visibility-requests.ts',
  ),
  rate('works read from a list', 'account', { readingsLimit }, 'lib/governance/additions/commands/draft.ts', 'too_many_additions'),
  {
    ...count('entries and bytes of a list', { maxEntries, maxPastedBytes }, 'lib/governance/additions/model.ts', 'file_too_large'),
    countedFor: 'list',
    limit: `${maxEntries} entries, ${formatSize(maxPastedBytes)}`,
  },
  rate('works added', 'account', { additionsLimit }, 'lib/governance/additions/commands/add.ts', 'too_many_additions'),
  rate('profiles created', 'account', { creationsLimit }, 'lib/governance/additions/commands/create.ts', 'too_many_profiles'),
  rate('photos', 'account', { photoLimit }, 'lib/catalog/ownership/commands/edit-photo.ts', 'too_many_photos'),
  {
    ...count('size of a photo', { maxPhotoPixels }, 'lib/catalog/ownership/commands/encode-photo-process.ts', 'photo_unreadable'),
    countedFor: 'photo',
    limit: `${maxPhotoPixels / 1_000_000} million pixels`,
  },
  { ...count('pinned works', { maxPinned }, 'lib/catalog/statements/model/statement.ts', 'too_many_pinned'), countedFor: 'profile' },
  count('saved searches', { maxSavedSearches }, 'lib/community/follows/commands/searches.ts', 'too_many_searches'),
  count('saved works', { maxSavedWorks }, 'lib/community/saved-works/commands.ts', 'too_many_saved_works'),
  rate('archives requested', 'account', { archivesPerDay }, 'lib/portal/exports/commands/enqueue-archive.ts', 'too_many_archives'),
  rate('log heads of other instances', 'network', { headsPerNetwork }, 'lib/portal/pages/loaders/witness.ts'),
  {
    ...count('bytes of a request', { maxFormBytes, maxPhotoBytes }, 'lib/runtime/server/http/request-checks.ts'),
    countedFor: 'request',
    limit: `${formatSize(maxFormBytes)}; with a photo ${formatSize(maxPhotoBytes)}`,
  },
  {
    ...period('public notice of a claim', { noticeDays, longNoticeDays }, 'days', 'lib/governance/claims/model/notice.ts'),
    limit: `${noticeDays} days; ${longNoticeDays} where nobody can be told (CLAIM_LONG_NOTICE_DAYS)`,
  },
  period('wait of a claim for an admin', { adminWaitDays }, 'days', 'lib/governance/claims/commands/open.ts'),
  period('wait before a recovery', { recoveryWaitHours }, 'hours', 'lib/community/accounts/commands/recovery.ts'),
  period('wait before a new address signs in', { addressWaitHours }, 'hours', 'lib/community/accounts/commands/address-change.ts'),
  period('wait before an erasure', { erasureDays }, 'days', 'lib/portal/erasure/commands/request.ts'),
  period('life of an invitation', { invitationDays }, 'days', 'lib/community/invitations/commands/send.ts'),
  period('listing as open to collaborate', { listingDays }, 'days', 'lib/community/invitations/model/listing.ts'),
  period('reminder before a listing ends', { listingReminderDays }, 'days', 'lib/community/invitations/commands/listings.ts'),
  period('wait after a decline', { declineCooldownDays }, 'days', 'lib/community/invitations/model/invitation-policy.ts'),
  period('wait after an upheld report', { reportCooldownDays }, 'days', 'lib/community/invitations/model/cooldown.ts', 'report_cooldown'),
  period('appeal of a decision', { appealDays }, 'days', 'lib/governance/cases/model/appeals.ts'),
  period('undoing a merge or split', { revertDays }, 'days', 'lib/governance/identity/commands/changes.ts'),
  {
    ...rate('files of the page cache', '', {}, 'lib/runtime/server/cache/open-page-files.ts'),
    constants: { freeDiskShare },
    limit: `${freeDiskShare * 100} % of the disk space that is free at start (PAGE_CACHE_DISK_MB)`,
  },
  {
    ...rate('rendering in idle time', '', {}, 'lib/runtime/server/cache/idle-rendering.ts'),
    constants: { maxCoreShare },
    limit: `${maxCoreShare * 100} % of a core (PAGE_CACHE_FILL)`,
  },
];

const introduction = `# Limits

This file is generated from the constants by \`tests/house/limits.ts\`. \`tests/house/limits.test.ts\` fails if it is out of date; Vitest updates it with \`-u\`.

Rate limits and quotas are counted in the database, in the transaction of the action that they limit, so they apply across all processes.
Reasons: [decision 0008](../decisions/0008-rate-limits.md). A limit that others can use up never locks out the owner of an account: the known
browser is counted separately, and no mail limit affects passkeys. No account is ever locked.

Programs may read public pages and files. There is no limit for a single viewer. Write transactions run one after another. Emails are sent
through one queue, which pauses if the mail server asks for it.
`;

/** Returns the text of docs/specifications/limits.md. */
export function limitsDocument(): string {
  const rows = limits.map(({ action, countedFor, limit, constants, enforcedIn, code }) => [
    action,
    countedFor,
    limit,
    `${Object.keys(constants)
      .map((name) => `\`${name}\``)
      .join(', ')} in \`${enforcedIn}\``,
    code ? refusals[code].detail : '',
  ]);
  const table = [['action', 'counted for', 'limit', 'enforced by', 'refusal'], ['-', '-', '-', '-', '-'], ...rows];
  return `${introduction}\n${table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}
