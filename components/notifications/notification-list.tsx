import { AnswerInvitation } from '#components/invitations/answer-invitation.tsx';
import { ActionButton } from '#components/site/action-button.tsx';
import { Day } from '#components/ui/day.tsx';
import { type InvitationState, isInvitationOpen } from '#lib/community/invitations/model/invitation.ts';
import { markNotificationsRead } from '#lib/community/notifications/actions.ts';
import type { NotificationView } from '#lib/community/notifications/model/notification.ts';
import { addMs, dayOf, daysMs } from '#lib/platform/clock.ts';
import { MarkRead } from './mark-read.tsx';

interface TextProps {
  notice: NotificationView;
  /** False if the notification is listed under its day. */
  dated?: boolean;
}

/** One notification with its text, link and date; unread ones are marked by text and weight. */
export function NotificationText({ notice: { id, title, text, at, read }, dated = true }: TextProps) {
  return (
    <>
      <p>
        <a href={`/notifications/${id}`} className={read ? '' : 'font-semibold'}>
          {title}
        </a>{' '}
        {!read && <span className="text-accent text-sm">new</span>}
      </p>
      <p className="whitespace-pre-line text-sm text-soft">{text.replaceAll('\n\n', '\n')}</p>
      {dated && (
        <p className="text-soft text-xs">
          <Day at={at} />
        </p>
      )}
    </>
  );
}

interface Props {
  notifications: readonly NotificationView[];
  /** The states of received invitations, by path. */
  invitations: ReadonlyMap<string, InvitationState>;
}

/** Notifications by day, newest first. Opening one marks it as read; open invitations can be answered here. */
export function NotificationList({ notifications, invitations, today }: Props & { today: Date }) {
  const byDay = Map.groupBy(notifications, ({ at }) => dayOf(at));
  const dayNames = new Map([
    [dayOf(today), 'Today'],
    [dayOf(addMs(today, -daysMs(1))), 'Yesterday'],
  ]);
  return [...byDay].map(([day, notificationsOfDay]) => (
    <section key={day} aria-labelledby={`day-${day}`} className="mb-8">
      <h2 id={`day-${day}`} className="mb-2 text-sm">
        {dayNames.has(day) && <b className="mr-2 font-semibold">{dayNames.get(day)}</b>}
        <span className="text-soft">
          <Day at={new Date(`${day}T00:00:00Z`)} />
        </span>
      </h2>
      <NotificationCards notifications={notificationsOfDay} invitations={invitations} />
    </section>
  ));
}

/** "Accept the invitation of Tomás Okafor". */
const invitationTitle = (title: string): string => `the invitation of ${title.replace(/ invites you$/, '')}`;

function NotificationCards({ notifications, invitations }: Props) {
  return (
    <ul className="card divide-y divide-line overflow-hidden p-0!">
      {notifications.map((notice) => {
        const state = invitations.get(notice.path);
        return (
          <li key={notice.id} className={`border-l-3 px-4 py-4 ${notice.read ? 'border-l-transparent' : 'border-l-accent bg-wash/50'}`}>
            <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
              <div className="min-w-0 max-w-measure">
                <NotificationText notice={notice} dated={false} />
              </div>
              <MarkRead id={notice.id} title={notice.title} isRead={notice.read} />
            </div>
            {state && (
              <AnswerInvitation
                invitationId={notice.path.replace('/invitations/', '')}
                state={state}
                isOpen={isInvitationOpen(state)}
                title={invitationTitle(notice.title)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The title of the confirmation after marking all as read. */
export const allReadTitle = 'All notifications are marked as read';

/** Marks everything as read that existed when the page was loaded, and returns to it. */
export const MarkAllRead = ({ back, loadedAt }: { back: '/me' | '/notifications'; loadedAt: Date }) => (
  <ActionButton action={markNotificationsRead} hiddenInputs={{ back, until: loadedAt.toISOString() }} label="Mark all as read" />
);
