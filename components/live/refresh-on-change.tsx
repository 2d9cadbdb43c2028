'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import type { PollPauses } from './poll-pauses.ts';
import { QueryProvider } from './query-provider.tsx';
import { usePolled } from './use-polled.ts';

interface Props {
  /** Answers `{ state }`, a short text that changes with what the page shows. */
  url: string;
  /** The state that the page was drawn with. */
  state: string;
  pauses: PollPauses;
}

/** Draws the page again once what it shows has changed on the server. What is typed into its forms stays. */
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
