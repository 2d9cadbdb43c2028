import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createClockGuard } from '#lib/platform/clock-guard.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const settlingMs = 15 * minuteMs;
const start = Date.parse('2026-03-01T12:00:00Z');

/** Creates a clock guard with simulated wall and monotonic clocks. */
function createClocks(options: { settlingMs?: number } = {}) {
  let elapsed = 0;
  let offset = 0;
  const jumps: number[] = [];
  const guard = createClockGuard({
    settlingMs,
    read: () => ({ wall: start + elapsed + offset, monotonic: 5_000 + elapsed }),
    onJump: ({ aheadMs }) => void jumps.push(aheadMs),
    ...options,
  });
  return {
    guard,
    jumps,
    elapse(ms: number) {
      elapsed += ms;
    },
    setOffset(ms: number) {
      offset = ms;
    },
    trueTime: () => start + elapsed,
    wall: () => start + elapsed + offset,
  };
}

describe('the clock guard', () => {
  test('trusts a clock that keeps pace, for years', () => {
    const { guard, elapse, setOffset, jumps } = createClocks();
    guard.compareWith(null);
    for (let day = 0; day < 1000; day += 1) {
      elapse(dayMs + 1);
      // NTP corrections of some minutes a week.
      setOffset(day * 20_000);
      expect(guard.isSettled()).toBe(true);
    }
    expect(jumps).toEqual([]);
  });

  test.each([31 * dayMs, hourMs + minuteMs, -2 * minuteMs, -400 * dayMs])('waits the settling time after a jump of %i ms', (jump) => {
    const { guard, elapse, setOffset, jumps } = createClocks();
    expect(guard.isSettled()).toBe(true);
    elapse(1000);
    setOffset(jump);
    expect(guard.isSettled()).toBe(false);
    elapse(settlingMs - 1);
    expect(guard.isSettled()).toBe(false);
    elapse(1);
    expect(guard.isSettled()).toBe(true);
    expect(jumps).toEqual([jump]);
  });

  test.each([hourMs, -minuteMs, 0])('does not wait after a correction of %i ms', (jump) => {
    const { guard, setOffset } = createClocks();
    setOffset(jump);
    expect(guard.isSettled()).toBe(true);
  });

  test('waits again when the clock jumps back while it waits, and warns once', () => {
    const { guard, elapse, setOffset, jumps } = createClocks();
    setOffset(31 * dayMs);
    expect(guard.isSettled()).toBe(false);
    elapse(2_500);
    setOffset(0);
    expect(guard.isSettled()).toBe(false);
    elapse(settlingMs - 1);
    expect(guard.isSettled()).toBe(false);
    elapse(1);
    expect(guard.isSettled()).toBe(true);
    expect(jumps).toHaveLength(1);
  });

  test('adds up jumps that are each too small', () => {
    const { guard, elapse, setOffset } = createClocks();
    setOffset(40 * minuteMs);
    expect(guard.isSettled()).toBe(true);
    elapse(1000);
    setOffset(80 * minuteMs);
    expect(guard.isSettled()).toBe(false);
  });

  test.each([
    ['31 days ahead of the database', -31 * dayMs, false],
    ['a long time off', -90 * dayMs, false],
    ['behind the database', 2 * minuteMs, false],
    ['restarted at once', -minuteMs, true],
  ])('begins unsettled when the clock is %s', (_, trusted, isSettled) => {
    const { guard, elapse } = createClocks();
    guard.compareWith(new Date(start + trusted));
    expect(guard.isSettled()).toBe(isSettled);
    elapse(settlingMs);
    expect(guard.isSettled()).toBe(true);
  });

  test('trusts any clock when the settling time is 0', () => {
    const { guard, setOffset } = createClocks({ settlingMs: 0 });
    guard.compareWith(new Date(0));
    setOffset(400 * dayMs);
    expect(guard.isSettled()).toBe(true);
  });

  test('never trusts a wrong clock during any sequence of jumps shorter than the settling time', () => {
    const offset = fc
      .oneof(fc.integer({ min: 61, max: 600_000 }), fc.integer({ min: -600_000, max: -3 }))
      .map((minutes) => minutes * minuteMs);
    const step = fc.record({
      offset,
      wrongMs: fc.integer({ min: 1, max: settlingMs - 1 }),
      rightMs: fc.integer({ min: 0, max: 2 * settlingMs }),
      checkTimes: fc.array(fc.integer({ min: 0, max: settlingMs }), { maxLength: 6 }),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 10 }), (steps) => {
        const { guard, elapse, setOffset, trueTime, wall } = createClocks();
        const expectTrustedTime = () => {
          if (guard.isSettled()) expect(Math.abs(wall() - trueTime())).toBeLessThanOrEqual(hourMs);
        };
        const advance = (ms: number, checkTimes: readonly number[]) => {
          let spent = 0;
          for (const each of checkTimes.map((at) => at % (ms + 1)).sort((a, b) => a - b)) {
            elapse(each - spent);
            spent = each;
            expectTrustedTime();
          }
          elapse(ms - spent);
        };
        expectTrustedTime();
        for (const { offset: wrong, wrongMs, rightMs, checkTimes } of steps) {
          setOffset(wrong);
          advance(wrongMs, checkTimes);
          setOffset(0);
          advance(rightMs, checkTimes);
        }
        expectTrustedTime();
        elapse(settlingMs);
        expectTrustedTime();
        elapse(settlingMs);
        expect(guard.isSettled()).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
