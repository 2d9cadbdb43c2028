import { digests, notificationSettings, notifications } from '#lib/platform/db/schema/notifications.ts';
import { id, of, type TableLifecycle } from '#lib/platform/db/table-lifecycle.ts';

export const notificationsLifecycle: readonly TableLifecycle[] = [
  of(notifications, { accountId: id('notifications'), facts: { words: 'Notices to others say: a former member.' } }),
  of(notificationSettings, { accountId: id('settings') }),
  of(digests, { accountId: id('settings') }),
];
