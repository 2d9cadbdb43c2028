import { addedWorks } from '#lib/platform/db/schema/additions.ts';
import { ownerStatements } from '#lib/platform/db/schema/authors.ts';
import { accountIdColumn, deleted, erasedBy, lifecycleOf } from '#lib/platform/db/table-lifecycle.ts';

const addedWorksArchive = { file: 'records', list: 'addedWorks', fields: ['authorId', 'workId', 'at'], order: addedWorks.at };
const erasureReason = 'Statements of the owner about works are erased with the account. A new version without them is recorded.';

export const ownershipLifecycle = [
  lifecycleOf(ownerStatements, {
    accountId: accountIdColumn('records', deleted('Statements of the owner about themselves are erased with the account.')),
    authorId: { moves: { storedName: 'statements', identifiedBy: 'field', unlessEqual: ['field'], sameOwner: true } },
  }),
  lifecycleOf(addedWorks, {
    accountId: accountIdColumn(addedWorksArchive, erasedBy('elsewhere', deleted(erasureReason))),
    authorId: { moves: { storedName: 'addedWorks', identifiedBy: 'record_id' } },
  }),
];
