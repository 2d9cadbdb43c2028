import { daysMs, minutesMs } from '#lib/platform/clock.ts';

export const maxAttempts = 8;

/**
 * Period after its creation in which a job is retried after transient errors, in milliseconds, as for mail servers (RFC 5321, section
 * 4.5.4.1: at least 4 to 5 days). At least `maxAttempts` attempts are made in any case.
 */
export const maxTransientRetryMs = daysMs(5);

/** Pause of a kind of job if none of them can succeed, so that an unreachable server does not delay other jobs. */
export const kindBackoffMs = 30_000;

const firstPauseMs = 2_000;

const maxPauseMs = minutesMs(30);

/** Returns the delay after a failed attempt: exponential back-off with jitter, so that jobs do not retry simultaneously. */
export const retryDelayMs = (attempts: number): number =>
  Math.round(Math.min(maxPauseMs, firstPauseMs * 2 ** (attempts - 1)) * (0.75 + Math.random() / 2));
