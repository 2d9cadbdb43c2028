/** The polling intervals of live content: short after a change, and increasing while nothing changes. */
export interface PollPauses {
  shortestMs: number;
  maxMs: number;
  /** Factor by which the interval grows if nothing has changed. */
  growth: number;
}

export const unreadPauses: PollPauses = { shortestMs: 60_000, maxMs: 16 * 60_000, growth: 2 };
export const threadPauses: PollPauses = { shortestMs: 5_000, maxMs: 60_000, growth: 1.5 };
export const jobPauses: PollPauses = { shortestMs: 2_000, maxMs: 30_000, growth: 1.2 };

/** Returns the next polling interval, in milliseconds. */
export const nextPause = (pauseMs: number, changed: boolean, { shortestMs, maxMs, growth }: PollPauses): number =>
  changed ? shortestMs : Math.min(maxMs, pauseMs * growth);
