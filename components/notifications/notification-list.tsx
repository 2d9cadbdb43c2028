import { AnswerInvitation } from '#components/invitations/answer-invitation.tsx';
import { Island } from '#components/live/island.tsx';
import { Day } from '#components/ui/day.tsx';
import { initialFocus } from '#components/ui/field.tsx';
import { type InvitationState, isInvitationOpen } from '#lib/community/invitations/model/invitation.ts';
import type { NotificationView } from '#lib/community/notifications/model/notification.ts';
import { addMs, dayOf, daysMs } from '#lib/platform/clock.ts';
import { NotificationEntry, NotificationWords } from './notification-entry.tsx';

interface TextProps {
  notice: NotificationView;
}

/** One notification with its text, link and date. */
export const NotificationText = ({ notice }: TextProps) => (
  <>
    <NotificationWords {...notice} />
    <p className="text-soft text-xs">
      <Day at={notice.at} />
    </p>
  </>
);

interface Props {
  notifications: readonly NotificationView[];
  /** The states of received invitations, by path. */
  invitations: ReadonlyMap<string, InvitationState>;
  /** The page of the list. */
  back: string;
  /** The id of a notification that was just marked as read. */
  marked: string | undefined;
}

/** Notifications by day, newest first. Opening one marks it as read; open invitations can be answered here. */
export function NotificationList({ notifications, today, ...list }: Props & { today: Date }) {
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
      <NotificationCards notifications={notificationsOfDay} {...list} />
    </section>
  ));
}

/** "Accept the invitation of Tomás Okafor". */
const invitationTitle = (title: string): string => `the invitation of ${title.replace(/ invites you$/, '')}`;

function NotificationCards({ notifications, invitations, back, marked }: Props) {
  return (
    <ul className="card divide-y divide-line overflow-hidden p-0!">
      {notifications.map((notice) => {
        const state = invitations.get(notice.path);
        const { id, title, text, read } = notice;
        const entry = { id, title, text, read, marked: read && id === marked, back };
        return (
          <li
            key={id}
            className="border-l-3 border-l-transparent px-4 py-4 has-data-unread-entry:border-l-accent has-data-unread-entry:bg-wash/50"
          >
            <Island name="notification" props={entry}>
              <div>
                <NotificationEntry {...entry} focusResult={initialFocus} />
              </div>
            </Island>
            {state && isInvitationOpen(state) && (
              <AnswerInvitation invitationId={notice.path.replace('/invitations/', '')} title={invitationTitle(title)} />
            )}
          </li>
        );
      })}
    </ul>
  );
}
