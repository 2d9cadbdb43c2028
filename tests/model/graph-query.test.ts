import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linkKindFacts, linkKinds, nodeHref, nodeId, nodeKindFacts, nodeKinds, parseNodeId } from '#lib/catalog/graph/model/kinds.ts';
import { defaultKinds, formatGraphQuery, type GraphQuery, parseGraphQuery } from '#lib/catalog/graph/model/query.ts';

const anyYear = fc.option(fc.integer({ min: 1000, max: 2999 }));
const anyName = fc.array(fc.constantFrom(...'abcxyz0189-._~&=+%é李'), { minLength: 1, maxLength: 30 }).map((letters) => letters.join(''));
const anyQuery: fc.Arbitrary<GraphQuery> = fc.record({
  from: fc.tuple(fc.constantFrom(...nodeKinds), anyName).map(([kind, name]) => nodeId(kind, name)),
  kinds: fc.subarray([...nodeKinds], { minLength: 1 }),
  steps: fc.constantFrom(1 as const, 2 as const),
  ...{ since: anyYear, until: anyYear },
  least: fc.integer({ min: 1, max: 1000 }),
});

test('the address of every state of the graph reads as that state', () => {
  fc.assert(
    fc.property(anyQuery, (query) => {
      const address = formatGraphQuery(query);
      expect(parseGraphQuery(new URLSearchParams(address))).toEqual(query);
      expect(parseGraphQuery(Object.fromEntries(new URLSearchParams(address)))).toEqual(query);
      expect(address).not.toContain('%3A');
    }),
  );
  expect(
    formatGraphQuery({ ...(parseGraphQuery({ from: 'author:ada', kinds: ['people', 'works'], since: '2020', least: '2' }) as GraphQuery) }),
  ).toBe('?from=author:ada&kinds=people,works&since=2020&least=2');
});

test('counts invalid parameters of an address as absent, and an address without a valid start as none', () => {
  const word = fc.oneof(fc.string(), fc.constantFrom('', '0', '-1', '1e9', '2,5', 'NaN', 'author:', 'constructor:x', ':ada'));
  fc.assert(
    fc.property(word, word, word, word, (from, kinds, since, least) => {
      const read = parseGraphQuery({ from: ['author:ada', from], kinds, since, least });
      expect(read?.from).toBe('author:ada');
      expect(read?.least).toBeGreaterThanOrEqual(1);
      expect(read?.kinds.length).toBeGreaterThan(0);
      expect(read?.since === null || Number.isInteger(read?.since)).toBe(true);
      const other = parseGraphQuery({ from });
      if (other) expect(parseGraphQuery(new URLSearchParams(formatGraphQuery(other)))).toEqual(other);
    }),
  );
  const bad = { kinds: 'stars', steps: '3', since: 'soon', until: '20244', least: '-4' };
  expect(parseGraphQuery({ from: 'topic:parsing', ...bad })).toEqual({
    ...{ from: 'topic:parsing', kinds: [...defaultKinds], steps: 1, since: null, until: null, least: 1 },
  });
  for (const from of ['', 'ada', 'author:', 'author:a b', 'author:../x', 'person:ada', '__proto__:x'])
    expect(parseGraphQuery({ from })).toBeNull();
});

test('each kind of node has its own parameter and shape, and each link says what it is based on', () => {
  const facts = Object.values(nodeKindFacts);
  for (const of of ['parameter', 'shape', 'colour', 'hex', 'plural'] as const)
    expect(new Set(facts.map((each) => each[of])).size).toBe(facts.length);
  for (const kind of nodeKinds) expect(parseNodeId(nodeId(kind, 'x'))).toEqual({ kind, name: 'x' });
  expect(nodeHref('organisation', 'fair-team')).toBe('/authors/fair-team');
  expect(linkKindFacts.together.sentence({ works: 9, firstYear: 2020, lastYear: 2026 })).toBe('9 joint works, 2020–2026');
  expect(linkKindFacts.about.sentence({ works: 1, firstYear: null, lastYear: null })).toBe('1 work');
  for (const kind of linkKinds) expect(linkKindFacts[kind].sentence({ works: 1, firstYear: 2020, lastYear: 2020 })).toContain('2020');
});
