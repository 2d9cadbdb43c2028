import { eq } from 'drizzle-orm';
import { recountFollowers } from '#lib/catalog/authors/commands/fields.ts';
import { contextFollows, follows, hiddenSuggestions, recordEvents, savedSearches } from '#lib/platform/db/schema/follows.ts';
import { accountIdColumn, deleted, type EraseRows, erasedBy, lifecycleOf } from '#lib/platform/db/table-lifecycle.ts';

/** Recounts the followers rather than decrementing, because the caller locks the records' rows. */
const eraseFollows: EraseRows = async (tx, { accountId }) => {
  const deletedRows = await tx.delete(follows).where(eq(follows.accountId, accountId)).returning({ id: follows.authorId });
  const ids = deletedRows.map(({ id }) => id);
  if (ids.length > 0) await recountFollowers(tx, ids);
};

export const followsLifecycle = [
  lifecycleOf(follows, {
    accountId: accountIdColumn('follows', erasedBy(eraseFollows, deleted('The follower count of the record is computed again.'))),
    authorId: {
      moves: {
        ...{ storedName: 'follows', identifiedBy: 'account_id', unlessEqual: ['account_id'] },
        // The owner's follow of the merged record is dropped: nobody follows their own record.
        whereOnMerge: 'not exists (select 1 from authors a where a.id = ? and a.owner_id = follows.account_id)',
      },
    },
  }),
  lifecycleOf(contextFollows, { accountId: accountIdColumn('follows') }),
  lifecycleOf(savedSearches, { accountId: accountIdColumn('searches') }),
  lifecycleOf(hiddenSuggestions, {
    accountId: accountIdColumn({
      file: 'follows',
      list: 'hiddenSuggestions',
      fields: ['authorId', 'since'],
      order: hiddenSuggestions.since,
    }),
    authorId: { moves: { storedName: 'hiddenSuggestions', identifiedBy: 'account_id', unlessEqual: ['account_id'] } },
  }),
  lifecycleOf(recordEvents, { authorId: { retained: 'It is part of the history of that record.' } }, 'Public history of a record.'),
];
