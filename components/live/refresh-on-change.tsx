'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import type { PollPauses } from './poll-pauses.ts';
import { QueryProvider } from './query-provider.tsx';
import { usePolled } from './use-polled.ts';

interface Props {
  /** Returns `{ state }`, a short text that changes with the content of the page. */
  url: string;
  /** The state with which the page was rendered. */
  state: string;
  pauses: PollPauses;
}

/** Refreshes the page when its state on the server changes. Text typed into its forms is kept. */
export function RefreshOnChange(props: Props) {
  return (
    <QueryProvider>
      <Refresh {...props} />
    </QueryProvider>
  );
}

function Refresh({ url, state, pauses }: Props) {
  const router = useRouter();
  const current = usePolled({ url, initial: state, pauses, read: readState });
  useEffect(() => {
    if (current !== state) router.refresh();
  }, [current, state, router]);
  return null;
}

function readState(body: unknown): string | null {
  return typeof body === 'object' && body !== null && 'state' in body && typeof body.state === 'string' ? body.state : null;
}
