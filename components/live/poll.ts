import { nextPollIntervalMs, type PollIntervals } from './poll-intervals.ts';

export interface Polled<Value> {
  value: Value;
  /** Milliseconds until the next poll; false once polling has stopped. */
  intervalMs: number | false;
}

interface PollOptions<Value> {
  intervals: PollIntervals;
  /** Parses the value from the server's JSON; null if it is missing. */
  read: (body: unknown) => Value | null;
  signal: AbortSignal;
}

/** Polls once. If the server cannot be reached, the value stays unchanged. */
export async function poll<Value>(
  url: string,
  { value, intervalMs }: Polled<Value>,
  { intervals, read, signal }: PollOptions<Value>,
): Promise<Polled<Value>> {
  const response = await fetch(url, { signal }).catch(() => null);
  if (response && [401, 403, 404].includes(response.status)) return { value, intervalMs: false };
  const received = response?.ok ? read(await response.json().catch(() => null)) : null;
  const changed = received !== null && received !== value;
  return { value: received ?? value, intervalMs: nextPollIntervalMs(intervalMs || intervals.minMs, changed, intervals) };
}
