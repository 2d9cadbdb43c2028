import { type Polled, poll } from '#components/live/poll.ts';
import { unreadPollIntervals } from '#components/live/poll-intervals.ts';
import { countElements, readCounts, showCounts, shownCounts, unreadUrl } from './unread-counts.ts';

/*
 * Updates the numbers of unread notifications and conversations. It polls instead of using Server-Sent Events, because a stream holds a
 * connection and a file handle for every open page. With two processes, or an embedded database, the server itself would have to poll
 * (docs/decisions/0037-live-parts.md). On a page with live notifications, their script polls.
 */

const { signal } = new AbortController();

/** As text, so that it can be compared. */
function readCountsText(body: unknown): string | null {
  const counts = readCounts(body);
  return counts && JSON.stringify(counts);
}

if (countElements().length > 0 && !document.querySelector('[data-live="new-notifications"]')) {
  let polled: Polled<string> = { value: JSON.stringify(shownCounts()), intervalMs: unreadPollIntervals.minMs };
  let polledAt = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedulePoll = () => {
    clearTimeout(timer);
    if (polled.intervalMs !== false && !document.hidden) timer = setTimeout(pollNow, polled.intervalMs);
  };
  const pollNow = async () => {
    polledAt = Date.now();
    polled = await poll(unreadUrl, polled, { intervals: unreadPollIntervals, read: readCountsText, signal });
    showCounts(JSON.parse(polled.value));
    schedulePoll();
  };
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && polled.intervalMs !== false && Date.now() - polledAt >= unreadPollIntervals.minMs) void pollNow();
    else schedulePoll();
  });
  schedulePoll();
}
