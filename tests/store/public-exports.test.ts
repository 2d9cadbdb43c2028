import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { findAuthor } from '#lib/catalog/authors/queries/find.ts';
import { storeWorks } from '#lib/catalog/ingest/commands/store-works.ts';
import type { ImportedWork } from '#lib/catalog/sources/model.ts';
import { citationFormats } from '#lib/catalog/works/model/citations/formats.ts';
import { atomFeed, type Feed, jsonFeed } from '#lib/catalog/works/model/feeds.ts';
import { citationTags, workLinkedData } from '#lib/catalog/works/model/linked-data.ts';
import { citationById, citationsByKey, citationsOfAuthor } from '#lib/catalog/works/queries/citations.ts';
import { workById } from '#lib/catalog/works/queries/works.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import { keysPerPage, sitemapIndexXml, sitemapXml } from '#lib/portal/sitemaps/model.ts';
import { sitemapEntries, sitemapPages } from '#lib/portal/sitemaps/queries.ts';
import { type AuthorRecord, createRecord, createWork } from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

const base = 'https://peergraph.example';
const database = databasePerFile();
let ada: AuthorRecord;
let hidden: AuthorRecord;
let searchOnly: AuthorRecord;

beforeAll(async () => {
  const { store } = database;
  ada = await createRecord(store, 'Ada Byron');
  hidden = await createRecord(store, 'Hidden Person', { visibility: 'suppressed' });
  searchOnly = await createRecord(store, 'Quiet Person', { visibility: 'search_only' });
  const [byAda, byHidden, byQuiet] = [
    { key: ada.key, name: 'Ada Byron' },
    { key: hidden.key, name: 'Hidden Person' },
    { key: searchOnly.key, name: 'Quiet Person' },
  ];
  await createWork(store, 'A lamp by several', [byHidden, byAda, byQuiet]);
  await createWork(store, 'A lamp by Ada', [byAda]);
  await createWork(store, 'A lamp that Ada says is not hers', [byAda, byQuiet]);
  await createWork(store, 'A lamp by nobody who is listed', [byHidden, byQuiet]);
  await store.transact(async (tx) => {
    const [wrong] = await tx.select({ key: works.key }).from(works).where(eq(works.title, 'A lamp that Ada says is not hers'));
    await tx
      .update(authorships)
      .set({ state: 'not_mine' })
      .where(eq(authorships.key, (await authorshipOfAda(wrong?.key ?? 0))?.key ?? 0));
  });
});

async function authorshipOfAda(workKey: number) {
  const rows = await database.store.reader.select().from(authorships).where(eq(authorships.workKey, workKey));
  return rows.find(({ authorKey }) => authorKey === ada.key);
}

const titles = (some: { title: unknown }[]) => some.map(({ title }) => String(title)).sort();

