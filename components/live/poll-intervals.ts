/** The polling intervals of live content: short after a change, and increasing while nothing changes. */
export interface PollIntervals {
  minMs: number;
  maxMs: number;
  /** Factor by which the interval grows if nothing has changed. */
  growth: number;
}

export const unreadPollIntervals: PollIntervals = { minMs: 60_000, maxMs: 16 * 60_000, growth: 2 };
export const threadPollIntervals: PollIntervals = { minMs: 5_000, maxMs: 60_000, growth: 1.5 };
export const jobPollIntervals: PollIntervals = { minMs: 2_000, maxMs: 30_000, growth: 1.2 };

/** Returns the next polling interval, in milliseconds. */
export const nextPollIntervalMs = (intervalMs: number, changed: boolean, { minMs, maxMs, growth }: PollIntervals): number =>
  changed ? minMs : Math.min(maxMs, intervalMs * growth);
