import { announcements } from '#lib/platform/db/schema/accounts.ts';
import { id, replaced, type TableLifecycle } from '#lib/platform/db/table-lifecycle.ts';

export const operationsLifecycle: readonly TableLifecycle[] = [
  { table: announcements, accounts: { createdBy: id('acts', replaced('Others stand on it; who acted is no longer told.')) } },
];
