import { claimEvents, claims, disputes, proofs } from '#lib/platform/db/schema/claims.ts';
import { attestations } from '#lib/platform/db/schema/trust.ts';
import { deleted, id, replaced, type TableLifecycle } from '#lib/platform/db/table-lifecycle.ts';

const othersNeedIt = 'Others stand on it; who acted is no longer told.';
const stays = 'It says who showed what of that record, and rests until a revert.';

export const claimsLifecycle: readonly TableLifecycle[] = [
  {
    table: attestations,
    accounts: {
      fromAccountId: id(
        'words',
        deleted('A word counts while its giver is here. The log says that it has ended, and whose record it was about.'),
      ),
    },
    records: { authorId: stays, fromAuthorId: stays },
  },
  {
    table: claims,
    accounts: { accountId: id('claims', replaced('That the record was claimed stands in the log; it no longer says by whom.')) },
    records: { authorId: stays },
  },
  { table: claimEvents, accounts: { accountId: id('claims', replaced(othersNeedIt)) } },
  {
    table: disputes,
    accounts: { accountId: id('claims', replaced(othersNeedIt, { proofId: null, facts: {} })) },
    records: { authorId: stays },
  },
  {
    table: proofs,
    accounts: {
      accountId: id('claims', deleted('They show what the account controls; what is public of them stands in the log.')),
    },
    records: { authorId: stays },
  },
];
