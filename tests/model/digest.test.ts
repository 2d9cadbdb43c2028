import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digestOf } from '#lib/platform/db/digest.ts';

const value = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.double({ noNaN: true }),
  fc.constant(null),
  fc.boolean(),
  fc.constantFrom('', 'null', '0', 'a'),
);
const rows = fc.array(fc.array(value, { maxLength: 4 }), { maxLength: 4 });

test('results have the same digest only if they are equal', () => {
  const text = (result: unknown[][]) => JSON.stringify(result);
  fc.assert(
    fc.property(rows, rows, (one, other) => {
      expect(digestOf(one) === digestOf(other)).toBe(text(one) === text(other));
    }),
    { numRuns: 5_000 },
  );
  const ofOneValue = ['', 'a', 'aa', 'null', null, 0, '0', 1, '1', true, 'true', 0.5, 2 ** 40].map((each) => digestOf([[each]]));
  expect(new Set(ofOneValue).size).toBe(ofOneValue.length);
  expect(digestOf([[], ['a']])).not.toBe(digestOf([['a'], []]));
  expect(digestOf([{ name: 'a', key: 1 }])).toBe(digestOf([['a', 1]]));
});
