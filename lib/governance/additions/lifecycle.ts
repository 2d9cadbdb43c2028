import { workDrafts } from '#lib/platform/db/schema/additions.ts';
import { id, of, type TableLifecycle } from '#lib/platform/db/table-lifecycle.ts';

export const additionsLifecycle: readonly TableLifecycle[] = [
  of(workDrafts, {
    accountId: id({ not: 'It is a copy of what the account has just sent, until it chooses.' }),
    authorId: { retained: 'Its owner reads the works again for the record that stays.' },
  }),
];
