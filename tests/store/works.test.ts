import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { findAuthor } from '#lib/catalog/authors/queries/find.ts';
import { storeAuthor } from '#lib/catalog/ingest/commands/author-pages.ts';
import { storeWorks } from '#lib/catalog/ingest/commands/store-works.ts';
import { refreshAuthors } from '#lib/catalog/refresh/commands/authors.ts';
import type { ImportedWork } from '#lib/catalog/sources/model.ts';
import type { Visibility } from '#lib/catalog/visibility/model.ts';
import { unfilteredSelection, type WorkSelection } from '#lib/catalog/works/model/list/selection.ts';
import { citationsByIds, citationsOfAuthor } from '#lib/catalog/works/queries/citations.ts';
import { type ListRequest, workList, worksPerYear } from '#lib/catalog/works/queries/list.ts';
import { factsOfWork, otherVersions, resolutionsOf } from '#lib/catalog/works/queries/provenance.ts';
import { workById } from '#lib/catalog/works/queries/works.ts';
import { now } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { contexts, workContexts } from '#lib/platform/db/schema/contexts.ts';
import { workIndicators } from '#lib/platform/db/schema/indicators.ts';
import { authorships, codeChecks, works } from '#lib/platform/db/schema/works.ts';
import { newId } from '#lib/platform/id.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';
import { authorView } from '#lib/portal/pages/queries/author-record.ts';
import { sourcesOfAuthor } from '#lib/portal/pages/queries/author-sources.ts';
import { homeView } from '#lib/portal/pages/queries/home.ts';
import { importWorks } from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();
let ada = { key: 0, slug: '' };

const createImport = (recordId: string, more: Partial<ImportedWork>): ImportedWork => ({
  source: 'bibtex',
  recordId,
  title: [`A lamp called ${recordId} that burns for long`],
  type: 'paper',
  identifiers: [],
  authors: [{ name: 'Ada Byron' }, { name: 'Hidden Person' }],
  authorsComplete: true,
  indicators: [],
  ...more,
});

const importedWorks: ImportedWork[] = [
  createImport('tin', { year: 2019, date: '2019-05', category: 'LG', venue: 'Lamps', publisher: 'Lamp & Sons', series: 'Notes' }),
  createImport('brass', { year: 2021, code: { state: 'linked', url: 'https://code.example/brass' } }),
  createImport('copper', { year: 2021, type: 'preprint', title: ['A lamp of copper, by night'] }),
  createImport('copper-again', { year: 2020, type: 'article', title: ['A Lamp of Copper by Night'], retracted: true }),
  createImport('glass', { type: 'thesis', code: { state: 'promised' } }),
  createImport('crowd', {
    year: 2024,
    authors: [...Array.from({ length: 600 }, (_, at) => ({ name: `Member Number${at}` })), { name: 'Ada Byron' }],
  }),
];

beforeAll(async () => {
  const { store } = database;
  await store.transact(async (tx) => {
    const at = new Date('2026-05-01T00:00:00Z');
    await storeWorks(tx, { source: 'bibtex', importId: null, observedAt: at, works: importedWorks });
    const seen = { importId: null, observedAt: new Date('2026-06-02T00:00:00Z') };
    const feed = [createImport('tin', { source: 'scholar-feed', year: 2020, authors: [{ name: 'Ada Byron' }, { name: 'Hidden Person' }] })];
    await storeWorks(tx, { source: 'scholar-feed', ...seen, works: feed });
    const page = { source: 'scholar-feed' as const, recordId: 'ada', name: 'Ada Byron', works: ['tin'] };
    await storeAuthor(tx, {
      author: {
        ...page,
        declared: [
          { kind: 'works', value: 6 },
          { kind: 'h_index', value: 4 },
        ],
      },
      ...seen,
    });
    await refreshAuthors(tx, 1000);
    await tx.update(authors).set({ visibility: 'suppressed' }).where(eq(authors.name, 'Hidden Person'));
    const [brass] = await tx.select({ key: works.key }).from(works).where(eq(works.year, 2019));
    const [venue] = await tx
      .insert(contexts)
      .values({
        id: newId(),
        kind: 'venue',
        slug: 'lamps',
        nameKey: 'lamps',
        name: 'Lamps',
        sortName: 'lamps',
        createdAt: at,
        updatedAt: at,
      })
      .onConflictDoNothing()
      .returning({ key: contexts.key });
    if (venue)
      await tx
        .insert(workContexts)
        .values({ workKey: brass?.key ?? 0, contextKey: venue.key })
        .onConflictDoNothing();
    await tx
      .insert(workIndicators)
      .values({ workKey: brass?.key ?? 0, method: 'signal-1', value: 61.2, computedAt: at })
      .onConflictDoNothing();
  });
  const found = await findAuthor(store.reader, 'ada-byron');
  if (found.kind !== 'here') throw new Error('Ada has no record.');
  ada = found.author;
});

