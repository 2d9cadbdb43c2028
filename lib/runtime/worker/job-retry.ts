import { daysMs, minutesMs } from '#lib/platform/clock.ts';

export const maxAttempts = 8;

/**
 * How long after its creation a job is tried again after transient errors, however often: as long as a mail server would try
 * (RFC 5321 §4.5.4.1: at least 4 to 5 days). `maxAttempts` come first.
 */
export const maxTransientRetryMs = daysMs(5);

/** So long a kind rests of which nothing gets through: a server that does not answer must not hold up everything else. */
export const kindBackoffMs = 30_000;

const firstPauseMs = 2_000;

const maxPauseMs = minutesMs(30);

/** How long a job rests after an attempt that failed: doubling, with a little chance so that many do not come back at once. */
export const retryDelayMs = (attempts: number): number =>
  Math.round(Math.min(maxPauseMs, firstPauseMs * 2 ** (attempts - 1)) * (0.75 + Math.random() / 2));
