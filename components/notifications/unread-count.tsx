'use client';

import { useEffect, useState } from 'react';
import { nextPause, shortestPauseMs } from './unread-pause.ts';

/**
 * The number of unread notices, kept right while the page is looked at. An interval, not Server-Sent Events: a stream would hold a
 * connection and a file handle for every open page, and with two processes, or an embedded database, the server would itself have to ask
 * again and again. So the page asks: after a minute, then more and more rarely while nothing changes; not at all while it is hidden; and
 * at once when it is looked at again.
 */
export function UnreadCount({ unread: atFirst }: { unread: number }) {
  const [unread, setUnread] = useState(atFirst);
  useEffect(() => setUnread(atFirst), [atFirst]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pauseMs = shortestPauseMs;
    let last = atFirst;
    let askedAt = Date.now();
    const wait = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') timer = setTimeout(ask, pauseMs);
    };
    const ask = async () => {
      askedAt = Date.now();
      const found = await unreadNow();
      if (found === 'signed_out') return;
      pauseMs = nextPause(pauseMs, found !== null && found !== last);
      last = found ?? last;
      setUnread(last);
      wait();
    };
    const look = () => {
      if (document.visibilityState === 'visible' && Date.now() - askedAt >= shortestPauseMs) void ask();
      else wait();
    };
    document.addEventListener('visibilitychange', look);
    wait();
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [atFirst]);
  return unread > 0 ? (
    <span className="rounded-sm bg-accent px-1.5 text-accent-ink text-xs">
      {unread}
      <span className="sr-only"> new</span>
    </span>
  ) : null;
}

/** Null where the server could not be asked. */
async function unreadNow(): Promise<number | 'signed_out' | null> {
  const answer = await fetch('/notifications/unread').catch(() => null);
  if (answer?.status === 401) return 'signed_out';
  const told: { unread?: unknown } = answer?.ok ? await answer.json() : {};
  return typeof told.unread === 'number' ? told.unread : null;
}