const listWorks = (asked: Partial<WorkSelection> = {}, more: Partial<ListRequest> = {}) =>
  workList(database.store.reader, ada.key, { selection: { ...unfilteredSelection, ...asked }, after: null, limit: 100, ...more });
const titles = ({ entries }: Awaited<ReturnType<typeof listWorks>>) => entries.map(({ work: each }) => plainText(each.title ?? []));
const countsByValue = (values: { value: string; works: number }[]) =>
  Object.fromEntries(values.map(({ value, works: many }) => [value, many]));

describe('the works of a record', () => {
  test('six works are five entries: the article is listed first, with the preprint of its title', async () => {
    const all = await listWorks();
    expect([all.total, all.selected, all.entriesCount]).toEqual([6, 6, 5]);
    const copper = all.entries.find(({ versions }) => versions.length > 0);
    expect([copper?.work.type, copper?.versions.map(({ type }) => type)]).toEqual(['article', ['preprint']]);
    expect(copper?.work.retracted).toBe(true);
    expect(all.entries.at(-1)?.work.year).toBeNull();
  });

  test('every filter value states how many works it would leave with the other filters', async () => {
    const { facets } = await listWorks({ from: 2019, to: 2021 });
    expect(countsByValue(facets.type)).toEqual({ paper: 2, preprint: 1, article: 1 });
    expect(countsByValue(facets.code)).toEqual({ linked: 1, none: 3 });
    expect(countsByValue(facets.source)).toEqual({ bibtex: 4, 'scholar-feed': 1 });
    expect(countsByValue(facets.category)).toEqual({ LG: 1 });
    expect(facets.venue.map(({ name, works: many }) => [name, many])).toContainEqual(['Lamps', 1]);
    expect([facets.publisher, facets.series].map(countsByValue)).toEqual([{ 'Lamp & Sons': 1 }, { Notes: 1 }]);
    expect(countsByValue(facets.retracted)).toEqual({ yes: 1, no: 3 });
    for (const { value, works: many } of facets.type) {
      expect((await listWorks({ from: 2019, to: 2021, type: value as WorkSelection['type'] })).selected).toBe(many);
    }
  });

  test('filters leave the works that they state, alone and combined', async () => {
    expect(titles(await listWorks({ type: 'thesis' }))).toEqual(['A lamp called glass that burns for long']);
    expect((await listWorks({ venue: 'lamps', source: 'scholar-feed' })).selected).toBe(1);
    expect((await listWorks({ publisher: 'Lamp & Sons', series: 'Notes', retracted: 'no' })).selected).toBe(1);
    expect((await listWorks({ retracted: 'yes' })).selected).toBe(1);
    expect((await listWorks({ venue: 'lamps', code: 'promised' })).entries).toEqual([]);
    expect((await listWorks({ from: 2022 })).selected).toBe(1);
  });

  test('orders are by title, by indicator, and by the list of a source, which shows only works on that list', async () => {
    expect(titles(await listWorks({ order: 'title' }))[0]).toBe('A lamp called brass that burns for long');
    expect(titles(await listWorks({ order: 'signal' }))[0]).toBe('A lamp called tin that burns for long');
    expect(titles(await listWorks({ order: 'scholar-feed' }))).toEqual(['A lamp called tin that burns for long']);
    expect((await listWorks({ order: 'orcid' })).selection.order).toBe('newest');
  });

  test('pages contain every entry once', async () => {
    const seen: string[] = [];
    for (let after: string | null = null, pages = 0; pages < 10; pages += 1) {
      const page = await listWorks({ order: 'title' }, { after, limit: 2 });
      seen.push(...titles(page));
      after = page.next;
      if (after === null) break;
    }
    expect(seen).toEqual(titles(await listWorks({ order: 'title' })));
  });

  test('an owner who hides indicators has none in the list, and no order by one', async () => {
    const hidden = await listWorks({ order: 'signal' }, { hideIndicators: true });
    expect([hidden.hasSignal, hidden.selection.order]).toEqual([false, 'newest']);
    expect(hidden.entries.flatMap(({ work: each }) => [...each.computed, ...each.indicators])).toEqual([]);
  });

  test('a disowned work is in no count', async () => {
    const { store } = database;
    const [row] = await store.reader.select({ key: works.key }).from(works).where(eq(works.type, 'thesis'));
    const state = async (to: string) =>
      store.transact(async (tx) => {
        await tx
          .update(authorships)
          .set({ state: to })
          .where(eq(authorships.workKey, row?.key ?? 0));
      });
    await state('not_mine');
    const without = await listWorks();
    await state('asserted');
    expect([without.total, countsByValue(without.facets.type).thesis]).toEqual([5, undefined]);
  });

  test('a work that names somebody twice, at two venues, is counted once for each', async () => {
    const { store } = database;
    const [tin] = await store.reader.select({ key: works.key }).from(works).where(eq(works.category, 'LG'));
    const ofTin = eq(authorships.workKey, tin?.key ?? 0);
    const at = new Date('2026-05-01T00:00:00Z');
    const oil = { id: newId(), kind: 'venue', slug: 'oil', nameKey: 'oil', name: 'Oil', sortName: 'oil', createdAt: at, updatedAt: at };
    await store.transact(async (tx) => {
      const [first] = await tx
        .select()
        .from(authorships)
        .where(and(ofTin, eq(authorships.authorKey, ada.key)));
      if (!first) throw new Error('Ada does not sign it.');
      const { key: _, ...again } = first;
      await tx.insert(authorships).values({ ...again, position: 9 });
      const [venue] = await tx.insert(contexts).values(oil).returning({ key: contexts.key });
      await tx.insert(workContexts).values({ workKey: tin?.key ?? 0, contextKey: venue?.key ?? 0 });
    });
    const twice = await listWorks();
    const years = await worksPerYear(store.reader, ada.key);
    await store.transact(async (tx) => {
      await tx.delete(authorships).where(and(ofTin, eq(authorships.position, 9)));
      await tx.delete(contexts).where(eq(contexts.slug, 'oil'));
    });
    expect([twice.total, twice.selected, twice.entriesCount, countsByValue(twice.facets.type).paper]).toEqual([6, 6, 5, 3]);
    expect(countsByValue(twice.facets.venue)).toMatchObject({ lamps: 1, oil: 1 });
    expect(years).toEqual(twice.worksPerYear);
    expect(years.find(({ year }) => year === 2019)).toEqual({ year: 2019, works: 1 });
  });

  test('of a list of 601 names 500 are read, with the owner of the page among them', async () => {
    const [crowd] = (await listWorks({ from: 2024 })).entries;
    expect([crowd?.work.authors.length, crowd?.work.authorsCount, crowd?.work.own?.position]).toEqual([501, 601, 601]);
    expect((await workById(database.store.reader, crowd?.work.id ?? ''))?.authors.length).toBe(601);
  });

  test('code is reachable once a check has reached its URL', async () => {
    const { store } = database;
    const [row] = await store.reader.select({ key: works.key }).from(works).where(eq(works.codeUrl, 'https://code.example/brass'));
    await store.transact(async (tx) => {
      const check = { workKey: row?.key ?? 0, url: 'https://code.example/brass', outcome: 'reachable', status: 200, checkedAt: now() };
      await tx.insert(codeChecks).values(check);
    });
    const [brass] = (await listWorks({ code: 'reachable' })).entries;
    expect(brass?.work.code).toMatchObject({ state: 'reachable', checked: { outcome: 'reachable', status: 200 } });
  });
});

