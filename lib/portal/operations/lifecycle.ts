import { announcements } from '#lib/platform/db/schema/accounts.ts';
import { accountIdColumn, lifecycleOf, replaced } from '#lib/platform/db/table-lifecycle.ts';

export const operationsLifecycle = [
  lifecycleOf(announcements, {
    createdBy: accountIdColumn(
      { file: 'acts', list: 'announcements', fields: ['text', 'href', 'from', 'until'], order: announcements.from },
      replaced('Other people depend on it. It no longer identifies the person who acted.'),
    ),
  }),
];
