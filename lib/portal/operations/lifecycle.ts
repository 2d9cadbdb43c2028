import { announcements } from '#lib/platform/db/schema/accounts.ts';
import { id, of, replaced } from '#lib/platform/db/table-lifecycle.ts';

export const operationsLifecycle = [
  of(announcements, {
    createdBy: id(
      { file: 'acts', list: 'announcements', fields: ['text', 'href', 'from', 'until'], order: announcements.from },
      replaced('Others depend on it; who acted is no longer told.'),
    ),
  }),
];
