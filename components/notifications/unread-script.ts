import { type Polled, poll } from '#components/live/poll.ts';
import { unreadPollIntervals } from '#components/live/poll-intervals.ts';
import { unreadCountSuffix } from './unread-text.ts';

/*
 * Updates the number of unread notifications in the header. It polls instead of using Server-Sent Events, because a stream holds a
 * connection and a file handle for every open page. With two processes, or an embedded database, the server itself would have to poll
 * (docs/decisions/0037-live-parts.md).
 */

const url = '/notifications/unread';
const countElement = () => document.querySelector<HTMLElement>('[data-unread]');
const { signal } = new AbortController();

const initialCount = countElement();
if (initialCount) {
  let polled: Polled<number> = { value: Number(initialCount.dataset.unread), intervalMs: unreadPollIntervals.minMs };
  let polledAt = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedulePoll = () => {
    clearTimeout(timer);
    if (polled.intervalMs !== false && !document.hidden) timer = setTimeout(pollNow, polled.intervalMs);
  };
  const pollNow = async () => {
    polledAt = Date.now();
    polled = await poll(url, polled, { intervals: unreadPollIntervals, read: readUnread, signal });
    showCount(polled.value);
    schedulePoll();
  };
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && polled.intervalMs !== false && Date.now() - polledAt >= unreadPollIntervals.minMs) void pollNow();
    else schedulePoll();
  });
  schedulePoll();
}

function showCount(unread: number): void {
  const count = countElement();
  if (!count || count.dataset.unread === String(unread)) return;
  count.dataset.unread = String(unread);
  const unit = document.createElement('span');
  unit.className = 'sr-only';
  unit.textContent = unreadCountSuffix;
  count.replaceChildren(...(unread > 0 ? [String(unread), unit] : []));
}

function readUnread(body: unknown): number | null {
  return typeof body === 'object' && body !== null && 'unread' in body && typeof body.unread === 'number' ? body.unread : null;
}
