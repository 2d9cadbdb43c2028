import { nextPause, type PollPauses } from './poll-pauses.ts';

export interface Polled<Value> {
  value: Value;
  /** Milliseconds until the server is asked again; false once it is not asked any more. */
  pauseMs: number | false;
}

interface PollOptions<Value> {
  pauses: PollPauses;
  /** Reads the value from the server's JSON; null where it is not there. */
  read: (answer: unknown) => Value | null;
  signal: AbortSignal;
}

/** Asks once. A server that cannot be reached has changed nothing. */
export async function poll<Value>(
  url: string,
  { value, pauseMs }: Polled<Value>,
  { pauses, read, signal }: PollOptions<Value>,
): Promise<Polled<Value>> {
  const answer = await fetch(url, { signal }).catch(() => null);
  if (answer && [401, 403, 404].includes(answer.status)) return { value, pauseMs: false };
  const found = answer?.ok ? read(await answer.json().catch(() => null)) : null;
  const changed = found !== null && found !== value;
  return { value: found ?? value, pauseMs: nextPause(pauseMs || pauses.shortestMs, changed, pauses) };
}
