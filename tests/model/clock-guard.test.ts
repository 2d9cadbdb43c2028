import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createClockGuard } from '#lib/platform/clock-guard.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const settlingMs = 15 * minuteMs;
const start = Date.parse('2026-03-01T12:00:00Z');

/** Creates a clock guard with simulated wall and monotonic clocks. */
function machine(options: { settlingMs?: number } = {}) {
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
    pass(ms: number) {
      elapsed += ms;
    },
    set(ms: number) {
      offset = ms;
    },
    trueTime: () => start + elapsed,
    wall: () => start + elapsed + offset,
  };
}

describe('the clock guard', () => {
  test('trusts a clock that keeps pace, for years', () => {
    const { guard, pass, set, jumps } = machine();
    guard.compareWith(null);
    for (let day = 0; day < 1000; day += 1) {
      pass(dayMs + 1);
      // NTP corrections of some minutes a week.
      set(day * 20_000);
      expect(guard.isSettled()).toBe(true);
    }
    expect(jumps).toEqual([]);
  });

  test.each([31 * dayMs, hourMs + minuteMs, -2 * minuteMs, -400 * dayMs])('waits the settling time after a jump of %i ms', (jump) => {
    const { guard, pass, set, jumps } = machine();
    expect(guard.isSettled()).toBe(true);
    pass(1000);
    set(jump);
    expect(guard.isSettled()).toBe(false);
    pass(settlingMs - 1);
    expect(guard.isSettled()).toBe(false);
    pass(1);
    expect(guard.isSettled()).toBe(true);
    expect(jumps).toEqual([jump]);
  });

  test.each([hourMs, -minuteMs, 0])('does not wait after a correction of %i ms', (jump) => {
    const { guard, set } = machine();
    set(jump);
    expect(guard.isSettled()).toBe(true);
  });

  test('waits again when the clock jumps back while it waits, and warns once', () => {
    const { guard, pass, set, jumps } = machine();
    set(31 * dayMs);
    expect(guard.isSettled()).toBe(false);
    pass(2_500);
    set(0);
    expect(guard.isSettled()).toBe(false);
    pass(settlingMs - 1);
    expect(guard.isSettled()).toBe(false);
    pass(1);
    expect(guard.isSettled()).toBe(true);
    expect(jumps).toHaveLength(1);
  });

  test('adds up jumps that are each too small', () => {
    const { guard, pass, set } = machine();
    set(40 * minuteMs);
    expect(guard.isSettled()).toBe(true);
    pass(1000);
    set(80 * minuteMs);
    expect(guard.isSettled()).toBe(false);
  });

  test.each([
    ['31 days ahead of the database', -31 * dayMs, false],
    ['a long time off', -90 * dayMs, false],
    ['behind the database', 2 * minuteMs, false],
    ['restarted at once', -minuteMs, true],
  ])('begins unsettled when the clock is %s', (_, trusted, isSettled) => {
    const { guard, pass } = machine();
    guard.compareWith(new Date(start + trusted));
    expect(guard.isSettled()).toBe(isSettled);
    pass(settlingMs);
    expect(guard.isSettled()).toBe(true);
  });

  test('trusts any clock when the settling time is 0', () => {
    const { guard, set } = machine({ settlingMs: 0 });
    guard.compareWith(new Date(0));
    set(400 * dayMs);
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
      looks: fc.array(fc.integer({ min: 0, max: settlingMs }), { maxLength: 6 }),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 10 }), (steps) => {
        const { guard, pass, set, trueTime, wall } = machine();
        const look = () => {
          if (guard.isSettled()) expect(Math.abs(wall() - trueTime())).toBeLessThanOrEqual(hourMs);
        };
        const spend = (ms: number, looks: readonly number[]) => {
          let spent = 0;
          for (const each of looks.map((at) => at % (ms + 1)).sort((a, b) => a - b)) {
            pass(each - spent);
            spent = each;
            look();
          }
          pass(ms - spent);
        };
        look();
        for (const { offset: wrong, wrongMs, rightMs, looks } of steps) {
          set(wrong);
          spend(wrongMs, looks);
          set(0);
          spend(rightMs, looks);
        }
        look();
        pass(settlingMs);
        look();
        pass(settlingMs);
        expect(guard.isSettled()).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
