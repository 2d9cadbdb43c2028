import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { markAuthorsStale } from '#lib/catalog/authors/commands/mark-changed.ts';
import { refreshContexts } from '#lib/catalog/contexts/commands/refresh.ts';
import { findContext } from '#lib/catalog/contexts/queries/contexts.ts';
import { contextView } from '#lib/catalog/contexts/queries/page.ts';
import { sharedWorkKeys } from '#lib/catalog/graph/queries/edges.ts';
import { unfilteredSelection } from '#lib/catalog/works/model/list/selection.ts';
import { workList } from '#lib/catalog/works/queries/list.ts';
import { viewsByKey } from '#lib/catalog/works/queries/works.ts';
import { now } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { workIndicators } from '#lib/platform/db/schema/indicators.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import { importWorks, refreshChangedRecords } from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

/** Hidden indicators, suppressed authors and disowned works, on records, venues and edges. */
const database = databasePerFile();
const venue = 'Journal of Shades';

beforeAll(async () => {
  const told = (recordId: string, title: string, names: string[]) => ({
    ...({ source: 'bibtex', recordId, title: [title], type: 'article', year: 2020, venue } as const),
    indicators: [
      { kind: 'paper_score', value: 34.9 },
      { kind: 'unheard_of', value: 1 },
    ],
    authors: names.map((name) => ({ name })),
  });
  await importWorks(
    database.store,
    told('both', 'A shade that two people made', ['Ada Shade', 'Ben Shade']),
    told('alone', 'A shade that Ada made alone', ['Ada Shade']),
    told('cem', 'A shade that Cem made alone', ['Cem Shade']),
    told('nobody', 'A shade that nobody signs', []),
  );
  await refreshAll();
  const rows = await database.store.reader.select({ key: works.key }).from(works);
  const shared = { method: 'signal-1', parts: {}, computedAt: now() };
  await database.store.transact(async (tx) => {
    for (const { key } of rows) await tx.insert(workIndicators).values({ workKey: key, value: 70, ...shared });
  });
});

async function refreshAll(): Promise<void> {
  await refreshChangedRecords(database.store);
  while ((await database.store.transact((tx) => refreshContexts(tx, 50))) > 0);
}

async function authorKeyOf(name: string): Promise<number> {
  const [row] = await database.store.reader.select({ key: authors.key }).from(authors).where(eq(authors.name, name));
  return row?.key ?? 0;
}

async function workKey(title: string): Promise<number> {
  const [row] = await database.store.reader.select({ key: works.key }).from(works).where(eq(works.title, title));
  return row?.key ?? 0;
}

async function updateAuthor(name: string, values: Partial<typeof authors.$inferInsert>): Promise<void> {
  const key = await authorKeyOf(name);
  await database.store.transact(async (tx) => {
    await tx.update(authors).set(values).where(eq(authors.key, key));
    await markAuthorsStale(tx, [key]);
  });
  await refreshAll();
}

/** Returns the number of indicators on the page of a work. */
async function countIndicators(title: string): Promise<number> {
  const key = await workKey(title);
  const view = (await viewsByKey(database.store.reader, [key], null)).get(key);
  return (view?.indicators.length ?? 0) + (view?.computed.length ?? 0);
}

const countListIndicators = async (name: string, hideIndicators: boolean): Promise<number> => {
  const list = await workList(database.store.reader, await authorKeyOf(name), {
    selection: unfilteredSelection,
    after: null,
    limit: 9,
    hideIndicators,
  });
  return list.entries.reduce((sum, { work }) => sum + work.indicators.length + work.computed.length, 0);
};

describe('an owner who hides indicators', () => {
  test('has none on their list and on works of their own; the record of a co-author and joint works keep theirs', async () => {
    expect([await countIndicators('A shade that two people made'), await countIndicators('A shade that Ada made alone')]).toEqual([2, 2]);
    await updateAuthor('Ada Shade', { indicatorsHidden: true });
    expect(await countListIndicators('Ada Shade', true)).toBe(0);
    expect(await countListIndicators('Ben Shade', false)).toBe(2);
    expect([await countIndicators('A shade that two people made'), await countIndicators('A shade that Ada made alone')]).toEqual([2, 0]);
    await updateAuthor('Ben Shade', { indicatorsHidden: true });
    expect(await countIndicators('A shade that two people made')).toBe(0);
    expect(await countIndicators('A shade that nobody signs')).toBe(2);
    for (const name of ['Ada Shade', 'Ben Shade']) await updateAuthor(name, { indicatorsHidden: false });
  });
});

describe('a work whose only author is suppressed', () => {
  test('is in no list of its venue, and in none of its figures', async () => {
    const page = async () => {
      const row = await findContext(database.store.reader, 'venue', 'journal-of-shades');
      return row && contextView(database.store.reader, row, {});
    };
    expect([(await page())?.worksCount, (await page())?.works.length, (await page())?.peopleCount]).toEqual([4, 4, 3]);
    await updateAuthor('Cem Shade', { visibility: 'suppressed' });
    const without = await page();
    expect([without?.worksCount, without?.works.length, without?.peopleCount]).toEqual([3, 3, 2]);
    expect(JSON.stringify(without)).not.toContain('Cem');
    expect(without?.worksPerYear).toEqual([{ year: 2020, works: 3 }]);
    const key = await workKey('A shade that Cem made alone');
    expect((await viewsByKey(database.store.reader, [key], null)).get(key)).toMatchObject({ authors: [], unseen: true });
    await updateAuthor('Cem Shade', { visibility: 'visible' });
    expect((await page())?.worksCount).toBe(4);
  });
});

describe('a disowned work', () => {
  test('is not counted on the edge to a co-author, and its author name is not linked', async () => {
    const [ada, ben, key] = [await authorKeyOf('Ada Shade'), await authorKeyOf('Ben Shade'), await workKey('A shade that two people made')];
    const { reader } = database.store;
    expect(await sharedWorkKeys(reader, ada, ben, 10)).toEqual([key]);
    await database.store.transact((tx) =>
      tx
        .update(authorships)
        .set({ state: 'not_mine' })
        .where(and(eq(authorships.workKey, key), eq(authorships.authorKey, ada))),
    );
    expect([await sharedWorkKeys(reader, ada, ben, 10), await sharedWorkKeys(reader, ben, ada, 10)]).toEqual([[], []]);
    const view = (await viewsByKey(reader, [key], ada)).get(key);
    expect(view?.authors.map(({ name, slug, own }) => [name, slug !== null, own])).toEqual([
      ['Ada Shade', false, false],
      ['Ben Shade', true, false],
    ]);
    expect(view?.own).toBeNull();
  });
});
