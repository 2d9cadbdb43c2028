import { MarkAllRead } from '#components/notifications/mark-all-read.tsx';
import { NotificationText } from '#components/notifications/notification-list.tsx';
import type { NotificationView } from '#lib/community/notifications/model/notification.ts';

/** Recent notifications; unread ones are marked by text and weight. */
export function RecentNotifications({ notifications, loadedAt }: { notifications: NotificationView[]; loadedAt: Date }) {
  if (notifications.length === 0) return <p className="text-sm text-soft">Nothing yet. Answers to claims and invitations appear here.</p>;
  const hasUnread = notifications.some(({ read }) => !read);
  return (
    <>
      <ul>
        {notifications.map((notice) => (
          <li key={notice.id} className="border-line border-t py-2.5 first:border-t-0">
            <NotificationText notice={notice} />
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap items-baseline gap-x-6 gap-y-2 text-sm">
        {hasUnread && <MarkAllRead back="/me" until={loadedAt.toISOString()} />}
        <a href="/me/notifications">Notification settings</a>
      </div>
    </>
  );
}