describe('provenance', () => {
  const idOf = async (name: string) =>
    (await listWorks()).entries.find(({ work: each }) => plainText(each.title ?? []).includes(name))?.work.id ?? '';

  test('a work shows the date of each source, and that they disagree', async () => {
    const facts = await factsOfWork(database.store.reader, await idOf('tin'));
    const date = facts.find(({ name }) => name === 'date');
    expect(date?.disagree).toBe(true);
    expect(date?.assertions.map(({ source, observedAt }) => [source.id, observedAt.toISOString().slice(0, 10)])).toEqual([
      ['scholar-feed', '2026-06-02'],
      ['bibtex', '2026-05-01'],
    ]);
  });

  test('other versions share the title and an author, and a suppressed person links none', async () => {
    const { reader, transact } = database.store;
    const id = (await listWorks()).entries.find(({ versions }) => versions.length > 0)?.work.id ?? '';
    expect((await otherVersions(reader, id)).map(({ type }) => type)).toEqual(['preprint']);
    const show = (visibility: Visibility) =>
      transact(
        async (tx) => void (await tx.update(authors).set({ visibility }).where(eq(authors.key, ada.key)).returning({ key: authors.key })),
      );
    await show('suppressed');
    expect(await otherVersions(reader, id)).toEqual([]);
    await show('visible');
  });

  test('no part of it names a suppressed person', async () => {
    const { reader } = database.store;
    const found = await findAuthor(reader, ada.slug);
    if (found.kind !== 'here') throw new Error('Ada has no record.');
    const all = await listWorks();
    const outputs: unknown[] = [all, await sourcesOfAuthor(reader, found.author)];
    for (const { work: each } of all.entries) outputs.push(await factsOfWork(reader, each.id), await resolutionsOf(reader, each.id));
    expect(JSON.stringify(outputs)).not.toMatch(/Hidden Person/i);
    expect((await resolutionsOf(reader, await idOf('tin'))).reduce((sum, { names }) => sum + names, 0)).toBe(1);
  });

  test('a record shows name variants, figures and dates of each source', async () => {
    const { reader } = database.store;
    const found = await findAuthor(reader, ada.slug);
    if (found.kind !== 'here') throw new Error('Ada has no record.');
    const view = await sourcesOfAuthor(reader, found.author);
    expect(view.warnings).toContain('6 works declared by Scholar Feed, 1 listed.');
    const feed = view.sources.find(({ source }) => source.id === 'scholar-feed');
    expect([feed?.works, feed?.upstream, feed?.lastCheckedAt?.toISOString().slice(0, 10)]).toEqual([1, 'arXiv', '2026-06-02']);
    expect(feed?.declared.map(({ kind }) => kind)).toEqual(['works', 'h_index']);
    const hidden = await sourcesOfAuthor(reader, { ...found.author, indicatorsHidden: true });
    expect(JSON.stringify(hidden)).not.toContain('h_index');
    const file = view.sources.find(({ source }) => source.id === 'bibtex');
    expect(file?.nameVariants.reduce((sum, { works: many }) => sum + many, 0)).toBeGreaterThan(0);
  });
});

