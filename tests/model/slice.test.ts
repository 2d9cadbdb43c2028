import fc from 'fast-check';
import { expect, test } from 'vitest';
import { explorerLayout } from '#components/graph/explorer-layout.ts';
import { type EdgeFacts, formatSliceQuery, parseSliceQuery, selectPeopleTwoStepsAway } from '#lib/catalog/graph/model/slice.ts';

const edge = (near: number, far: number, works: number): EdgeFacts => ({ near, far, works, firstYear: null, lastYear: null });

test('a second step adds people with links to most of the shown co-authors, then with the most joint works', () => {
  const edges = [edge(1, 10, 9), edge(1, 11, 1), edge(2, 11, 1), edge(2, 12, 2), edge(1, 2, 5), edge(1, 0, 5)];
  expect(selectPeopleTwoStepsAway(edges, new Set([0, 1, 2]), 9)).toEqual({ keys: [11, 10, 12], more: false });
  expect(selectPeopleTwoStepsAway(edges, new Set([0, 1, 2]), 2)).toEqual({ keys: [11, 10], more: true });
});

test('a URL is written as it was read, and invalid parameters count as absent', () => {
  const anyQuery = fc.record({
    steps: fc.constantFrom(1 as const, 2 as const),
    since: fc.option(fc.integer({ min: 1000, max: 2999 })),
    until: fc.option(fc.integer({ min: 1000, max: 2999 })),
    least: fc.integer({ min: 1, max: 1000 }),
  });
  fc.assert(
    fc.property(anyQuery, (each) => {
      expect(parseSliceQuery(Object.fromEntries(new URLSearchParams(formatSliceQuery(each))))).toEqual(each);
    }),
  );
  const word = fc.oneof(fc.string(), fc.constantFrom('', '0', '-1', '1e9', '2,5', 'NaN'));
  fc.assert(
    fc.property(word, word, word, (steps, since, least) => {
      const read = parseSliceQuery({ steps: [steps, '2'], since, least });
      expect(read.least).toBeGreaterThanOrEqual(1);
      expect(read.since === null || Number.isInteger(read.since)).toBe(true);
    }),
  );
  expect(parseSliceQuery({ steps: '3', since: 'soon', least: '-4' })).toEqual({ steps: 1, since: null, until: null, least: 1 });
});

test('a picture contains everybody within its frame, always the same, without overlapping names', () => {
  const people = Array.from({ length: 80 }, (_, at) => ({
    slug: `p${at}`,
    name: `Person Number ${at}`,
    steps: at === 0 ? (0 as const) : (1 as const),
    works: at === 0 ? 0 : 1 + (at % 7),
  }));
  const links = people.slice(1).flatMap(({ slug, works }, at) => [
    { from: 'p0', to: slug, works },
    { from: slug, to: `p${1 + ((at * 7) % 79)}`, works: 1 },
  ]);
  const edgesBetween = links.filter(({ from, to }) => from !== to);
  const { width, height, points } = explorerLayout(people, edgesBetween);
  expect([...points]).toEqual([...explorerLayout(people, edgesBetween).points]);
  expect(points.size).toBe(people.length);
  for (const { x, y } of points.values()) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x).toBeLessThanOrEqual(width);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y).toBeLessThanOrEqual(height);
  }
  const named = [...points.values()].filter(({ label }) => label !== '');
  expect(named.length).toBeGreaterThan(10);
  const close = named.flatMap((one, at) =>
    named.slice(at + 1).filter((other) => {
      const [down, across] = [one.y + one.at.y - other.y - other.at.y, one.x + one.at.x - other.x - other.at.x];
      return one.at.anchor === other.at.anchor && Math.abs(down) < 10 && Math.abs(across) < 60;
    }),
  );
  expect(close).toEqual([]);
});

test('one person alone, and two, are a picture', () => {
  const one = { slug: 'a', name: 'A', steps: 0 as const, works: 0 };
  expect(explorerLayout([one], []).points.get('a')?.label).toBe('A');
  expect(explorerLayout([one, { ...one, slug: 'b', steps: 1, works: 1 }], [{ from: 'a', to: 'b', works: 1 }]).points.size).toBe(2);
});
