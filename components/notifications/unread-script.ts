import { type Polled, poll } from '#components/live/poll.ts';
import { unreadPauses } from '#components/live/poll-pauses.ts';
import { unreadText } from './unread-text.ts';

/*
 * Updates the number of unread notifications in the header. It polls instead of using Server-Sent Events, because a stream holds a
 * connection and a file handle for every open page. With two processes, or an embedded database, the server itself would have to poll
 * (docs/decisions/0037-live-parts.md).
 */

const url = '/notifications/unread';
const countIn = () => document.querySelector<HTMLElement>('[data-unread]');
const { signal } = new AbortController();

const first = countIn();
if (first) {
  let polled: Polled<number> = { value: Number(first.dataset.unread), pauseMs: unreadPauses.shortestMs };
  let askedAt = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const plan = () => {
    clearTimeout(timer);
    if (polled.pauseMs !== false && !document.hidden) timer = setTimeout(ask, polled.pauseMs);
  };
  const ask = async () => {
    askedAt = Date.now();
    polled = await poll(url, polled, { pauses: unreadPauses, read: readUnread, signal });
    show(polled.value);
    plan();
  };
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && polled.pauseMs !== false && Date.now() - askedAt >= unreadPauses.shortestMs) void ask();
    else plan();
  });
  plan();
}

function show(unread: number): void {
  const count = countIn();
  if (!count || count.dataset.unread === String(unread)) return;
  count.dataset.unread = String(unread);
  const unit = document.createElement('span');
  unit.className = 'sr-only';
  unit.textContent = unreadText;
  count.replaceChildren(...(unread > 0 ? [String(unread), unit] : []));
}

function readUnread(answer: unknown): number | null {
  return typeof answer === 'object' && answer !== null && 'unread' in answer && typeof answer.unread === 'number' ? answer.unread : null;
}
