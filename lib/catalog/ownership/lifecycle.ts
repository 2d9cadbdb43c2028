import { addedWorks } from '#lib/platform/db/schema/additions.ts';
import { ownerStatements } from '#lib/platform/db/schema/authors.ts';
import { by, deleted, id, of, type TableLifecycle } from '#lib/platform/db/table-lifecycle.ts';

const added = { file: 'records', list: 'addedWorks', fields: ['authorId', 'workId', 'at'], order: addedWorks.at };
const gone = 'What an owner says of works goes with them: a version that says nothing follows.';

export const ownershipLifecycle: readonly TableLifecycle[] = [
  of(ownerStatements, {
    accountId: id('records', deleted('What the owner says of themselves goes with them.')),
    authorId: { moves: { as: 'statements', by: 'field', unlike: ['field'], sameOwner: true } },
  }),
  of(addedWorks, {
    accountId: id(added, by('elsewhere', deleted(gone))),
    authorId: { moves: { as: 'addedWorks', by: 'record_id' } },
  }),
];
