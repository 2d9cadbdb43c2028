import { workDrafts } from '#lib/platform/db/schema/additions.ts';
import { accountIdColumn, lifecycleOf } from '#lib/platform/db/table-lifecycle.ts';

export const additionsLifecycle = [
  lifecycleOf(workDrafts, {
    accountId: accountIdColumn({ not: 'A copy of the account’s last submission, kept until the account decides.' }),
    authorId: { retained: 'The works are read again for the remaining record.' },
  }),
];
