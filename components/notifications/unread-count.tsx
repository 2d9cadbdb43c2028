import { unreadCountSuffix } from './unread-text.ts';

/** The number of unread notifications. `unread-script.ts` updates it while the page is visible. */
export function UnreadCount({ unread }: { unread: number }) {
  return (
    <span
      // The key makes a new render replace what the script may have changed.
      key={unread}
      data-unread={unread}
      className="absolute top-0.5 right-0 min-w-4.5 rounded-full bg-accent px-1 text-center font-semibold text-[0.75rem] text-accent-ink leading-4.5 empty:hidden"
    >
      {unread > 0 && unread}
      {unread > 0 && <span className="sr-only">{unreadCountSuffix}</span>}
    </span>
  );
}
