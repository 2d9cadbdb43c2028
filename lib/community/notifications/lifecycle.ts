import { digests, notificationSettings, notifications } from '#lib/platform/db/schema/notifications.ts';
import { accountIdColumn, lifecycleOf } from '#lib/platform/db/table-lifecycle.ts';

export const notificationsLifecycle = [
  lifecycleOf(notifications, {
    accountId: accountIdColumn('notifications'),
    facts: { erasedText: 'Notifications of other people name a former member instead.' },
  }),
  lifecycleOf(notificationSettings, { accountId: accountIdColumn('settings') }),
  lifecycleOf(digests, { accountId: accountIdColumn('settings') }),
];
