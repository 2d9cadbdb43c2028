import { digests, notificationSettings, notifications } from '#lib/platform/db/schema/notifications.ts';
import { id, type TableLifecycle } from '#lib/platform/db/table-lifecycle.ts';

export const notificationsLifecycle: readonly TableLifecycle[] = [
  { table: notifications, accounts: { accountId: id('notifications') }, texts: { facts: 'Notices to others say: a former member.' } },
  { table: notificationSettings, accounts: { accountId: id('settings') } },
  { table: digests, accounts: { accountId: id('settings') } },
];
