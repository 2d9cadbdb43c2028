import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { findAuthor } from '#lib/catalog/authors/queries/find.ts';
import { unfilteredSelection, type WorkSelection } from '#lib/catalog/works/model/list/selection.ts';
import { workById } from '#lib/catalog/works/queries/works.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { authorView } from '#lib/portal/pages/queries/author-record.ts';
import { largest, storeLargest } from '../largest-records.ts';
import { databasePerFile } from './test-database.ts';

/** The cost of the page of an author with 5,000 works, as a number of reads, because times depend on the machine. */
const database = databasePerFile();
beforeAll(async () => {
  await storeLargest(database.store);
});

/** Returns a reader that counts its queries. */
function countReads(reader: Reader): { reader: Reader; reads: () => number } {
  let reads = 0;
  const asks = new Set<PropertyKey>(['select', 'selectDistinct', 'lookup', 'rows']);
  const counted = new Proxy(reader, {
    get(target, name) {
      if (asks.has(name)) reads += 1;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { reader: counted, reads: () => reads };
}

async function readPage(name: string, selection: Partial<WorkSelection> = {}, after: string | null = null) {
  const [row] = await database.store.reader.select({ slug: authors.slug }).from(authors).where(eq(authors.name, name));
  const found = await findAuthor(database.store.reader, row?.slug ?? '');
  if (found.kind !== 'here') throw new Error(`${name} has no record.`);
  const { reader, reads } = countReads(database.store.reader);
  const view = await authorView(reader, found.author, { ...unfilteredSelection, ...selection }, after);
  return { view, reads: reads() };
}

test('a record of 5,000 works takes as many queries as one of a few, and shows a page of 50', async () => {
  const small = await readPage('Coauthor Number1');
  const large = await readPage(largest.name);
  expect(large.reads).toBe(small.reads);
  expect(large.reads).toBeLessThan(30);
  expect([large.view.works.total, large.view.works.entries.length]).toEqual([largest.works, 50]);
  expect(large.view.works.worksPerYear.length).toBe(largest.years);
  expect(large.view.works.worksPerYear.reduce((sum, year) => sum + year.works, 0)).toBe(largest.works);
});

test('its pages list every work once, filtered or not', async () => {
  const seen = new Set<string>();
  let entries = 0;
  let after: string | null = null;
  do {
    const { view }: Awaited<ReturnType<typeof readPage>> = await readPage(largest.name, { from: 1990, to: 1994 }, after);
    for (const { work } of view.works.entries) seen.add(work.id);
    entries += view.works.entries.length;
    after = view.works.next;
    expect(view.works.selected).toBe((5 * largest.works) / largest.years);
  } while (after !== null);
  expect([entries, seen.size]).toEqual([500, 500]);
});

test('the page of a work with 450 authors lists all of them in order, and marks the author whose list links to it', async () => {
  const [row] = await database.store.reader
    .select({ id: works.id })
    .from(works)
    .where(eq(works.title, 'What four hundred and fifty people found'));
  const { reader, reads } = countReads(database.store.reader);
  const work = await workById(reader, row?.id ?? '');
  expect(reads()).toBeLessThan(6);
  expect([work?.authors.length, work?.authorsCount]).toEqual([largest.crowd, largest.crowd]);
  expect(work?.authors.map(({ position }) => position)).toEqual(Array.from({ length: largest.crowd }, (_, at) => at + 1));
  const ofTheYear: Partial<WorkSelection> = { from: 2024, to: 2024, order: 'title' };
  const first = await readPage(largest.name, ofTheYear);
  const second = await readPage(largest.name, ofTheYear, first.view.works.next);
  const listed = second.view.works.entries.find((entry) => entry.work.id === row?.id)?.work;
  expect([listed?.own?.position, listed?.authors.length]).toEqual([largest.crowd, largest.crowd]);
});
