import { ownerStatements } from '#lib/platform/db/schema/authors.ts';
import { deleted, id, of, type TableLifecycle } from '#lib/platform/db/table-lifecycle.ts';

export const ownershipLifecycle: readonly TableLifecycle[] = [
  of(ownerStatements, {
    accountId: id('records', deleted('What the owner says of themselves goes with them.')),
    authorId: { moves: { as: 'statements', by: 'field', unlike: ['field'], sameOwner: true } },
  }),
];
