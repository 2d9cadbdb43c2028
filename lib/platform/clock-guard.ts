/**
 * Decides whether the wall clock can be trusted for actions that are triggered by time alone and cannot be undone: retention, erasures,
 * expiry and signed heads. It compares the wall clock with a monotonic clock, and with the last trusted time, which is stored in the
 * database. After a jump, it waits until the clock has been consistent for a settling time.
 */
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Largest accepted forward deviation. Daylight saving time does not change UTC, and one hour deletes nothing that a minute would not. */
const maxForwardMs = hourMs;
/** Largest accepted backward deviation: more than the usual correction by a time server. */
const maxBackwardMs = 60_000;

interface ClockReading {
  /** Milliseconds since 1970, by the wall clock. */
  wall: number;
  /** Milliseconds of a monotonic clock, since an arbitrary origin. */
  monotonic: number;
}

interface ClockGuardOptions {
  /** Settling time in ms; 0 trusts any clock, for tests that move it. */
  settlingMs: number;
  read?: () => ClockReading;
  /** Called once for each wait. */
  onJump?: (jump: { aheadMs: number; settlingMs: number }) => void;
}

export interface ClockGuard {
  /** Compares the clock with the last trusted time in the database; null for a new database. */
  compareWith(trusted: Date | null): void;
  /** Reads both clocks. Returns true if the wall clock can be trusted now. */
  isSettled(): boolean;
}

const isJump = (aheadMs: number): boolean => aheadMs > maxForwardMs || aheadMs < -maxBackwardMs;

export function createClockGuard({ settlingMs, read = readClocks, onJump }: ClockGuardOptions): ClockGuard {
  /** The reading that later readings are compared with. Renewed each day, so that small corrections do not add up to a jump over years. */
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
  };
}

const readClocks = (): ClockReading => ({ wall: Date.now(), monotonic: performance.now() });
