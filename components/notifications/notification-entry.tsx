import { ApiButton } from '#components/site/api-button.tsx';

export interface NotificationProps {
  id: string;
  title: string;
  text: string;
  read: boolean;
  /** Whether it was just marked as read. */
  marked: boolean;
  /** The page of the list. */
  back: string;
}

interface TextProps extends Pick<NotificationProps, 'id' | 'title' | 'text' | 'read'> {}

/** The title of a notification as a link, and its text; unread ones are marked by text and weight. */
export const NotificationWords = ({ id, title, text, read }: TextProps) => (
  <>
    <p>
      <a href={`/notifications/${id}`} className={read ? '' : 'font-semibold'}>
        {title}
      </a>{' '}
      {!read && <span className="text-accent text-sm">new</span>}
    </p>
    <p className="whitespace-pre-line text-sm text-soft">{text.replaceAll('\n\n', '\n')}</p>
  </>
);

/** Where notifications are marked as read. */
export const readPath = '/api/notifications/read';

/** Returns the page of a list that says which notification is marked as read, beside it. */
function markedPath(back: string, id: string): string {
  const [path = '', query] = back.split('?');
  return `${path}?${new URLSearchParams([...new URLSearchParams(query), ['marked', id]])}`;
}

interface Props extends NotificationProps {
  /** Focuses the result, if no script moves the focus to the next notification. */
  focusResult?: object;
}

/** A notification in its list, with the form that marks it as read. */
export const NotificationEntry = ({ focusResult, marked, back, ...notice }: Props) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1" data-unread-entry={notice.read ? undefined : ''}>
    <div className="min-w-0 max-w-measure">
      <NotificationWords {...notice} />
    </div>
    {(!notice.read || marked) && (
      <div className="text-sm">
        {!notice.read && (
          <ApiButton
            path={readPath}
            fields={{ id: notice.id }}
            back={markedPath(back, notice.id)}
            variant="quiet"
            label="Mark as read"
            about={`: ${notice.title}`}
          />
        )}
        {marked && (
          <p role="status" tabIndex={-1} {...focusResult} className="text-soft">
            Marked as read
          </p>
        )}
      </div>
    )}
  </div>
);