describe('public exports', () => {
  test('name a suppressed author in no export, feed, sitemap, tag or linked data', async () => {
    const { reader } = database.store;
    const rows = await reader.select({ key: works.key, id: works.id }).from(works);
    const all = await citationsByKey(
      reader,
      rows.map(({ key }) => key),
    );
    expect(all.length).toBe(4);
    const feedOfAda = (shown: typeof all): Feed => ({
      ...{ kind: 'authors', id: ada.id, path: `/authors/${ada.slug}`, name: 'Ada Byron' },
      ...{ works: shown, updatedAt: new Date(0), base },
    });
    const outputs = [
      ...citationFormats.map(({ write }) => write(all, base)),
      ...all.flatMap((work) => [JSON.stringify(workLinkedData(work, base)), JSON.stringify(citationTags(work, base))]),
      ...[atomFeed, jsonFeed].map((write) => write(feedOfAda(all))),
      sitemapXml((await sitemapEntries(reader, 'authors', 1)) ?? [], base),
      sitemapXml((await sitemapEntries(reader, 'works', 1)) ?? [], base),
      sitemapIndexXml(await sitemapPages(reader), base),
    ];
    for (const output of outputs) expect(output).not.toMatch(/hidden/i);
    expect(outputs.filter((output) => output.includes('Ada Byron') || output.includes('Byron, Ada')).length).toBeGreaterThan(5);
    expect(await findAuthor(reader, hidden.slug)).toEqual({ kind: 'missing' });
  });

  test('of a person contain their works without disowned ones, and page through them once', async () => {
    const { reader } = database.store;
    const whole = await citationsOfAuthor(reader, ada.key, undefined, 100);
    expect(titles(whole.works)).toEqual(['A lamp by Ada', 'A lamp by several']);
    expect(whole.next).toBeNull();
    const first = await citationsOfAuthor(reader, ada.key, undefined, 1);
    const second = await citationsOfAuthor(reader, ada.key, first.next ?? '', 1);
    expect([...first.works, ...second.works].map(({ id }) => id)).toEqual(whole.works.map(({ id }) => id));
    expect(second.next).toBeNull();
  });

  test('link an author to a listed profile, unless they say that the work is not theirs', async () => {
    const { reader } = database.store;
    const rows = await reader.select({ key: works.key }).from(works).orderBy(works.key);
    const citations = await citationsByKey(
      reader,
      rows.map(({ key }) => key),
    );
    const linked = citations.map((work) => JSON.stringify(workLinkedData(work, base)).match(/"@id":"[^"]*\/authors\/[^}]*/g));
    const adasProfile = `"@id":"${base}/authors/${ada.id}","url":"${base}/authors/${ada.slug}","name":"Ada Byron"`;
    expect(linked).toEqual([[adasProfile], [adasProfile], null, null]);
  });

  test('have no citation of an unknown work', async () => {
    expect(await citationById(database.store.reader, 'nothing-here')).toBeNull();
  });
});

describe('the sitemap', () => {
  test('lists listed authors, and works of at least one of them, each with its own last change', async () => {
    const { reader } = database.store;
    const [row] = await reader.select().from(authors).where(eq(authors.key, ada.key));
    expect(await sitemapEntries(reader, 'authors', 1)).toEqual([{ path: `/authors/${ada.slug}`, updatedAt: row?.updatedAt }]);
    const listed = (await sitemapEntries(reader, 'works', 1)) ?? [];
    const named = await Promise.all(listed.map(({ path }) => citationById(reader, path.split('/')[2] ?? '')));
    expect(titles(named.flatMap((work) => work ?? []))).toEqual(['A lamp by Ada', 'A lamp by several', 'A lamp that Ada says is not hers']);
  });

  test('excludes merged records and records without works, and ends after its last page', async () => {
    const { reader } = database.store;
    const empty = await createRecord(database.store, 'Without Works', { works: 0 });
    const merged = await createRecord(database.store, 'A Byron');
    await database.store.transact(async (tx) => {
      await tx.update(authors).set({ mergedInto: ada.key }).where(eq(authors.key, merged.key));
    });
    const paths = (await sitemapEntries(reader, 'authors', 1))?.map(({ path }) => path) ?? [];
    expect(paths).not.toContain(`/authors/${empty.slug}`);
    expect(paths).not.toContain(`/authors/${merged.slug}`);
    expect(await sitemapEntries(reader, 'authors', 2)).toBeNull();
  });

  test('has as many pages as the keys need', async () => {
    const far = await createRecord(database.store, 'Far Away');
    await database.store.transact(async (tx) => {
      await tx
        .update(authors)
        .set({ key: keysPerPage * 2 + 1 })
        .where(eq(authors.key, far.key));
    });
    expect((await sitemapPages(database.store.reader)).authors).toBe(3);
    expect(await sitemapEntries(database.store.reader, 'authors', 2)).toEqual([]);
    expect((await sitemapEntries(database.store.reader, 'authors', 3))?.map(({ path }) => path)).toEqual([`/authors/${far.slug}`]);
  });
});

