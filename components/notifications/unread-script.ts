import { type Polled, poll } from '#components/live/poll.ts';
import { unreadPollIntervals } from '#components/live/poll-intervals.ts';
import { unreadCountSuffix } from './unread-text.ts';

/*
 * Updates the numbers of unread notifications and conversations. It polls instead of using Server-Sent Events, because a stream holds a
 * connection and a file handle for every open page. With two processes, or an embedded database, the server itself would have to poll
 * (docs/decisions/0037-live-parts.md).
 */

const url = '/notifications/unread';
const countElements = () => [...document.querySelectorAll<HTMLElement>('[data-unread]')];
const { signal } = new AbortController();

/** The shown numbers by kind, as text, so that they can be compared. */
const shownCounts = () => JSON.stringify(Object.fromEntries(countElements().map(({ dataset }) => [dataset.kind, Number(dataset.unread)])));

if (countElements().length > 0) {
  let polled: Polled<string> = { value: shownCounts(), intervalMs: unreadPollIntervals.minMs };
  let polledAt = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedulePoll = () => {
    clearTimeout(timer);
    if (polled.intervalMs !== false && !document.hidden) timer = setTimeout(pollNow, polled.intervalMs);
  };
  const pollNow = async () => {
    polledAt = Date.now();
    polled = await poll(url, polled, { intervals: unreadPollIntervals, read: readCounts, signal });
    showCounts(JSON.parse(polled.value));
    schedulePoll();
  };
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && polled.intervalMs !== false && Date.now() - polledAt >= unreadPollIntervals.minMs) void pollNow();
    else schedulePoll();
  });
  schedulePoll();
}

function showCounts(counts: Record<string, number>): void {
  for (const element of countElements()) {
    const unread = counts[element.dataset.kind ?? ''];
    if (unread === undefined || element.dataset.unread === String(unread)) continue;
    element.dataset.unread = String(unread);
    const unit = document.createElement('span');
    unit.className = 'sr-only';
    unit.textContent = unreadCountSuffix;
    element.replaceChildren(...(unread > 0 ? [String(unread), unit] : []));
  }
}

function readCounts(body: unknown): string | null {
  const isComplete =
    typeof body === 'object' &&
    body !== null &&
    ['unread', 'threads'].every((kind) => typeof (body as Record<string, unknown>)[kind] === 'number');
  return isComplete ? JSON.stringify(body) : null;
}
