/** How often a live part asks the server: soon after a change, and more and more rarely while nothing changes. */
export interface PollPauses {
  shortestMs: number;
  maxMs: number;
  /** A pause after which nothing has changed is followed by one so many times as long. */
  growth: number;
}

export const unreadPauses: PollPauses = { shortestMs: 60_000, maxMs: 16 * 60_000, growth: 2 };
export const threadPauses: PollPauses = { shortestMs: 5_000, maxMs: 60_000, growth: 1.5 };
export const jobPauses: PollPauses = { shortestMs: 2_000, maxMs: 30_000, growth: 1.2 };

/** Returns how long to wait before asking again, in milliseconds. */
export const nextPause = (pauseMs: number, changed: boolean, { shortestMs, maxMs, growth }: PollPauses): number =>
  changed ? shortestMs : Math.min(maxMs, pauseMs * growth);
