import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { endOfDay } from '#lib/catalog/history/model/as-of.ts';
import { recordAsOf } from '#lib/catalog/history/queries/record-as-of.ts';
import { storeWorks } from '#lib/catalog/ingest/commands/store-works.ts';
import { importedWork } from '#lib/catalog/sources/model.ts';
import { unfilteredSelection } from '#lib/catalog/works/model/list/selection.ts';
import { now, setClock } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { authorView } from '#lib/portal/pages/queries/author-record.ts';
import { measureCpuMs } from '../cpu-time.ts';
import { getRecord, runJobs } from './fixtures.ts';
import { databasePerTest } from './test-database.ts';

const database = databasePerTest();
const setDay = (day: number) => setClock(() => new Date(`2031-01-0${day}T12:00:00.000Z`));
/** As many works and co-authors as the largest record of the ACL Anthology has. */
const size = { works: 351, coauthors: 414 };

async function importLargestRecord(pages: string): Promise<void> {
  const works = Array.from({ length: size.works }, (_, at) => {
    const others = [0, 1, 2, 3].map((place) => `Coauthor Number${(at * 4 + place) % size.coauthors}`);
    return importedWork.parse({
      ...{ source: 'acl-anthology', recordId: `2024.lamps-1.${at}`, title: [`What lamp ${at} says of the night`], type: 'paper' },
      ...{ date: `${1990 + (at % 35)}`, venue: 'Proceedings of the Workshop on Lamps', pages },
      identifiers: [{ scheme: 'doi', value: `10.1000/lamps.${at}` }],
      authors: ['Ada Byron', ...others].map((name) => ({ name, affiliation: 'Lamp House' })),
    });
  });
  await database.store.transact((tx) => storeWorks(tx, { source: 'acl-anthology', importId: null, observedAt: now(), works }));
  await runJobs(database.store);
}

/**
 * Returns the ratio of the processor times of `read` and `anchor`. Takes the minimum of 24 alternating rounds, because other processes use
 * the machine too.
 */
async function cpuRatio(read: () => Promise<unknown>, anchor: () => Promise<unknown>): Promise<number> {
  let [ofRead, ofAnchor] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < 24; round += 1) {
    ofRead = Math.min(ofRead, await measureCpuMs(read));
    ofAnchor = Math.min(ofAnchor, await measureCpuMs(anchor));
  }
  return ofRead / ofAnchor;
}

test('the largest record as of a day costs at most three times the current record, also if every work has changed since', async () => {
  const { reader } = database.store;
  setDay(1);
  await importLargestRecord('1-9');
  const [row] = await reader.select({ id: authors.id }).from(authors).where(eq(authors.name, 'Ada Byron'));
  const record = () => getRecord(database.store, row?.id ?? '');
  const then = async () => recordAsOf(reader, await record(), endOfDay('2031-01-01') ?? now());
  const today = async () => authorView(reader, await record(), unfilteredSelection, null);
  setDay(2);
  expect(await cpuRatio(then, today)).toBeLessThan(3);
  await importLargestRecord('11-19');
  setDay(3);
  expect((await then()).works).toHaveLength(size.works);
  expect((await then()).coauthors).toHaveLength(size.coauthors);
  expect(await cpuRatio(then, today)).toBeLessThan(3);
});
