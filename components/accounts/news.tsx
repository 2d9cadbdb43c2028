import { Button } from '#components/ui/button.tsx';
import { Day } from '#components/ui/day.tsx';
import { markAllRead } from '#lib/notifications/actions.ts';
import type { NotificationView } from '#lib/notifications/model.ts';

/** What the account has been told, the unread marked in words and weight. */
export function News({ notifications }: { notifications: NotificationView[] }) {
  if (notifications.length === 0) return <p className="text-sm text-soft">Nothing yet. Answers to claims and invitations appear here.</p>;
  const unread = notifications.some(({ read }) => !read);
  return (
    <>
      <ul>
        {notifications.slice(0, 12).map(({ id, title, text, path, at, read }) => (
          <li key={id} className="border-line border-t py-2.5 first:border-t-0">
            <p>
              <a href={path} className={read ? '' : 'font-semibold'}>
                {title}
              </a>{' '}
              {!read && <span className="text-accent text-sm">new</span>}
            </p>
            <p className="text-sm text-soft">
              {text} <Day at={at} />
            </p>
          </li>
        ))}
      </ul>
      {unread && (
        <form action={markAllRead} className="mt-3">
          <Button>Mark all as read</Button>
        </form>
      )}
    </>
  );
}
