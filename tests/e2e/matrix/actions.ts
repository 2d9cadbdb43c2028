import type { Power } from '#lib/catalog/powers/model.ts';
import type { ErrorCode } from '#lib/portal/refusals.ts';
import type { FormFields } from './role-client.ts';
import type { Role, SeedData } from './roles.ts';

/*
 * HOW TO ADD A SERVER ACTION
 * The matrix reads every file that begins with 'use server' and fails for an exported function without a row named "<file> <function>".
 * A row has
 *   power     the power that the action uses, from lib/catalog/powers/model.ts: whose record it changes, and from which level
 *   fields    what a form of the page sends, with an existing object that belongs to a role: create it in seed.ts
 *   objects   which of the fields are ids of private objects. The matrix also sends the id of no object, and roles without access must get
 *             exactly the same response. It also sends the field missing, as a list, and with malformed ids.
 *   records   which of the fields are ids of public records. The matrix also sends a suppressed record, which must be treated as unknown.
 *   answers   the result for each role: an error code, or 'done'. Without a session it is 'not_signed_in' unless the row states another.
 *             Rejected calls come first, and must not change any row of the database. Then the allowed roles call the action, in the
 *             order of `roles`.
 *   unknown   the result for an unknown object, if it differs from `else`
 *   repeated  the result for the second and later allowed roles, if the action can be done only once
 * An action with several kinds of objects has a row for each: "<file> <function> (<kind>)".
 * Rows are tried in their order. Actions that end or remove something are last.
 */
export type ExpectedCode = ErrorCode | 'done' | 'preview' | 'invalid';
export type ExpectedCodes = ExpectedCode | ({ else: ExpectedCode } & Partial<Record<Role, ExpectedCode>>);
export interface ActionRow {
  power: Power;
  fields: (seed: SeedData) => FormFields;
  objects?: readonly string[];
  records?: readonly string[];
  answers: ExpectedCodes;
  unknown?: ExpectedCodes;
  repeated?: ExpectedCode;
}

/** Row of an action on the caller's own account: every signed-in role may call it. */
const accountRow = (fields: FormFields = {}): ActionRow => ({ power: 'account', fields: () => fields, answers: 'done' });

const invitationRow = (which: keyof SeedData['invitations'], answers: ActionRow['answers'], more: FormFields = {}): ActionRow => ({
  power: 'answer',
  fields: ({ invitations }) => ({ invitationId: invitations[which], ...more }),
  objects: ['invitationId'],
  answers,
});
const participants = { sender: 'done', recipient: 'done' } as const;

/** The action of a row. */
export const actionOfRow = (name: string): string => name.replace(/ \(.*\)$/, '');

