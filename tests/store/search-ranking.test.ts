import { beforeAll, describe, expect, test } from 'vitest';
import { indexDocuments } from '#lib/catalog/search-index/documents.ts';
import { compileMatch, selectRanked } from '#lib/catalog/search-index/tables.ts';
import { searchWorks } from '#lib/catalog/search-index/works.ts';
import { subjectKeyOf } from '#lib/platform/text/tokenizer.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();

const workCount = 2_400;
/** One work in twelve has the word in its title. */
const isTitled = (key: number): boolean => key % 12 === 0;

beforeAll(async () => {
  await database.store.transact((tx) =>
    indexDocuments(
      tx,
      Array.from({ length: workCount }, (_, at) => {
        const key = at + 1;
        const padding = 'words '.repeat(key % 7).trim();
        const title = isTitled(key) ? `Parsing ${'grammars '.repeat(key % 5)}${padding}` : `Grammars ${padding}`;
        return { kind: 'work', subjectKey: key, importance: 1990 + (key % 30), title, body: 'parsing '.repeat(1 + (key % 3)) + padding };
      }),
    ),
  );
});

async function findPages(text: string, limit: number): Promise<number[][]> {
  const found: number[][] = [];
  for (let after: string | undefined; ; ) {
    const { keys, next } = await searchWorks(database.store.reader, text, { limit, after });
    found.push(keys);
    if (next === null) return found;
    after = next;
  }
}

describe('a very frequent word', () => {
  test('returns the same first results as a complete ranking', async () => {
    const all = await selectRanked(database.store.reader, compileMatch([[{ anyOf: ['parsing'] }]]), { limit: 10 });
    const { keys, order, total } = await searchWorks(database.store.reader, 'parsing', { limit: 10 });
    expect({ keys, order, total }).toEqual({ keys: all.map(({ number }) => subjectKeyOf(number)), order: 'relevance', total: workCount });
  });

  test.each([70, 100])('returns each work once in pages of %i, title matches first', async (limit) => {
    const found = await findPages('parsing', limit);
    const keys = found.flat();
    expect(found.every((page, at) => page.length === limit || at === found.length - 1)).toBe(true);
    expect(found.at(-1)).not.toEqual([]);
    expect(new Set(keys).size).toBe(workCount);
    expect(keys).toHaveLength(workCount);
    expect(keys.findIndex((key) => !isTitled(key))).toBe(workCount / 12);
  });
});

describe('a rare word', () => {
  beforeAll(() =>
    database.store.transact((tx) =>
      indexDocuments(
        tx,
        ['Quantization of weights', 'Quantising networks', 'Quantitative studies'].map((title, at) => {
          return { kind: 'work', subjectKey: 5_000 + at, importance: 2020 + at, title, body: '' };
        }),
      ),
    ),
  );

  test('is searched in its other forms and spellings too, and the result states that', async () => {
    for (const text of ['quantisation', 'quantizing', 'Quantization'])
      expect(await searchWorks(database.store.reader, text, { limit: 9 }), text).toMatchObject({
        // The work with the exact word comes first, then the newest.
        keys: text === 'Quantization' ? [5000, 5001] : [5001, 5000],
        order: 'forms',
        total: 2,
      });
    expect(await searchWorks(database.store.reader, 'weights', { limit: 9 })).toMatchObject({ keys: [5000], order: 'relevance' });
  });
});
