import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { relatedWorks } from '#lib/catalog/contexts/queries/related-works.ts';
import { storeWorks } from '#lib/catalog/ingest/commands/store-works.ts';
import type { Visibility } from '#lib/catalog/visibility/model.ts';
import { now } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import { refreshChangedRecords } from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();

const importedBy = (recordId: string, title: string, names: string[]) => ({
  source: 'bibtex' as const,
  recordId,
  title: [title],
  type: 'paper' as const,
  year: 2020,
  category: 'cs.LG',
  identifiers: [],
  authors: names.map((name) => ({ name })),
  authorsComplete: true,
  indicators: [],
});

async function findRelated(title: string) {
  const [row] = await database.store.reader.select().from(works).where(eq(works.title, title));
  const found = await relatedWorks(database.store.reader, row?.id ?? '');
  return found.map(({ work, common }) => [work.title?.join(''), common.authors, common.topics.length, common.words]);
}
const setVisibilityOf = (name: string, visibility: Visibility) =>
  database.store.transact((tx) => tx.update(authors).set({ visibility }).where(eq(authors.name, name)));

test('related works share authors, topics and words; suppressed people are neither counted nor shown', async () => {
  await database.store.transact((tx) =>
    storeWorks(tx, {
      source: 'bibtex',
      importId: null,
      observedAt: now(),
      works: [
        importedBy('1', 'Tallow candles in churches', ['Ada Lantern', 'Ben Wick']),
        importedBy('2', 'Glass shades', ['Ada Lantern', 'Ben Wick']),
        importedBy('3', 'Wax seals', ['Ben Wick']),
        importedBy('4', 'Candles of paraffin', ['Cai Stearin']),
        importedBy('5', 'Nothing in particular', ['Dora Flint']),
      ],
    }),
  );
  await refreshChangedRecords(database.store);
  expect(await findRelated('Tallow candles in churches')).toEqual([
    ['Glass shades', 2, 1, []],
    ['Wax seals', 1, 1, []],
    ['Candles of paraffin', 0, 1, ['candles']],
  ]);
  await setVisibilityOf('Ben Wick', 'suppressed');
  expect(await findRelated('Tallow candles in churches')).toEqual([
    ['Glass shades', 1, 1, []],
    ['Candles of paraffin', 0, 1, ['candles']],
  ]);
  await setVisibilityOf('Cai Stearin', 'suppressed');
  expect(await findRelated('Tallow candles in churches')).toEqual([['Glass shades', 1, 1, []]]);
  expect(await relatedWorks(database.store.reader, 'unknown')).toEqual([]);
});