test('names an author from a page of a source, after those of the printed list, unless they are hidden or disown the work', async () => {
  const { store } = database;
  const [open, quietly, gone, no] = await Promise.all(
    (['visible', 'search_only', 'suppressed', 'visible'] as const).map((visibility, at) =>
      createRecord(store, `Listed ${'ABCD'[at]}lone`, { visibility }),
    ),
  );
  const key = await createWork(store, 'A lamp with a list that is cut off', [{ key: ada.key, name: 'Ada Byron' }]);
  const listed = (record: AuthorRecord | undefined, state: string) => ({
    ...{ workKey: key, authorKey: record?.key ?? 0, nameAsWritten: `Listed ${record?.slug}`, resolvedBy: 'listed_on_page' },
    ...{ source: 'bzpeer', state },
  });
  await store.transact(async (tx) => {
    await tx.update(works).set({ authorsComplete: false }).where(eq(works.key, key));
    await tx
      .insert(authorships)
      .values([listed(open, 'asserted'), listed(quietly, 'asserted'), listed(gone, 'asserted'), listed(no, 'not_mine')]);
  });
  const name = `Listed ${open?.slug}`;
  const [cited] = await citationsByKey(store.reader, [key]);
  expect(cited).toMatchObject({ authors: [{ name: 'Ada Byron' }, { name }], unplaced: [name] });
  expect(await workById(store.reader, cited?.id ?? '')).toMatchObject({
    ...{ authors: [{ name: 'Ada Byron' }], unplaced: [{ name, slug: open?.slug, position: null }] },
  });
  await store.transact((tx) => tx.update(works).set({ authorsComplete: true }).where(eq(works.key, key)));
  expect(await citationsByKey(store.reader, [key])).toMatchObject([{ authors: [{ name: 'Ada Byron' }], unplaced: [] }]);
});

test('citations name an ORCID iD only if its owner has signed in with it and shows it', async () => {
  const { store } = database;
  const record = await createRecord(store, 'Grace Hopper');
  await createWork(store, 'A lamp by Grace', [{ key: record.key, name: 'Grace Hopper' }]);
  const shows = async (fields: Partial<typeof authors.$inferInsert>) => {
    await store.transact((tx) => tx.update(authors).set(fields).where(eq(authors.key, record.key)));
    const { works: cited } = await citationsOfAuthor(store.reader, record.key, undefined, 1);
    return JSON.stringify(cited.map((work) => workLinkedData(work, base))).includes('https://orcid.org/0000-0002-1825-0097');
  };
  expect(await shows({ orcid: '0000-0002-1825-0097' })).toBe(false);
  expect(await shows({ orcidAuthenticated: true })).toBe(true);
  expect(await shows({ privacy: { hidden: ['orcid'], indexed: true } })).toBe(false);
});

test('citations split a name as its source states, while it is shown as printed', async () => {
  const { store } = database;
  const work = {
    ...{ source: 'bibtex', recordId: 'roux', title: ['On Lamps of Paris'], type: 'article', year: 2012, identifiers: [], indicators: [] },
    ...{ authors: [{ name: 'Joseph Le Roux', family: 'Le Roux' }], authorsComplete: true },
  } satisfies ImportedWork;
  await store.transact((tx) => storeWorks(tx, { source: 'bibtex', importId: null, observedAt: new Date(), works: [work] }));
  const [row] = await store.reader.select({ key: works.key }).from(works).where(eq(works.title, 'On Lamps of Paris'));
  const cited = () => citationsByKey(store.reader, [row?.key ?? 0]);
  expect((await cited())[0]?.authors).toMatchObject([{ name: 'Joseph Le Roux', family: 'Le Roux' }]);
  await store.transact((tx) =>
    tx
      .update(authors)
      .set({ name: 'Jo Le Roux', privacy: { hidden: ['names'], indexed: true } })
      .where(eq(authors.name, 'Joseph Le Roux')),
  );
  expect((await cited())[0]?.authors.map(({ name, family }) => [name, family])).toEqual([['Jo Le Roux', undefined]]);
});