export const actionRows: Record<string, ActionRow> = {
  // Follows
  'lib/community/follows/actions.ts changeFollowAction': {
    power: 'account',
    fields: ({ savedSearch }) => ({ kind: 'search', id: savedSearch, want: 'muted' }),
    objects: ['id'],
    answers: { else: 'not_followed', follower: 'done' },
  },

  // The caller's own account
  'lib/portal/me/actions.ts skipFirstSteps': { power: 'account', fields: () => ({}), answers: { else: 'done', anonymous: 'done' } },
  'lib/portal/me/actions.ts saveDisplayName': accountRow({ name: '' }),
  'lib/portal/me/actions.ts renamePasskeyAction': {
    power: 'account',
    fields: ({ passkeys }) => ({ passkeyId: passkeys.rename, name: 'Mine' }),
    objects: ['passkeyId'],
    answers: { else: 'unknown_passkey', owner: 'done' },
  },
  'lib/portal/me/actions.ts removePasskey': {
    power: 'account',
    fields: ({ passkeys }) => ({ passkeyId: passkeys.remove }),
    objects: ['passkeyId'],
    answers: { else: 'unknown_passkey', owner: 'done' },
  },
  'lib/portal/me/actions.ts setPasskeyRequirement': {
    power: 'account',
    fields: () => ({ required: 'no' }),
    answers: { else: 'needs_a_passkey', owner: 'passkey_sign_in_needed', reviewer: 'done', admin: 'done' },
  },
  'lib/portal/me/actions.ts endSession': {
    power: 'account',
    fields: ({ session }) => ({ sessionId: session }),
    objects: ['sessionId'],
    answers: { else: 'unknown_session', owner: 'done' },
  },
  'lib/portal/me/actions.ts addAddress': {
    power: 'account',
    fields: () => ({ purpose: 'email', address: 'none' }),
    answers: 'bad_address',
  },
  'lib/portal/me/actions.ts cancelAddressChangeAction': { power: 'account', fields: () => ({}), answers: 'no_address_change' },
  'lib/portal/me/actions.ts cancelRecoveryAction': { power: 'account', fields: () => ({}), answers: 'no_recovery' },
  'lib/portal/me/actions.ts removeRecoveryContactAction': {
    power: 'account',
    fields: () => ({}),
    answers: { else: 'no_recovery_contact', owner: 'done' },
  },
  'lib/portal/me/actions.ts disconnectFederatedLogin': {
    power: 'account',
    fields: () => ({ login: 'nobody' }),
    answers: 'federated_not_linked',
  },
  'lib/portal/me/actions.ts requestErasureAction': { power: 'account', fields: () => ({ words: 'not the words' }), answers: 'invalid' },
  'lib/portal/me/actions.ts cancelErasureAction': { power: 'account', fields: () => ({}), answers: 'no_erasure' },
  'lib/portal/exports/actions.ts requestArchive': accountRow(),
  'lib/portal/digests/actions.ts scheduleDigest': accountRow({ frequency: 'off', hour: '8', weekday: '1', timeZone: 'Europe/Rome' }),
  'lib/community/notifications/actions.ts saveNotificationSettings': accountRow({
    'mail-attestation_given': 'off',
    'centre-attestation_given': 'on',
  }),

  // Statements of an owner about their record
  'lib/portal/pages/actions/statements.ts saveIndicatorsHidden': {
    power: 'hide_sourced',
    fields: ({ records }) => ({ authorId: records.owner.id, hidden: 'yes' }),
    objects: ['authorId'],
    records: ['authorId'],
    answers: { else: 'not_your_record', owner: 'done' },
  },
  'lib/community/invitations/actions.ts saveAvailability': {
    power: 'arrange',
    fields: ({ records }) => ({ authorId: records.owner.id, open: 'yes', purposes: ['co-author'] }),
    objects: ['authorId'],
    records: ['authorId'],
    answers: { else: 'not_your_record', owner: 'done' },
  },
  'lib/governance/identity/actions.ts stateOpinions': {
    power: 'mark_works',
    fields: ({ records, works }) => ({ authorId: records.owner.id, page: works.shown, [`work-${works.shown}`]: 'mine', all: 'mine' }),
    objects: ['authorId'],
    records: ['authorId'],
    answers: { else: 'not_your_record', owner: 'done' },
  },

  'lib/portal/pages/actions/statements.ts saveStatements': {
    power: 'state',
    fields: ({ records }) => ({ authorId: records.owner.id, role: 'Keeper of doors', seen: 'x' }),
    objects: ['authorId'],
    records: ['authorId'],
    answers: { else: 'not_your_record', owner: 'edit_conflict' },
  },
  'lib/portal/pages/actions/statements.ts completeProfile': {
    power: 'arrange',
    fields: ({ records, works }) => ({ authorId: records.owner.id, biography: 'Keeper of doors', works: works.shown }),
    objects: ['authorId'],
    records: ['authorId'],
    answers: { else: 'not_your_record', owner: 'done' },
  },
  'lib/portal/pages/actions/statements.ts savePin': {
    power: 'arrange',
    fields: ({ records, works }) => ({ authorId: records.owner.id, workId: works.shown, operation: 'pin' }),
    objects: ['authorId'],
    records: ['authorId'],
    answers: { else: 'not_your_record', owner: 'done' },
  },
  'lib/portal/pages/actions/statements.ts savePrivacy': {
    power: 'hide_statements',
    fields: ({ records }) => ({ authorId: records.owner.id, indexed: 'yes' }),
    objects: ['authorId'],
    records: ['authorId'],
    answers: { else: 'not_your_record', owner: 'done' },
  },
  'lib/portal/pages/actions/statements.ts saveCareer': {
    power: 'state',
    fields: ({ records }) => ({ authorId: records.owner.id, 'positions-0-place': 'House of Keys' }),
    objects: ['authorId'],
    records: ['authorId'],
    answers: { else: 'not_your_record', owner: 'done' },
  },
  'lib/portal/pages/actions/statements.ts saveCredit': {
    power: 'credit',
    fields: ({ records, works }) => ({ authorId: records.owner.id, workId: works.shown, roles: 'software' }),
    objects: ['authorId'],
    records: ['authorId'],
    answers: { else: 'not_your_record', owner: 'done' },
  },
  'lib/portal/pages/actions/statements.ts removePhoto': {
    power: 'state',
    fields: ({ records }) => ({ authorId: records.owner.id }),
    objects: ['authorId'],
    records: ['authorId'],
    answers: { else: 'not_your_record', owner: 'done' },
  },
  // The work is featured by a row above.
  'lib/portal/pages/actions/statements.ts saveNote': {
    power: 'credit',
    fields: ({ records, works }) => ({ authorId: records.owner.id, workId: works.shown, note: 'The first.' }),
    objects: ['authorId'],
    records: ['authorId'],
    answers: { else: 'not_your_record', owner: 'done' },
  },
  // The owner's record has no former slug.
  'lib/portal/pages/actions/statements.ts disableOldAddress': {
    power: 'stop_address',
    fields: ({ records }) => ({ authorId: records.owner.id, address: records.owner.slug }),
    objects: ['authorId'],
    records: ['authorId'],
    answers: { else: 'not_your_record', owner: 'unknown_address' },
  },
  'lib/portal/pages/actions/statements.ts enableOldAddress': {
    power: 'state',
    fields: ({ records }) => ({ authorId: records.owner.id, address: records.owner.slug }),
    objects: ['authorId'],
    records: ['authorId'],
    answers: { else: 'not_your_record', owner: 'unknown_address' },
  },

  'lib/governance/additions/actions.ts readWorks': {
    power: 'add_works',
    fields: ({ records }) => ({ authorId: records.owner.id, text: '@article{one, title={On Keys}, author={Oda Winter}}' }),
    objects: ['authorId'],
    records: ['authorId'],
    answers: { else: 'not_your_record', owner: 'done' },
  },
  'lib/governance/additions/actions.ts readOrcidRecord': {
    power: 'add_works',
    fields: ({ records }) => ({ authorId: records.owner.id }),
    objects: ['authorId'],
    records: ['authorId'],
    answers: { else: 'not_your_record', owner: 'no_orcid_linked' },
  },
  'lib/governance/additions/actions.ts addTypedWork': {
    power: 'add_works',
    fields: ({ records }) => ({ authorId: records.owner.id, title: 'On Locks', authors: 'Oda Winter' }),
    objects: ['authorId'],
    records: ['authorId'],
    answers: { else: 'not_your_record', owner: 'done' },
  },
  // Roles that own a profile cannot create another; the other roles have no draft.
  'lib/governance/additions/actions.ts createOwnProfile': {
    power: 'add_works',
    fields: () => ({ name: 'Noor Winter', seen: 'x', 'entry-0': 'new' }),
    answers: { else: 'draft_changed', owner: 'has_profile', sender: 'has_profile', recipient: 'has_profile', reviewer: 'has_profile' },
  },
  'lib/governance/additions/actions.ts addWorks': {
    power: 'add_works',
    fields: ({ records }) => ({ authorId: records.owner.id, seen: 'x', 'entry-0': 'new' }),
    objects: ['authorId'],
    records: ['authorId'],
    answers: { else: 'not_your_record', owner: 'draft_changed' },
  },
  'lib/governance/additions/actions.ts removeWork': {
    power: 'add_works',
    fields: ({ records, works }) => ({ authorId: records.owner.id, workId: works.shown }),
    objects: ['authorId'],
    records: ['authorId'],
    answers: { else: 'not_your_record', owner: 'unknown_added_work' },
  },

  // Identity, corrections and reports
  'lib/governance/identity/actions.ts previewSplit': {
    power: 'propose',
    fields: ({ records, works }) => ({ authorId: records.recipient.id, workIds: works.shown }),
    records: ['authorId'],
    answers: { else: 'done', anonymous: 'done' },
    unknown: 'unknown_author',
  },
  'lib/governance/identity/actions.ts splitRecordAction': {
    power: 'propose',
    fields: ({ records }) => ({ authorId: records.wanted.id, leave: '0', seen: 'x', otherName: 'Other', reason: 'They are two people.' }),
    records: ['authorId'],
    answers: 'works_changed',
    unknown: 'unknown_author',
  },
  'lib/governance/identity/actions.ts mergeRecordsAction': {
    power: 'propose',
    fields: ({ records }) => ({ authorId: records.wanted.id, otherId: records.second.id, reason: 'They are one person.', seen: 'x' }),
    records: ['authorId'],
    answers: 'works_changed',
    unknown: 'unknown_author',
  },
  'lib/governance/identity/actions.ts setNameVisibility': {
    power: 'request_hiding',
    // A role without permission requests it, and gets the same answer for every record.
    fields: ({ records }) => ({ record: records.wanted.slug, wanted: 'visible' }),
    answers: { else: 'done', anonymous: 'done' },
  },
  'lib/governance/identity/actions.ts redeemVisibilityLink': {
    power: 'request_hiding',
    fields: ({ visibilityRequest }) => ({ request: visibilityRequest, code: '0'.repeat(32) }),
    objects: ['request'],
    answers: { else: 'visibility_link_used', anonymous: 'visibility_link_used' },
  },
  'lib/governance/identity/actions.ts revertChangeAction': {
    power: 'split',
    fields: ({ identityChange }) => ({ changeId: identityChange }),
    objects: ['changeId'],
    answers: { else: 'not_your_record', admin: 'done' },
    unknown: 'unknown_change',
  },
  'lib/governance/identity/actions.ts withdrawProposalAction': {
    power: 'propose',
    fields: ({ proposal }) => ({ changeId: proposal }),
    objects: ['changeId'],
    answers: { else: 'unknown_proposal', owner: 'done' },
  },
  'lib/governance/corrections/actions.ts suggestCorrectionAction': {
    power: 'report',
    fields: ({ works }) => ({ subjectId: works.correctable, field: 'title', value: 'Another', note: 'As printed' }),
    objects: ['subjectId'],
    answers: { else: 'done', anonymous: 'done' },
    unknown: { else: 'unknown_corrected_work', anonymous: 'unknown_corrected_work' },
    repeated: 'already_suggested',
  },
  'lib/governance/corrections/actions.ts suggestCorrectionAction (of a profile)': {
    power: 'report',
    fields: ({ records }) => ({ subjectId: records.unclaimed.id, field: 'name', value: 'Another Name', note: 'As printed' }),
    records: ['subjectId'],
    answers: { else: 'done', anonymous: 'done' },
    unknown: { else: 'unknown_corrected_record', anonymous: 'unknown_corrected_record' },
    repeated: 'already_suggested',
  },
  'lib/governance/corrections/actions.ts decideCorrectionAction': {
    power: 'agree',
    fields: ({ corrections }) => ({ correctionId: corrections.agree, accepts: 'yes' }),
    objects: ['correctionId'],
    answers: { else: 'unknown_correction', sender: 'done' },
  },
  'lib/governance/corrections/actions.ts decideCorrectionAction (of a profile)': {
    power: 'state',
    fields: ({ recordCorrections }) => ({ correctionId: recordCorrections.decide, accepts: 'no' }),
    objects: ['correctionId'],
    answers: { else: 'unknown_correction', recipient: 'done' },
  },
  'lib/governance/corrections/actions.ts revertCorrectionAction': {
    power: 'agree',
    fields: ({ corrections }) => ({ correctionId: corrections.revert }),
    objects: ['correctionId'],
    answers: { else: 'unknown_correction', sender: 'done' },
  },
  'lib/governance/corrections/actions.ts revertCorrectionAction (of a profile)': {
    power: 'state',
    fields: ({ recordCorrections }) => ({ correctionId: recordCorrections.revert }),
    objects: ['correctionId'],
    answers: { else: 'unknown_correction', sender: 'done' },
  },
  'lib/portal/decisions/actions.ts revertCorrectionAsReviewerAction': {
    power: 'decide',
    fields: ({ corrections }) => ({ correctionId: corrections.revertAccepted }),
    objects: ['correctionId'],
    answers: { else: 'not_a_reviewer', reviewer: 'done', admin: 'done' },
    unknown: { else: 'not_a_reviewer', reviewer: 'unknown_correction', admin: 'unknown_correction' },
    repeated: 'unknown_correction',
  },
  'lib/portal/decisions/actions.ts revertCorrectionAsReviewerAction (of a profile)': {
    power: 'decide',
    fields: ({ recordCorrections }) => ({ correctionId: recordCorrections.revertAccepted }),
    objects: ['correctionId'],
    answers: { else: 'not_a_reviewer', reviewer: 'done', admin: 'done' },
    unknown: { else: 'not_a_reviewer', reviewer: 'unknown_correction', admin: 'unknown_correction' },
    repeated: 'unknown_correction',
  },
  'lib/governance/reports/actions.ts fileReportAction': {
    power: 'report',
    fields: ({ records }) => ({ subject: 'author', subjectId: records.merged.id, kind: 'wrong_fact', reason: 'name', right: 'Another' }),
    // No `records`: a report about a hidden record or about no record is answered as any other, and reviewers read the former.
    answers: { else: 'done', anonymous: 'done' },
  },
  'lib/governance/identity/actions.ts redeemObjectionLink': {
    power: 'report',
    fields: ({ notification }) => ({ notification, code: '0'.repeat(32) }),
    objects: ['notification'],
    answers: { else: 'objection_link_used', anonymous: 'objection_link_used' },
  },
  'lib/governance/reports/actions.ts withdrawReportAction': {
    power: 'report',
    fields: ({ report }) => ({ reportId: report }),
    objects: ['reportId'],
    answers: { else: 'unknown_report', owner: 'done' },
  },

  // Claims, proofs and attestations
  'lib/governance/claims/actions.ts startProof': {
    power: 'claim',
    fields: ({ records }) => ({ authorId: records.owner.id, kind: 'dns', target: 'nowhere.invalid' }),
    records: ['authorId'],
    answers: 'domain_not_named',
    unknown: 'unknown_author',
  },
  'lib/governance/claims/actions.ts checkProof': {
    power: 'claim',
    fields: ({ proofs }) => ({ proofId: proofs.dns }),
    objects: ['proofId'],
    answers: { else: 'unknown_proof', owner: 'done' },
  },
  'lib/governance/claims/actions.ts confirmProof': {
    power: 'claim',
    fields: ({ proofs }) => ({ proofId: proofs.mail, code: '0'.repeat(32) }),
    objects: ['proofId'],
    answers: { else: 'unknown_proof', owner: 'proof_expired' },
  },
  'lib/governance/claims/actions.ts recheckProofAction': {
    power: 'claim',
    fields: ({ proofs }) => ({ proofId: proofs.stale }),
    objects: ['proofId'],
    answers: { else: 'unknown_proof', owner: 'done' },
  },
  'lib/governance/claims/actions.ts removeProofAction': {
    power: 'claim',
    fields: ({ proofs }) => ({ proofId: proofs.forget }),
    objects: ['proofId'],
    answers: { else: 'unknown_proof', owner: 'done' },
  },
  'lib/governance/claims/actions.ts withdrawObjectionAction': {
    power: 'report',
    fields: ({ dispute }) => ({ disputeId: dispute }),
    objects: ['disputeId'],
    answers: { else: 'unknown_dispute', owner: 'done' },
  },
  'lib/governance/claims/actions.ts requestAttestation': {
    power: 'ask_confirmation',
    fields: ({ records }) => ({ authorId: records.owner.id, fromAuthorId: records.reviewer.id, kind: 'confirmation' }),
    records: ['authorId', 'fromAuthorId'],
    answers: { else: 'not_your_record', owner: 'done' },
    unknown: 'unknown_author',
  },
  'lib/governance/claims/actions.ts giveAttestation': {
    power: 'confirm',
    fields: ({ attestations }) => ({ attestationId: attestations.give }),
    objects: ['attestationId'],
    answers: { else: 'attestation_closed', recipient: 'done' },
  },
  'lib/governance/claims/actions.ts declineAttestation': {
    power: 'confirm',
    fields: ({ attestations }) => ({ attestationId: attestations.decline }),
    objects: ['attestationId'],
    answers: { else: 'attestation_closed', recipient: 'done' },
  },
  'lib/governance/claims/actions.ts revokeAttestation': {
    power: 'confirm',
    fields: ({ attestations }) => ({ attestationId: attestations.revoke }),
    objects: ['attestationId'],
    answers: { else: 'attestation_closed', owner: 'done' },
  },
  'lib/governance/claims/actions.ts vouchForRecord': {
    power: 'vouch',
    fields: ({ records }) => ({ fromAuthorId: records.reviewer.id, record: records.owner.slug }),
    records: ['fromAuthorId', 'record'],
    answers: { else: 'not_your_record', reviewer: 'done' },
    unknown: 'unknown_author',
  },
  'lib/governance/claims/actions.ts claimRecord': {
    power: 'claim',
    fields: ({ records }) => ({ authorId: records.wanted.id, by: 'orcid' }),
    records: ['authorId'],
    answers: 'needs_orcid',
    unknown: 'needs_orcid',
  },

  // Invitations and threads
  'lib/community/invitations/actions.ts sendInvitation': {
    power: 'invite',
    fields: ({ records }) => ({
      recipientAuthorId: records.recipient.id,
      purpose: 'co-author',
      message: 'Shall we count doors, and say how sure we are of each count?',
    }),
    objects: ['senderAuthorId'],
    records: ['recipientAuthorId'],
    answers: { else: 'needs_claimed_record', recipient: 'same_person', sender: 'done', owner: 'done', reviewer: 'done' },
    unknown: 'unknown_author',
  },
  'lib/community/invitations/actions.ts postMessageAction': {
    power: 'answer',
    fields: ({ thread }) => ({ threadId: thread, body: 'One more word.' }),
    objects: ['threadId'],
    answers: { else: 'unknown_thread', ...participants },
  },
  'lib/community/invitations/actions.ts changeThread': {
    power: 'answer',
    fields: ({ thread }) => ({ threadId: thread, operation: 'together' }),
    objects: ['threadId'],
    answers: { else: 'unknown_thread', ...participants },
  },
  'lib/community/invitations/actions.ts changePersonMute': invitationRow('first', { else: 'unknown_invitation', ...participants }),
  'lib/governance/reports/actions.ts reportMisuse': invitationRow(
    'first',
    { else: 'unknown_invitation', ...participants },
    { reason: 'to_many', note: 'x' },
  ),
  'lib/community/invitations/actions.ts acceptInvitationAction': invitationRow('accept', { else: 'unknown_invitation', recipient: 'done' }),
  'lib/community/invitations/actions.ts withdrawInvitationAction': invitationRow('withdraw', {
    else: 'unknown_invitation',
    recipient: 'not_yours_to_answer',
    sender: 'done',
  }),
  'lib/community/invitations/actions.ts declineInvitationAction': invitationRow('decline', {
    else: 'unknown_invitation',
    sender: 'not_yours_to_answer',
    recipient: 'done',
  }),
  'lib/community/invitations/actions.ts blockPerson': invitationRow('first', { else: 'unknown_invitation', ...participants }),
  'lib/community/invitations/actions.ts unblockPerson': invitationRow('first', { else: 'unknown_invitation', ...participants }),
  'lib/community/invitations/actions.ts removeRetainedBlock': {
    power: 'answer',
    fields: ({ retainedBlock }) => ({ retainedBlockId: retainedBlock }),
    objects: ['retainedBlockId'],
    answers: { else: 'unknown_block', owner: 'done' },
  },

  // Reviews and administration
  'lib/portal/decisions/actions.ts appeal': {
    power: 'report',
    fields: ({ claims }) => ({ of: 'claim', subjectId: claims.rejected, words: 'The page that I showed was not read to its end.' }),
    objects: ['subjectId'],
    answers: { else: 'unknown_claim', owner: 'done' },
  },
  'lib/portal/decisions/actions.ts appealByLink': {
    power: 'report',
    fields: ({ visibilityRequest }) => ({ request: visibilityRequest, code: '0'.repeat(32), words: 'I was not asked.' }),
    objects: ['request'],
    answers: { else: 'visibility_link_used', anonymous: 'visibility_link_used' },
  },
  'lib/portal/decisions/actions.ts vote': {
    power: 'decide',
    fields: ({ reviews }) => ({ reviewId: reviews.vote, decision: 'dismiss', reason: 'one_person', remedy: 'nothing_to_do' }),
    objects: ['reviewId'],
    answers: { else: 'not_a_reviewer', reviewer: 'done', admin: 'done' },
    unknown: { else: 'not_a_reviewer', reviewer: 'unknown_review', admin: 'unknown_review' },
    repeated: 'review_decided',
  },
  'lib/portal/decisions/actions.ts answerQuestionAction': {
    power: 'decide',
    fields: ({ records }) => ({ authorId: records.wanted.id, otherId: records.second.id }),
    records: ['authorId'],
    answers: { else: 'not_your_record', reviewer: 'done', admin: 'done' },
    unknown: 'unknown_author',
  },
  'lib/portal/decisions/actions.ts unfreeze': {
    power: 'administer',
    fields: ({ records }) => ({ authorId: records.frozen.id }),
    objects: ['authorId'],
    answers: { else: 'not_a_reviewer', admin: 'done' },
    unknown: { else: 'not_a_reviewer', admin: 'not_frozen' },
  },
  'lib/portal/decisions/actions.ts appoint': {
    power: 'administer',
    fields: ({ volunteer }) => ({ accountId: volunteer }),
    objects: ['accountId'],
    answers: { else: 'not_an_admin', admin: 'reviewer_not_eligible' },
    unknown: { else: 'not_an_admin', admin: 'unknown_volunteer' },
  },
  'lib/portal/decisions/actions.ts dismiss': {
    power: 'administer',
    fields: ({ volunteer }) => ({ accountId: volunteer }),
    objects: ['accountId'],
    answers: { else: 'not_an_admin', admin: 'done' },
    unknown: { else: 'not_an_admin', admin: 'unknown_volunteer' },
  },
  'lib/portal/operations/actions.ts announce': {
    power: 'administer',
    fields: () => ({ text: 'The matrix is being walked, a second time.', href: '', days: '1' }),
    answers: { else: 'not_an_admin', admin: 'done' },
  },
  'lib/portal/operations/actions.ts removeAnnouncement': {
    power: 'administer',
    fields: ({ announcement }) => ({ id: announcement }),
    objects: ['id'],
    answers: { else: 'not_an_admin', admin: 'done' },
    unknown: { else: 'not_an_admin', admin: 'unknown_announcement' },
  },
  'lib/portal/operations/actions.ts retryFailedJob': {
    power: 'administer',
    fields: ({ failedJob }) => ({ id: failedJob }),
    objects: ['id'],
    answers: { else: 'not_an_admin', admin: 'done' },
    unknown: { else: 'not_an_admin', admin: 'unknown_job' },
  },
  'lib/portal/operations/actions.ts allowWaitingClaim': {
    power: 'administer',
    fields: ({ claims }) => ({ claimId: claims.held }),
    objects: ['claimId'],
    answers: { else: 'not_an_admin', admin: 'unknown_claim' },
    unknown: { else: 'not_an_admin', admin: 'unknown_claim' },
  },

  'lib/portal/accounts/actions.ts suspendAccount': {
    power: 'administer',
    fields: ({ idleAccounts }) => ({ accountId: idleAccounts.active, reason: 'spam' }),
    objects: ['accountId'],
    answers: { else: 'not_an_admin', admin: 'done' },
    unknown: { else: 'not_an_admin', admin: 'unknown_account' },
  },
  'lib/portal/accounts/actions.ts liftSuspension': {
    power: 'administer',
    fields: ({ idleAccounts }) => ({ accountId: idleAccounts.suspended }),
    objects: ['accountId'],
    answers: { else: 'not_an_admin', admin: 'done' },
    unknown: { else: 'not_an_admin', admin: 'account_not_suspended' },
  },
  'lib/portal/accounts/actions.ts endAccountSessions': {
    power: 'administer',
    fields: ({ idleAccounts }) => ({ accountId: idleAccounts.active }),
    objects: ['accountId'],
    answers: { else: 'not_an_admin', admin: 'done' },
    unknown: { else: 'not_an_admin', admin: 'unknown_account' },
  },
  'lib/portal/accounts/actions.ts cancelAccountErasure': {
    power: 'administer',
    fields: ({ idleAccounts }) => ({ accountId: idleAccounts.active }),
    objects: ['accountId'],
    answers: { else: 'not_an_admin', admin: 'no_erasure' },
    unknown: { else: 'not_an_admin', admin: 'no_erasure' },
  },

  // Actions that end or remove something
  'lib/portal/decisions/actions.ts stopReviewing': { power: 'volunteer', fields: () => ({}), answers: { else: 'done', reviewer: 'done' } },
  'lib/portal/decisions/actions.ts offerToReview': {
    power: 'volunteer',
    fields: () => ({}),
    answers: { else: 'level_too_low_to_review', reviewer: 'done' },
  },
  // The request has no outbox token: demo actions are rejected for every role.
  'lib/portal/demo/actions.ts endNoticeNow': {
    power: 'claim',
    fields: ({ claims }) => ({ claimId: claims.held }),
    answers: { else: 'demo_unavailable', anonymous: 'demo_unavailable' },
    unknown: { else: 'demo_unavailable', anonymous: 'demo_unavailable' },
  },
  'lib/governance/claims/actions.ts releaseClaim': {
    power: 'claim',
    fields: ({ claims }) => ({ claimId: claims.held }),
    objects: ['claimId'],
    answers: { else: 'unknown_claim', owner: 'done' },
  },
  'lib/portal/me/actions.ts endSessions': accountRow(),
};
