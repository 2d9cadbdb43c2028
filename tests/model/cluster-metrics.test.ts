import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bCubed, mean, pairwise } from '#lib/governance/identity/model/training/cluster-metrics.ts';

describe('metrics of a clustering', () => {
  test('agree with a sum computed by hand', () => {
    const found = [0, 0, 0, 1, 1];
    const people = ['a', 'a', 'b', 'b', 'b'];
    expect(bCubed(found, people).precision).toBeCloseTo((2 / 3 + 2 / 3 + 1 / 3 + 1 + 1) / 5);
    expect(bCubed(found, people).recall).toBeCloseTo((1 + 1 + 1 / 3 + 2 / 3 + 2 / 3) / 5);
    // Predicted pairs: ab ac bc de. True pairs: ab cd ce de. Both: ab de.
    expect(pairwise(found, people)).toEqual({ precision: 0.5, recall: 0.5, f1: 0.5 });
  });

  test('weight each name equally in a mean', () => {
    const [one, other] = [
      { precision: 1, recall: 0.5, f1: 2 / 3 },
      { precision: 0.5, recall: 1, f1: 2 / 3 },
    ];
    expect(mean([one, other])).toEqual({ precision: 0.75, recall: 0.75, f1: 2 / 3 });
  });

  const groupings = fc
    .array(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 4 })), { minLength: 1, maxLength: 20 })
    .map((pairs) => ({ found: pairs.map(([one]) => one), truth: pairs.map(([, other]) => other) }));

  test.each([
    ['B³', bCubed],
    ['pairwise', pairwise],
  ])('%s: precision one way is recall the other way; the truth scores 1; extremes are sure of one side', (_, metric) => {
    fc.assert(
      fc.property(groupings, ({ found, truth }) => {
        expect(metric(found, truth.map(String)).precision).toBeCloseTo(metric(truth, found.map(String)).recall);
        expect(metric(truth, truth.map(String)).f1).toBeCloseTo(1);
        expect(
          metric(
            truth.map(() => 0),
            truth.map(String),
          ).recall,
        ).toBeCloseTo(1);
        expect(metric([...truth.keys()], truth.map(String)).precision).toBeCloseTo(1);
      }),
    );
  });
});
