import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findRecordChain } from '#lib/catalog/authors/queries/find.ts';
import { latestSnapshots } from '#lib/catalog/trust/queries/snapshots.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { profileSummary } from '#lib/portal/pages/queries/author-record.ts';
import { freshDatabase, type TestDatabase } from '../database.ts';
import { importWorks, refreshChangedRecords } from './fixtures.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await freshDatabase();
});
afterEach(() => database.drop());

const pointsWithoutDoubt = 21;

/** Imports a long career: two groups of co-authors with nobody in common, ten years apart. */
async function importCareer(personId?: string): Promise<void> {
  const career = [
    ...['Lamps', 'Wicks', 'Oils', 'Lenses'].map((title, at) => ({ title, year: 2000 + at, coauthor: 'Ann Fable' })),
    ...['Tides', 'Shoals', 'Charts', 'Buoys'].map((title, at) => ({ title, year: 2013 + at, coauthor: 'Rob Moss' })),
  ];
  await importWorks(
    database.store,
    ...career.map(({ title, year, coauthor }) => ({
      ...({ source: 'acl-anthology', recordId: title, title: [title], type: 'paper', year } as const),
      authors: [{ name: 'Bea Thorn', personId }, { name: coauthor }],
    })),
  );
  await refreshChangedRecords(database.store);
}

async function readBea() {
  const { reader } = database.store;
  const [row] = await reader.select().from(authors).where(eq(authors.name, 'Bea Thorn'));
  const [author] = await findRecordChain(reader, row?.id ?? '');
  if (!row || !author) throw new Error('The record is missing.');
  const points = (await latestSnapshots(reader, [row.key])).get(row.key)?.points;
  return { doubts: row.flags.map(({ rule }) => rule), summary: await profileSummary(reader, author), points };
}

test('a doubt that rests on a guess is kept for the owner, is not public, and costs no points', async () => {
  await importCareer();
  const { doubts, summary, points } = await readBea();
  expect(doubts).toEqual(['gap', 'separate_groups']);
  expect(summary).toMatchObject({ flags: [], fitsOnePerson: false });
  expect(points).toBe(pointsWithoutDoubt);
});

test('no rule doubts a record if its source gives one person id on all works', async () => {
  await importCareer('bea-thorn');
  const { doubts, summary, points } = await readBea();
  expect(doubts).toEqual([]);
  expect(summary).toMatchObject({ flags: [], fitsOnePerson: true });
  expect(points).toBe(pointsWithoutDoubt);
});
