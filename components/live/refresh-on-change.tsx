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
  const now = usePolled({ url, initial: state, pauses, read: readState });
  useEffect(() => {
    if (now !== state) router.refresh();
  }, [now, state, router]);
  return null;
}

function readState(answer: unknown): string | null {
  return typeof answer === 'object' && answer !== null && 'state' in answer && typeof answer.state === 'string' ? answer.state : null;
}
