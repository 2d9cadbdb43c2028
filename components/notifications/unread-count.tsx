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
    <span className="rounded-sm bg-accent px-1.5 text-accent-ink text-xs">
      {unread}
      <span className="sr-only"> new</span>
    </span>
  ) : null;
}

function readUnread(answer: unknown): number | null {
  return typeof answer === 'object' && answer !== null && 'unread' in answer && typeof answer.unread === 'number' ? answer.unread : null;
}
