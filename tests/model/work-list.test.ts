import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { workTypes } from '#lib/catalog/bibliography/types.ts';
import { codeStates } from '#lib/catalog/sources/model.ts';
import { codeStateOf } from '#lib/catalog/works/model/code.ts';
import { groupVersions, type ListedWork, pageOf } from '#lib/catalog/works/model/list/entries.ts';
import { createSelectionFilter, facetCounts } from '#lib/catalog/works/model/list/facets.ts';
import {
  facetNames,
  formatSelection,
  hasBlankParameters,
  parseSelection,
  retractionStates,
  unfilteredSelection,
  type WorkSelection,
} from '#lib/catalog/works/model/list/selection.ts';

const sources = ['bibtex', 'bzpeer', 'scholar-feed'] as const;
const categories = ['LG', 'CL', 'cs.DC'];
const venues = ['acl', 'journal-of-lamps'];
const publishers = ['Lamp & Sons', 'Verlag für Öllampen (Köln)'];
const series = ['Lecture Notes in Lamps', 'Reihe 7'];
const titles = ['a lamp for every reader', 'counting lamps by night', 'zwölf lampen im winter'];

const listed = fc.record({
  sortDate: fc.constantFrom(0, 20240000, 20240501, 20250000, 20251218, 20261121),
  type: fc.constantFrom(...workTypes),
  category: fc.option(fc.constantFrom(...categories)),
  sources: fc.subarray([...sources], { minLength: 1 }),
  code: fc.constantFrom(...codeStates),
  venues: fc.subarray(venues),
  publisher: fc.option(fc.constantFrom(...publishers)),
  series: fc.option(fc.constantFrom(...series)),
  retracted: fc.boolean(),
  titleKey: fc.option(fc.constantFrom(...titles)),
  sortTitle: fc.oneof(fc.constantFrom(...titles, ''), fc.string({ maxLength: 120 })),
  signal: fc.option(fc.double({ min: 0, max: 100, noNaN: true })),
  rank: fc.option(fc.integer({ min: 1, max: 9 })),
});
const works: fc.Arbitrary<ListedWork[]> = fc
  .array(listed, { maxLength: 30 })
  .map((some) => some.map((work, at) => ({ ...work, key: at + 1 })));
const year = fc.option(fc.constantFrom(2024, 2025, 2026));
const selection: fc.Arbitrary<WorkSelection> = fc
  .record({
    order: fc.constantFrom('newest' as const, 'title' as const, 'signal' as const, 'bzpeer' as const),
    from: year,
    to: year,
    type: fc.option(fc.constantFrom(...workTypes)),
    source: fc.option(fc.constantFrom(...sources)),
    category: fc.option(fc.constantFrom(...categories)),
    venue: fc.option(fc.constantFrom(...venues)),
    publisher: fc.option(fc.constantFrom(...publishers)),
    series: fc.option(fc.constantFrom(...series)),
    retracted: fc.option(fc.constantFrom(...retractionStates)),
    code: fc.option(fc.constantFrom(...codeStates)),
  })
  .map((selected) =>
    selected.from !== null && selected.to !== null && selected.from > selected.to
      ? { ...selected, from: selected.to, to: selected.from }
      : selected,
  );

describe('a selection in a URL', () => {
  test('is written as it was read, for any selection', () => {
    fc.assert(
      fc.property(selection, (selected) => {
        const query = formatSelection(selected);
        expect(parseSelection(new URLSearchParams(`${query}`))).toEqual({ selection: selected, ignored: [] });
        expect(hasBlankParameters(query)).toBe(false);
      }),
    );
  });

  test('ignores impossible values, and reports them', () => {
    const { selection: read, ignored } = parseSelection(
      new URLSearchParams('from=soon&to=2020&type=banana&code=&order=fame&source=nobody'),
    );
    expect(read).toEqual({ ...unfilteredSelection, to: 2020 });
    expect(ignored.sort()).toEqual(['from', 'order', 'source', 'type']);
  });

  test('accepts any text without an error', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (name, value) => {
        const params = new URLSearchParams([
          [name, value],
          ['venue', value],
          ['from', value],
        ]);
        expect(parseSelection(params).selection.order).toBeTypeOf('string');
      }),
    );
  });

  test('reads reversed years as a range', () => {
    expect(parseSelection(new URLSearchParams('from=2024&to=2019')).selection).toMatchObject({ from: 2019, to: 2024 });
  });
});

test('the number next to a value is the number of works that choosing it leaves', () => {
  fc.assert(
    fc.property(works, selection, (all, selected) => {
      const counts = facetCounts(all, selected);
      const values = {
        ...{ type: workTypes, source: sources, category: categories, venue: venues, code: codeStates },
        ...{ publisher: publishers, series, retracted: retractionStates },
      };
      for (const name of facetNames) {
        for (const value of values[name]) {
          expect(counts[name].get(value) ?? 0, `${name} ${value}`).toBe(
            all.filter(createSelectionFilter({ ...selected, [name]: value })).length,
          );
        }
      }
    }),
  );
});

