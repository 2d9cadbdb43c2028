import { expect, test } from 'vitest';
import { indexDocuments, type SearchDocument } from '#lib/catalog/search-index/documents.ts';
import { searchWorks } from '#lib/catalog/search-index/works.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();
let lastKey = 0;

/** Returns documents of works, spread over ten years. */
const createDocuments = (many: number, title: string, body: string): SearchDocument[] =>
  Array.from({ length: many }, () => {
    lastKey += 1;
    return { kind: 'work', subjectKey: lastKey, importance: 2000 + (lastKey % 10), title, body };
  });

const storeDocuments = (...documents: SearchDocument[]) => database.store.transact((tx) => indexDocuments(tx, documents));

/** Returns all results of a search, page by page, and the sort orders that the pages report. */
async function findAll(text: string, limit: number) {
  const [all, orders]: [number[], Set<string>] = [[], new Set()];
  for (let after: string | null | undefined; after !== null; ) {
    const found = await searchWorks(database.store.reader, text, { limit, after: after ?? undefined });
    all.push(...found.keys);
    orders.add(found.order);
    after = found.next;
  }
  return { all, orders: [...orders] };
}

test('works with the exact words come before works with other forms of them, and each appears once', async () => {
  const [plain] = createDocuments(1, 'A note', 'on quantised lanterns');
  const [best] = createDocuments(1, 'Quantised lanterns', 'glow');
  const others = createDocuments(7, 'Quantization of the lantern', '');
  await storeDocuments(...others, ...(plain && best ? [plain, best] : []));
  for (const limit of [1, 2, 3, 20]) {
    const { all, orders } = await findAll('quantised lanterns', limit);
    expect(all.slice(0, 2)).toEqual([best?.subjectKey, plain?.subjectKey]);
    expect(all.slice(2).sort()).toEqual(others.map(({ subjectKey }) => subjectKey).sort());
    expect(orders).toEqual(['forms']);
  }
});

test('twelve long words with all of their forms are a valid query', async () => {
  const words = 'colour behaviour tokenise labelling planning analysing neighbour organise modelling travelling signalling flavouring';
  const [work] = createDocuments(1, words.replace('colour', 'coloring').replace('tokenise', 'tokenization'), '');
  await storeDocuments(...(work ? [work] : []));
  const found = await searchWorks(database.store.reader, words, { limit: 5 });
  expect([found.order, found.keys]).toEqual(['forms', [work?.subjectKey]]);
});

test('a newer work comes before one that matches as well, but not before one that matches better', async () => {
  const createWork = (importance: number, title: string) => ({ ...createDocuments(1, title, '')[0], importance }) as SearchDocument;
  const [old, recent, undated] = [1990, 2024, 0].map((importance) => createWork(importance, 'Tides of an estuary'));
  const best = createWork(2018, 'Tides, tides');
  const inAbstract = { ...createWork(2026, 'A coast'), body: 'tides' };
  await storeDocuments(
    ...[old, recent, undated, best, inAbstract].filter((each) => each !== undefined),
    ...createDocuments(8, 'Tides', ''),
  );
  const { keys } = await searchWorks(database.store.reader, 'tides', { limit: 20 });
  const places = [best, recent, old, undated, inAbstract].map((each) => keys.indexOf(each?.subjectKey ?? 0));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test('newest works come first if asked for, page by page', async () => {
  await storeDocuments(...createDocuments(60, 'Of kelp', ''));
  const found: number[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const page = await searchWorks(database.store.reader, 'kelp', { limit: 25, sort: 'newest', after: after ?? undefined });
    found.push(...page.keys);
    after = page.next;
  }
  expect([found.length, new Set(found).size, isNewestFirst(found)]).toEqual([60, 60, true]);
});

test('a repeated word is searched once', async () => {
  await storeDocuments(...createDocuments(12, 'Of moths', 'and moths'));
  expect(await findAll('moths moths', 5)).toEqual(await findAll('moths', 5));
});

const year = (key: number): number => 2000 + (key % 10);
const isNewestFirst = (found: readonly number[]): boolean => found.every((key, at) => at === 0 || year(found[at - 1] ?? 0) >= year(key));

test.each([
  ['few of them in the title', 'lamp', { titled: 120, others: 8_100, order: 'titles' }],
  ['none in the title', 'wick', { titled: 0, others: 8_100, order: 'titles' }],
  ['more in the title than are ranked', 'flame', { titled: 5_100, others: 3_000, order: 'titles' }],
  ['so many that the newest are looked at', 'ember', { titled: 150, others: 20_000, order: 'newest' }],
])('of many works with a word, %s, up to a hundred with it in the title come first, then the newest', async (_, word, story) => {
  const titled = createDocuments(story.titled, `The ${word} of a harbour`, 'and its keeper');
  const others = createDocuments(story.others, 'A harbour', `with a ${word}`);
  await storeDocuments(...titled, ...others);
  const { all, orders } = await findAll(word, 999);
  expect(orders).toEqual([story.order]);
  const inTitle = new Set(titled.map(({ subjectKey }) => subjectKey));
  const first = Math.min(100, story.titled);
  expect(all.slice(0, first).every((key) => inTitle.has(key))).toBe(true);
  expect(isNewestFirst(all.slice(first))).toBe(true);
  expect(all.length).toBe(new Set(all).size);
  expect(all.length).toBe(story.titled + story.others);
});

test('the best of a hundred titles are in the order of all their words', async () => {
  const titled = createDocuments(50, 'The beacon of a harbour', 'and its keeper');
  const [best] = createDocuments(1, 'The beacon of a harbour', 'with a beacon');
  await storeDocuments(...titled, ...(best ? [best] : []), ...createDocuments(8_000, 'A harbour', 'with a beacon of stone and of iron'));
  const { keys: found } = await searchWorks(database.store.reader, 'beacon', { limit: 5 });
  expect(found[0]).toBe(best?.subjectKey);
});
