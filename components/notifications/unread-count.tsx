'use client';

import { unreadPauses } from '#components/live/poll-pauses.ts';
import { usePolled } from '#components/live/use-polled.ts';

/**
 * The number of unread notices, kept right while the page is looked at. An interval, not Server-Sent Events: a stream would hold a
 * connection and a file handle for every open page, and with two processes, or an embedded database, the server would itself have to ask
 * again and again (docs/decisions/0037-live-parts.md).
 */
export function UnreadCount({ unread: initial }: { unread: number }) {
  const unread = usePolled({ url: '/notifications/unread', initial, pauses: unreadPauses, read: readUnread });
  return unread > 0 ? (
    <span className="absolute top-0.5 right-0 min-w-4.5 rounded-full bg-accent px-1 text-center font-semibold text-[0.75rem] text-accent-ink leading-4.5">
      {unread}
      <span className="sr-only"> new</span>
    </span>
  ) : null;
}

function readUnread(answer: unknown): number | null {
  return typeof answer === 'object' && answer !== null && 'unread' in answer && typeof answer.unread === 'number' ? answer.unread : null;
}
