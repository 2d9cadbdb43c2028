import { useQuery } from '@tanstack/react-query';
import { type Polled, poll } from './poll.ts';
import type { PollIntervals } from './poll-intervals.ts';

interface Options<Value> {
  url: string;
  /** The value with which the page was rendered. Rendering with another value restarts from that one. */
  initial: Value;
  intervals: PollIntervals;
  /** Parses the value from the server's JSON; null if it is missing. */
  read: (answer: unknown) => Value | null;
}

/**
 * Returns a value from the server, polled while the page is visible, and immediately when it becomes visible. Polling stops when the viewer
 * is signed out or no longer permitted.
 */
export function usePolled<Value extends string | number>({ url, initial, intervals, read }: Options<Value>): Value {
  const { data } = useQuery({
    queryKey: ['polled', url, initial],
    queryFn: ({ client, queryKey, signal }) =>
      poll(url, client.getQueryData<Polled<Value>>(queryKey) ?? { value: initial, intervalMs: intervals.minMs }, {
        intervals,
        read,
        signal,
      }),
    initialData: { value: initial, intervalMs: intervals.minMs } as Polled<Value>,
    refetchInterval: ({ state }) => state.data?.intervalMs ?? intervals.minMs,
    staleTime: ({ state }) => (state.data?.intervalMs === false ? Number.POSITIVE_INFINITY : intervals.minMs),
    gcTime: 0,
    retry: false,
  });
  return data.value;
}