describe('versions', () => {
  test('every selected work is in one entry, and no entry is empty', () => {
    fc.assert(
      fc.property(works, selection, (all, selected) => {
        const wanted = createSelectionFilter(selected);
        const entries = groupVersions(all, wanted);
        const grouped = entries.flatMap(({ lead, others }) => [lead, ...others]);
        expect(new Set(grouped.map(({ key }) => key)).size).toBe(grouped.length);
        expect(all.filter(wanted).every((work) => grouped.includes(work))).toBe(true);
        expect(entries.every(({ lead }) => wanted(lead))).toBe(true);
        for (const { lead, others } of entries) for (const other of others) expect(other.titleKey).toBe(lead.titleKey);
      }),
    );
  });

  const work = (key: number, type: ListedWork['type'], sortDate: number): ListedWork => ({
    ...{
      key,
      type,
      sortDate,
      category: null,
      sources: ['bibtex'],
      code: 'none',
      venues: [],
      publisher: null,
      series: null,
      retracted: false,
      signal: null,
      rank: null,
    },
    titleKey: 'a lamp for every reader',
    sortTitle: 'a lamp for every reader',
  });

  test('the published one is first, and a preprint follows it however new; among preprints the newest is first', () => {
    const both = groupVersions([work(1, 'preprint', 20261101), work(2, 'paper', 20240501)], () => true);
    expect(both.map(({ lead, others }) => [lead.key, others.map(({ key }) => key)])).toEqual([[2, [1]]]);
    expect(groupVersions([work(1, 'preprint', 20240101), work(2, 'preprint', 20250101)], () => true)[0]?.lead.key).toBe(2);
  });

  test('a filter for preprints lists the preprint, followed by the published work', () => {
    const [entry] = groupVersions([work(1, 'preprint', 20261101), work(2, 'paper', 20240501)], ({ type }) => type === 'preprint');
    expect([entry?.lead.key, entry?.others.map(({ key }) => key)]).toEqual([1, [2]]);
  });
});

describe('pages', () => {
  const readAllPages = (all: ListedWork[], order: WorkSelection['order'], limit: number) => {
    const seen: number[] = [];
    let after: string | null = null;
    do {
      const page: { items: ListedWork[]; next: string | null } = pageOf(all, (work) => work, { order, after, limit });
      seen.push(...page.items.map(({ key }) => key));
      after = page.next;
    } while (after !== null && seen.length <= all.length);
    return seen;
  };

  test('one after the other contain every work once, in the order of the whole list', () => {
    fc.assert(
      fc.property(works, selection, fc.integer({ min: 1, max: 7 }), (all, { order }, limit) => {
        const whole = pageOf(all, (work) => work, { order, after: null, limit: 1000 });
        expect(whole.next).toBeNull();
        expect(readAllPages(all, order, limit)).toEqual(whole.items.map(({ key }) => key));
        expect(whole.items.length).toBe(all.length);
      }),
    );
  });

  test('continue in place after a cursor whose work has gone', () => {
    fc.assert(
      fc.property(works, selection, (all, { order }) => {
        const page = pageOf(all, (work) => work, { order, after: null, limit: 3 });
        const removedKey = page.items.at(-1)?.key;
        const rest = pageOf(all, (work) => work, { order, after: page.next, limit: 1000 }).items;
        const without = all.filter(({ key }) => key !== removedKey);
        if (page.next) expect(pageOf(without, (work) => work, { order, after: page.next, limit: 1000 }).items).toEqual(rest);
      }),
    );
  });

  test('start at the beginning for an invalid cursor', () => {
    fc.assert(
      fc.property(works, fc.string(), (all, after) => {
        const items = pageOf(all, (work) => work, { order: 'newest', after: /^\d+-\d+$/.test(after) ? 'x' : `x${after}`, limit: 5 }).items;
        expect(items).toEqual(pageOf(all, (work) => work, { order: 'newest', after: null, limit: 5 }).items);
      }),
    );
  });
});

describe('the state of code', () => {
  const at = new Date('2026-11-21T00:00:00Z');
  const check = (daysAgo: number, outcome: 'reachable' | 'gone' = 'reachable', url = 'https://code.example/a') => ({
    ...{ url, outcome, status: 200 },
    at: new Date(at.getTime() - daysAgo * 86_400_000),
  });
  const state = (said: string | null, found: ReturnType<typeof check> | null) =>
    codeStateOf({ state: said, url: 'https://code.example/a', check: found }, at);

  test('is reachable for 30 days after this URL answered, and no longer', () => {
    expect(state('linked', check(29))).toBe('reachable');
    expect(state('linked', check(31))).toBe('linked');
    expect(state('linked', check(1, 'gone'))).toBe('linked');
    expect(state('linked', check(1, 'reachable', 'https://code.example/b'))).toBe('linked');
    expect(state('reachable', null)).toBe('linked');
  });

  test('is promised or unknown as the sources state', () => {
    expect(state('promised', check(1))).toBe('promised');
    expect([state('none', null), state(null, null)]).toEqual(['none', 'none']);
  });
});
