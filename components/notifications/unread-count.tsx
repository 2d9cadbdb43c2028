import { unreadCountSuffix, unreadText } from './unread-text.ts';

interface Props {
  unread: number;
  /** What is counted: notifications, or conversations with unread messages. */
  kind?: 'unread' | 'threads';
}

/** The number of unread notifications or conversations. `unread-script.ts` updates it while the page is visible. */
export function UnreadCount({ unread, kind = 'unread' }: Props) {
  return (
    <span
      // The key makes a new render replace what the script may have changed.
      key={unread}
      data-unread={unread}
      data-kind={kind}
      className="absolute top-0.5 right-0 min-w-4.5 rounded-full bg-accent px-1 text-center font-semibold text-[0.75rem] text-accent-ink leading-4.5 empty:hidden"
    >
      {unread > 0 && unreadText(unread)}
      {unread > 0 && <span className="sr-only">{unreadCountSuffix}</span>}
    </span>
  );
}
