import { claimEvents, claims, disputes, proofs } from '#lib/platform/db/schema/claims.ts';
import { attestations } from '#lib/platform/db/schema/trust.ts';
import { accountIdColumn, deleted, lifecycleOf, replaced } from '#lib/platform/db/table-lifecycle.ts';

const actorRemoved = 'Other people depend on it. It no longer identifies the person who acted.';
const recordReason = { retained: 'It is evidence about that record, and is inactive until a revert.' };

export const claimsLifecycle = [
  lifecycleOf(attestations, {
    fromAccountId: accountIdColumn(
      'words',
      deleted('An attestation counts while its author has an account. The log records its end and its subject.'),
    ),
    authorId: recordReason,
    fromAuthorId: recordReason,
  }),
  lifecycleOf(claims, {
    accountId: accountIdColumn('claims', replaced('The log keeps the fact that the record was claimed, without the account.')),
    authorId: recordReason,
  }),
  lifecycleOf(claimEvents, { accountId: accountIdColumn('claims', replaced(actorRemoved)) }),
  lifecycleOf(disputes, {
    accountId: accountIdColumn('claims', replaced(actorRemoved, { proofId: null, facts: {} })),
    authorId: recordReason,
  }),
  lifecycleOf(proofs, {
    accountId: accountIdColumn('claims', deleted('They show what the account controls. Their public part stays in the log.')),
    authorId: recordReason,
  }),
];
