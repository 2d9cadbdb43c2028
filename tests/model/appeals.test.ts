import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AppealSide, appealRefusal, currentDecision, type DecisionStep, hasLost } from '#lib/governance/cases/model/appeals.ts';
import { addMs } from '#lib/platform/clock.ts';

const at = new Date('2026-11-21T12:00:00Z');
const first = (inFavour: boolean): DecisionStep => ({ by: null, inFavour, reason: 'cannot_check', remedy: 'nothing_to_do', at });
const granted = (by: AppealSide, day: number) => ({ by, reason: 'overlooked', remedy: 'nothing_to_do', at: addMs(at, day * 86_400_000) });

test('the latest granted appeal is in effect, and only the losing side can appeal', () => {
  expect(currentDecision(first(false), [])).toEqual(first(false));
  expect(currentDecision(first(false), [granted('asker', 1)])).toMatchObject({ by: 'asker', inFavour: true, reason: 'overlooked' });
  expect(currentDecision(first(false), [granted('asker', 1), granted('other', 2)])).toMatchObject({ by: 'other', inFavour: false });
  for (const inFavour of [true, false])
    expect([hasLost('asker', { inFavour }), hasLost('other', { inFavour })]).toEqual([!inFavour, inFavour]);
});

test('there are at most two appeals, one of each side, in any order, at any time, with any outcome', () => {
  const tries = fc.array(fc.record({ side: fc.constantFrom<AppealSide>('asker', 'other'), after: fc.nat(50), holds: fc.boolean() }));
  fc.assert(
    fc.property(fc.boolean(), tries, (inFavour, all) => {
      const won: (ReturnType<typeof granted> & DecisionStep)[] = [];
      const filed: AppealSide[] = [];
      let day = 0;
      for (const { side, after, holds } of all) {
        const step = currentDecision(first(inFavour), won);
        day += after;
        const now = addMs(at, day * 86_400_000);
        if (!hasLost(side, step) || appealRefusal({ decidedAt: step.at, filed: filed.includes(side) }, now)) continue;
        filed.push(side);
        if (holds) won.push({ ...granted(side, day), inFavour: side === 'asker' });
      }
      expect(filed.length).toBeLessThanOrEqual(2);
      expect(new Set(filed).size).toBe(filed.length);
      // The side that loses the first decision may appeal; the other side only if that appeal was granted.
      if (filed.length > 0) expect(filed[0]).toBe(inFavour ? 'other' : 'asker');
      if (filed.length === 2) expect(won.length).toBeGreaterThan(0);
    }),
  );
});
