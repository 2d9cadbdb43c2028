/**
 * Decides whether the wall clock can be trusted with what time alone sets off and nobody can undo: sweeping, erasures, expiry, signed
 * heads. It compares the wall clock with a monotonic clock, which no correction moves, and with the last time that was trusted, which the
 * database keeps over restarts. After a jump it waits until the clock has been consistent for a settling time.
 */
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Forward: daylight saving is no jump of UTC, and an hour deletes nothing that a minute would not. */
const maxForwardMs = hourMs;
/** Backward: more than a time server corrects in passing. */
const maxBackwardMs = 60_000;

interface ClockReading {
  /** Milliseconds since 1970, as the wall clock has it. */
  wall: number;
  /** Milliseconds of a clock that never jumps, from any beginning. */
  monotonic: number;
}

interface ClockGuardOptions {
  /** 0 trusts any clock: for tests that move it. */
  settlingMs: number;
  read?: () => ClockReading;
  /** Told once for each wait. */
  onJump?: (jump: { aheadMs: number; settlingMs: number }) => void;
}

export interface ClockGuard {
  /** Compares the clock with the last time that the database knows as trusted; null for a new database. */
  compareWith(trusted: Date | null): void;
  /** Reads the clocks. True where the wall clock can be trusted now. */
  isSettled(): boolean;
  /** Milliseconds of the clock that never jumps. */
  monotonic(): number;
}

const isJump = (aheadMs: number): boolean => aheadMs > maxForwardMs || aheadMs < -maxBackwardMs;

export function createClockGuard({ settlingMs, read = readClocks, onJump }: ClockGuardOptions): ClockGuard {
  /** What the clock is measured by: renewed each day, so that years of small corrections are no jump. */
  let anchor = read();
  let unsettledSince: number | null = null;

  const distrust = (now: ClockReading, aheadMs: number): void => {
    const isNew = unsettledSince === null;
    anchor = now;
    unsettledSince = now.monotonic;
    if (isNew) onJump?.({ aheadMs: Math.round(aheadMs), settlingMs });
  };

  return {
    compareWith(trusted) {
      const now = read();
      if (settlingMs === 0 || trusted === null || unsettledSince !== null) return;
      const aheadMs = now.wall - trusted.getTime();
      if (isJump(aheadMs)) distrust(now, aheadMs);
    },
    isSettled() {
      if (settlingMs === 0) return true;
      const now = read();
      const aheadMs = now.wall - anchor.wall - (now.monotonic - anchor.monotonic);
      if (isJump(aheadMs)) distrust(now, aheadMs);
      else if (unsettledSince !== null && now.monotonic - unsettledSince >= settlingMs) {
        unsettledSince = null;
        anchor = now;
      } else if (unsettledSince === null && now.monotonic - anchor.monotonic > dayMs) anchor = now;
      return unsettledSince === null;
    },
    monotonic: () => read().monotonic,
  };
}

const readClocks = (): ClockReading => ({ wall: Date.now(), monotonic: performance.now() });
