import { useQuery } from '@tanstack/react-query';
import { type Polled, poll } from './poll.ts';
import type { PollPauses } from './poll-pauses.ts';

interface Options<Value> {
  url: string;
  /** What the page was drawn with. A page that is drawn with another value begins again from there. */
  initial: Value;
  pauses: PollPauses;
  /** Reads the value from the server's JSON; null where it is not there. */
  read: (answer: unknown) => Value | null;
}

/**
 * Returns a value of the page as it is on the server now: asked for again and again while the page is visible, and at once when it is
 * looked at again. Signed out, or no longer allowed, it stops asking.
 */
export function usePolled<Value extends string | number>({ url, initial, pauses, read }: Options<Value>): Value {
  const { data } = useQuery({
    queryKey: ['polled', url, initial],
    queryFn: ({ client, queryKey, signal }) =>
      poll(url, client.getQueryData<Polled<Value>>(queryKey) ?? { value: initial, pauseMs: pauses.shortestMs }, { pauses, read, signal }),
    initialData: { value: initial, pauseMs: pauses.shortestMs } as Polled<Value>,
    refetchInterval: ({ state }) => state.data?.pauseMs ?? pauses.shortestMs,
    staleTime: ({ state }) => (state.data?.pauseMs === false ? Number.POSITIVE_INFINITY : pauses.shortestMs),
    gcTime: 0,
    retry: false,
  });
  return data.value;
}
