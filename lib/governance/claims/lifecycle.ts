import { claimEvents, claims, disputes, proofs } from '#lib/platform/db/schema/claims.ts';
import { attestations } from '#lib/platform/db/schema/trust.ts';
import { deleted, id, of, replaced } from '#lib/platform/db/table-lifecycle.ts';

const othersNeedIt = 'Others depend on it; who acted is no longer told.';
const retained = { retained: 'It says who showed what of that record, and rests until a revert.' };

export const claimsLifecycle = [
  of(attestations, {
    fromAccountId: id(
      'words',
      deleted('It counts while its giver is here. The log says that it has ended, and whose record it was about.'),
    ),
    authorId: retained,
    fromAuthorId: retained,
  }),
  of(claims, {
    accountId: id('claims', replaced('That the record was claimed stays in the log; it no longer says by whom.')),
    authorId: retained,
  }),
  of(claimEvents, { accountId: id('claims', replaced(othersNeedIt)) }),
  of(disputes, { accountId: id('claims', replaced(othersNeedIt, { proofId: null, facts: {} })), authorId: retained }),
  of(proofs, {
    accountId: id('claims', deleted('They show what the account controls; what is public of them stays in the log.')),
    authorId: retained,
  }),
];
