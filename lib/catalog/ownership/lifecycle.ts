import { ownerStatements } from '#lib/platform/db/schema/authors.ts';
import { deleted, id, type TableLifecycle } from '#lib/platform/db/table-lifecycle.ts';

export const ownershipLifecycle: readonly TableLifecycle[] = [
  {
    table: ownerStatements,
    accounts: { accountId: id('records', deleted('What the owner says of themselves goes with them.')) },
    records: { authorId: { as: 'statements', by: 'field', unlike: ['field'], sameOwner: true } },
  },
];
