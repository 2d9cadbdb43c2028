import { type RefObject, useEffect, useRef } from 'react';
import { requestPage, showNewerParts } from './newer-page.ts';
import type { PollIntervals } from './poll-intervals.ts';
import { usePolled } from './use-polled.ts';

interface Options {
  url: string;
  /** The state with which the page was drawn, or that it shows since. */
  state: string;
  intervals: PollIntervals;
  /** Reads the state of an answer. */
  read: (body: unknown) => string | null;
}

/** Reads an answer `{ state }`. */
export const readState = (body: unknown): string | null =>
  typeof body === 'object' && body !== null && 'state' in body && typeof body.state === 'string' ? body.state : null;

/** Shows newer parts of the page once its state differs from what is shown. Returns the state that is shown, which a form may change. */
export function useRefreshed({ url, state, intervals, read }: Options): RefObject<string> {
  const shown = useRef(state);
  useEffect(() => {
    shown.current = state;
  }, [state]);
  const current = usePolled({ url, initial: state, intervals, read });
  useEffect(() => {
    if (current === shown.current) return;
    const request = new AbortController();
    requestPage(window.location.href, { signal: request.signal })
      .then(({ page }) => {
        if (showNewerParts(page)) shown.current = current;
      })
      // The next change is shown with this one.
      .catch(() => undefined);
    return () => request.abort();
  }, [current]);
  return shown;
}
