import { digests, notificationSettings, notifications } from '#lib/platform/db/schema/notifications.ts';
import { accountIdColumn, lifecycleOf } from '#lib/platform/db/table-lifecycle.ts';

export const notificationsLifecycle = [
  // Notifications of other people name a former member afterwards: their facts hold the id of a record, no name.
  lifecycleOf(notifications, { accountId: accountIdColumn('notifications') }),
  lifecycleOf(notificationSettings, { accountId: accountIdColumn('settings') }),
  lifecycleOf(digests, { accountId: accountIdColumn('settings') }),
];
