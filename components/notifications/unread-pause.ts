export const shortestPauseMs = 60_000;
export const longestPauseMs = 16 * 60_000;

/** How long to wait before asking again: a minute after a change, and twice as long each time that nothing has changed. */
export const nextPause = (pauseMs: number, changed: boolean): number => (changed ? shortestPauseMs : Math.min(longestPauseMs, pauseMs * 2));
