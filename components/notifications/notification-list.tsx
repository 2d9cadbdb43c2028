import { ActionForm } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { Day } from '#components/ui/day.tsx';
import { markRead } from '#lib/community/notifications/actions.ts';
import type { NotificationView } from '#lib/community/notifications/model/notification.ts';

/** One notification with its text, link and date; unread ones are marked by text and weight. */
export function NotificationText({ notice: { title, text, path, at, read } }: { notice: NotificationView }) {
  return (
    <>
      <p>
        <a href={path} className={read ? '' : 'font-semibold'}>
          {title}
        </a>{' '}
        {!read && <span className="text-accent text-sm">new</span>}
      </p>
      <p className="text-sm text-soft">
        {text} <Day at={at} />
      </p>
    </>
  );
}

/** Notifications, each with a button that marks it as read. */
export function NotificationList({ notifications }: { notifications: readonly NotificationView[] }) {
  return (
    <ul className="border-line border-b">
      {notifications.map((notice) => (
        <li key={notice.id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-line border-t py-3">
          <div className="min-w-0 max-w-measure">
            <NotificationText notice={notice} />
          </div>
          {!notice.read && (
            <ActionForm action={markRead} className="text-sm">
              <input type="hidden" name="id" value={notice.id} />
              <Button look="quiet">
                Mark as read<span className="sr-only">: {notice.title}</span>
              </Button>
            </ActionForm>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Marks everything as read and returns to the current page. */
export const MarkAllRead = ({ back }: { back: '/me' | '/notifications' }) => (
  <ActionForm action={markRead} className="">
    <input type="hidden" name="back" value={back} />
    <Button>Mark all as read</Button>
  </ActionForm>
);