describe('the home page', () => {
  test('features a claimed profile without open questions, or the one that the operator has chosen, as on its own page', async () => {
    const { reader, transact } = database.store;
    const found = await findAuthor(reader, ada.slug);
    if (found.kind !== 'here') throw new Error('Ada has no record.');
    const featuredName = async (example: string | null = null) => (await homeView(reader, example)).featured?.author.name;
    expect(await featuredName()).toBeUndefined();
    const { works: listed, ...view } = await authorView(reader, found.author, unfilteredSelection, null);
    const { featured } = await homeView(reader, ada.slug);
    expect({ ...view, worksPerYear: listed.worksPerYear }).toMatchObject(featured?.author ?? {});
    expect([featured?.author.name, featured?.author.worksPerYear.length, featured?.around.start.label]).toEqual([
      'Ada Byron',
      4,
      'Ada Byron',
    ]);
    const update = (set: Partial<typeof authors.$inferInsert>) =>
      transact((tx) => tx.update(authors).set(set).where(eq(authors.key, ada.key)));
    const { flags, claimState } = found.author;
    await update({ claimState: 'claimed', flags: [] });
    expect([await featuredName(), await featuredName('nobody-here')]).toEqual(['Ada Byron', 'Ada Byron']);
    await update({ flags: [{ rule: 'disjoint-coauthors', reason: 'Two groups.' }] });
    expect(await featuredName()).toBeUndefined();
    await update({ claimState, flags });
  });

  test('has the newest works, and one on whose date the sources disagree', async () => {
    const { newest, disputed } = await homeView(database.store.reader);
    expect(newest.map(({ year }) => year)).toEqual([2024, 2021, 2021, 2020, 2019]);
    await importWorks(
      database.store,
      { ...{ source: 'bibtex', recordId: 'later', type: 'article', title: ['Announced'], date: '2099-01', year: 2099 }, authors: [] },
      { ...{ source: 'bibtex', recordId: 'new', type: 'article', title: ['Out now'], date: '2026-05-01', year: 2026 }, authors: [] },
      { ...{ source: 'bibtex', recordId: 'old', type: 'article', title: ['Imported last'], date: '1950', year: 1950 }, authors: [] },
    );
    const titles = (await homeView(database.store.reader)).newest.map(({ title }) => title && plainText(title));
    expect([titles[0], titles.includes('Announced'), titles.includes('Imported last')]).toEqual(['Out now', false, false]);
    expect(disputed?.conflicts.map(({ field }) => field)).toContain('year');
  });
});

describe('a selection as a file', () => {
  test('contains the works that the filters leave, in their order, page by page', async () => {
    const { reader } = database.store;
    const asked = { ...unfilteredSelection, to: 2021, order: 'title' as const };
    const whole = await citationsOfAuthor(reader, ada.key, undefined, 100, asked);
    expect(whole.works.length).toBe((await listWorks(asked)).selected);
    const first = await citationsOfAuthor(reader, ada.key, undefined, 3, asked);
    const second = await citationsOfAuthor(reader, ada.key, first.next ?? '', 3, asked);
    expect([...first.works, ...second.works].map(({ id }) => id)).toEqual(whole.works.map(({ id }) => id));
  });

  test('contains each selected work once in the order of the ids, names unknown ids, and shows no hidden author', async () => {
    const ids = (await listWorks()).entries.map(({ work: each }) => each.id).slice(0, 2);
    const found = await citationsByIds(database.store.reader, [...ids, 'nothing-here', ids[0] ?? '']);
    expect(found.works.map(({ id }) => id)).toEqual(ids);
    expect(found.unknown).toEqual(['nothing-here']);
    expect(JSON.stringify(found.works)).not.toMatch(/hidden/i);
  });
});
