'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import type { PollIntervals } from './poll-intervals.ts';
import { QueryProvider } from './query-provider.tsx';
import { usePolled } from './use-polled.ts';

interface Props {
  /** Returns `{ state }`, a short text that changes with the content of the page. */
  url: string;
  /** The state with which the page was rendered. */
  state: string;
  intervals: PollIntervals;
}

/** Refreshes the page when its state on the server changes. Text typed into its forms is kept. */
export function RefreshOnChange(props: Props) {
  return (
    <QueryProvider>
      <Refresh {...props} />
    </QueryProvider>
  );
}

function Refresh({ url, state, intervals }: Props) {
  const router = useRouter();
  const current = usePolled({ url, initial: state, intervals, read: readState });
  useEffect(() => {
    if (current !== state) router.refresh();
  }, [current, state, router]);
  return null;
}

function readState(body: unknown): string | null {
  return typeof body === 'object' && body !== null && 'state' in body && typeof body.state === 'string' ? body.state : null;
}
