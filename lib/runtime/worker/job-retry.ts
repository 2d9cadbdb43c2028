import { minutesMs } from '#lib/platform/clock.ts';

/** Pause of a kind of job if none of them can succeed, so that an unreachable server does not delay other jobs. */
export const kindBackoffMs = 30_000;

const firstPauseMs = 2_000;

const maxPauseMs = minutesMs(30);

/** Returns the delay after a failed attempt: exponential back-off with jitter, so that jobs do not retry simultaneously. */
export const retryDelayMs = (attempts: number): number =>
  Math.round(Math.min(maxPauseMs, firstPauseMs * 2 ** (attempts - 1)) * (0.75 + Math.random() / 2));
