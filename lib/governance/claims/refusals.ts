import { confirmationLimit, inWords } from '#lib/platform/limits.ts';
import { type Refusal, refusalLinks } from '#lib/platform/refusals.ts';
import { requestQuota, requestQuotaDays, vouchQuota } from './model/attestations.ts';
import { claimsPerDay, maxOpenNotices } from './model/claim.ts';
import { proofRules, type RefusalOfMethod } from './model/proof-methods.ts';
import { tokenTtlHours } from './model/proofs.ts';

const methodRefusals = Object.assign({}, ...Object.values(proofRules).map(({ refusals }) => refusals)) as Record<RefusalOfMethod, Refusal>;

/** The error codes of this module. Those of single proof methods are in their rules. */
export const claimRefusals = {
  ...methodRefusals,
  already_claimed: {
    title: 'Another person has already claimed this profile',
    detail: 'A profile can have one claim at a time.',
    action:
      'If the profile is yours, add a strong proof below. Two reviewers then decide. During the public notice a fair proof is enough. Without a proof, report the profile as impersonation through “Report a problem”.',
  },
  already_yours: {
    title: 'You have already claimed this profile',
    detail: 'One claim is enough.',
    action: 'See the state of your claim on your dashboard.',
    link: refusalLinks.dashboard,
  },
  organisation_record: {
    status: 403,
    title: 'This profile belongs to an organisation',
    detail: 'A group of authors has no single owner.',
    action: 'Claim the profile with your own name.',
    link: refusalLinks.search,
  },
  nothing_shown: {
    status: 404,
    title: 'This proof shows nothing here',
    detail: 'No profile is at this address, or it is hidden and your proof is not a strong one for it.',
    action: 'Check the address, or use another proof: your ORCID iD, or an address that is printed in a work.',
  },
  unresolved_record: {
    status: 403,
    title: 'You cannot claim this profile yet',
    detail: 'It lists no works, its sources name two people, or it is frozen.',
    action: 'You can claim it after a source with works is imported or the case is decided.',
  },
  staff_address_needed: {
    status: 403,
    title: 'This profile needs the address that the institution named',
    detail: 'No work is here yet. Only the staff list of the institution says who this is, and it names another address than yours.',
    action: 'Sign in with the address to which the invitation was sent. Or claim the profile once your works are imported.',
  },
  needs_orcid: {
    status: 403,
    title: 'Your account is not connected to ORCID',
    detail: 'This proof needs an ORCID iD that you have signed in with.',
    action: 'Connect ORCID first.',
  },
  another_orcid_on_record: {
    status: 403,
    title: 'This profile has another ORCID iD',
    detail: 'A source gives it an iD that is not yours.',
    action: 'Search for the profile with your works. If the source is wrong, contact the operator.',
    link: refusalLinks.search,
  },
  too_many_open_claims: {
    status: 429,
    title: `You already have ${inWords(maxOpenNotices)} open claims`,
    detail: `An account can have ${inWords(maxOpenNotices)} claims in notice or review.`,
    action: 'Wait for a decision, or withdraw a claim.',
    link: refusalLinks.dashboard,
  },
  too_many_claims_today: {
    status: 429,
    title: `You have claimed ${inWords(claimsPerDay)} profiles today`,
    detail: `An account can claim ${inWords(claimsPerDay)} profiles a day.`,
    action: 'Claim the next one tomorrow. To join profiles of one person, propose a merge through “Report a problem”.',
  },
  objection_open: {
    title: 'This profile needs a strong proof',
    detail: 'Somebody gave a strong proof against an earlier claim, or reviewers rejected your claim.',
    action: 'Add a strong proof: an ORCID iD that a publisher added to a work, or your address at the institution.',
  },
  too_many_proofs: {
    status: 429,
    title: 'You have tried too many proofs',
    detail: 'Your account started or checked many proofs within an hour.',
    action: 'Try again in an hour. Open proofs stay open.',
  },
  too_many_proof_mails: {
    status: 429,
    title: 'Too many emails were requested for this address',
    detail: `We sent ${inWords(confirmationLimit.times)} within an hour.`,
    action: 'Check the mailbox, or try again in an hour.',
  },
  proof_counts: {
    title: 'You have already given this proof',
    detail: 'It is valid.',
    action: 'See it among your proofs, with the date of its latest check.',
  },
  unknown_proof: {
    status: 404,
    title: 'This proof does not exist',
    detail: 'It does not belong to your account.',
    action: 'Sign in with the account that started it, or start again on the claim page.',
  },
  proof_expired: {
    status: 410,
    title: 'This proof has expired',
    detail: `Its token was used, is older than ${tokenTtlHours} hours, or was replaced by a newer one.`,
    action: 'Request a new one on the claim page of the profile.',
  },
  attestation_for_unclaimed_record: {
    status: 403,
    title: 'This profile has no owner at the moment',
    detail: 'A confirmation needs a claimed profile. This one is unclaimed or disputed.',
    action: 'Follow the profile to hear when it is claimed.',
  },
  self_attestation: {
    title: 'Both profiles belong to the same person',
    detail: 'A confirmation must come from another person.',
    action: 'Ask a co-author who owns a profile.',
  },
  attestation_needs_level: {
    status: 403,
    title: 'The verification level of this profile is too low',
    detail: 'Co-authors can confirm from level L3 and vouch from level L4.',
    action: 'Add further proofs on the claim page to raise the level.',
  },
  attestation_needs_work: {
    status: 403,
    title: 'The two profiles share no work',
    detail: 'Only co-authors are asked for a confirmation or a vouch.',
    action: 'Ask a co-author of one of the works.',
  },
  attestation_exists: {
    title: 'This confirmation already exists',
    detail: 'It was requested or given before.',
    action: 'You can withdraw it on the page of confirmations.',
    link: { href: '/confirm', label: 'Go to confirmations' },
  },
  attestation_closed: {
    title: 'This request is closed',
    detail: 'It was answered or withdrawn, or it is not yours.',
    action: 'See its state on the page of confirmations.',
    link: { href: '/confirm', label: 'Go to confirmations' },
  },
  request_limit_reached: {
    status: 429,
    title: 'You have asked enough co-authors this week',
    detail: `A profile can ask ${requestQuota(2)} times in ${inWords(requestQuotaDays)} days at level L2, and ${requestQuota(3)} times from L3.`,
    action: `Remind co-authors whom you have asked, or ask again ${inWords(requestQuotaDays)} days after the earliest request.`,
  },
  vouching_limit_reached: {
    status: 429,
    title: 'Vouching limit reached',
    detail: `An account can vouch ${inWords(vouchQuota.inDays)} times in ${vouchQuota.days} days, and for ${vouchQuota.inAll} people in total.`,
    action: `Wait until the ${vouchQuota.days} days have passed, or withdraw a vouch.`,
  },
  unknown_dispute: {
    status: 404,
    title: 'This objection does not exist',
    detail: 'It belongs to another account, or there is none with this id.',
    action: 'Check the objections on your dashboard.',
    link: refusalLinks.dashboard,
  },
  dispute_closed: {
    title: 'This objection is closed',
    detail: 'It was decided or withdrawn before.',
    action: 'See the result on the claim page.',
  },
  unknown_claim: {
    status: 404,
    title: 'This claim does not exist',
    detail: 'It belongs to another account, or there is none with this id.',
    action: 'Check the claims on your dashboard.',
    link: refusalLinks.dashboard,
  },
  claim_closed: {
    title: 'This claim is closed',
    detail: 'It was decided or withdrawn before.',
    action: 'See the result on your dashboard.',
    link: refusalLinks.dashboard,
  },
} as const satisfies Record<string, Refusal>;
