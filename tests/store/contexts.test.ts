import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { markAuthorsStale } from '#lib/catalog/authors/commands/mark-changed.ts';
import { refreshContexts } from '#lib/catalog/contexts/commands/refresh.ts';
import { rematchAffiliations } from '#lib/catalog/contexts/commands/rematch.ts';
import { findTopics } from '#lib/catalog/contexts/commands/topics.ts';
import type { ContextKind } from '#lib/catalog/contexts/model/context.ts';
import { organisationsByAcronym } from '#lib/catalog/contexts/queries/acronyms.ts';
import { contextsOfAuthor, yearCountsByTopic } from '#lib/catalog/contexts/queries/authors.ts';
import { contextLetters, contextList, findContext } from '#lib/catalog/contexts/queries/contexts.ts';
import { type ContextWorksQuery, contextView, contextWorkKeys } from '#lib/catalog/contexts/queries/page.ts';
import { peopleOfContext } from '#lib/catalog/contexts/queries/people.ts';
import { coauthorsOf } from '#lib/catalog/graph/queries/coauthors.ts';
import { importRegistry } from '#lib/catalog/ingest/commands/registry.ts';
import { storeWorks } from '#lib/catalog/ingest/commands/store-works.ts';
import { setPrivacy } from '#lib/catalog/ownership/commands/edit-record.ts';
import { mintOwner } from '#lib/catalog/ownership/model.ts';
import type { ImportedWork } from '#lib/catalog/sources/model.ts';
import type { ImportedOrganisation } from '#lib/catalog/sources/organisations.ts';
import type { RorEvent } from '#lib/catalog/sources/ror.ts';
import type { HiddenField } from '#lib/catalog/statements/model/hidden-fields.ts';
import { now } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import { strongDns } from '../evidence.ts';
import { claimWithEvidence, createAccount, refreshChangedRecords, unwrap } from './fixtures.ts';
import { search } from './search-hits.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();

type WorkInput = Partial<ImportedWork> & { recordId: string };
const createImport = ({ title, ...more }: WorkInput): ImportedWork => ({
  source: 'bibtex',
  title: title ?? [`Lamp number ${more.recordId} and its shade`],
  type: 'paper',
  identifiers: [],
  authors: [],
  authorsComplete: true,
  indicators: [],
  ...more,
});

async function importAndRefresh(...works: WorkInput[]): Promise<void> {
  const source = works[0]?.source ?? 'bibtex';
  await database.store.transact((tx) => storeWorks(tx, { source, importId: null, observedAt: now(), works: works.map(createImport) }));
  await refreshAll();
}

async function refreshAll(): Promise<void> {
  await refreshChangedRecords(database.store);
  while ((await database.store.transact((tx) => refreshContexts(tx, 50))) > 0);
}

const viewContext = async (kind: ContextKind, slug: string) => {
  const row = await findContext(database.store.reader, kind, slug);
  return row && (await contextView(database.store.reader, row, {}));
};
const findRecord = async (name: string) => {
  const [row] = await database.store.reader.select().from(authors).where(eq(authors.name, name));
  if (!row) throw new Error(`There is no ${name}.`);
  return row;
};
const ada = { name: 'Ada Lantern', affiliation: 'Department of Light, Lampton University' };
const ben = { name: 'Ben Wick' };

describe('works in contexts', () => {
  test('an import links works and people to venue, topic and institution, and counts them', async () => {
    await importAndRefresh(
      { recordId: '1', year: 2020, venue: 'Proceedings of the 3rd Workshop on Lamps', category: 'cs.LG', authors: [ada, ben] },
      { recordId: '2', year: 2022, venue: 'Proceedings of the 5th Workshop on Lamps', category: 'LG', authors: [ben] },
    );
    expect(await viewContext('venue', 'workshop-on-lamps')).toMatchObject({
      name: 'Workshop on Lamps',
      worksCount: 2,
      peopleCount: 2,
      worksPerYear: [
        { year: 2020, works: 1 },
        { year: 2022, works: 1 },
      ],
    });
    const topic = await viewContext('topic', 'machine-learning');
    expect(topic?.works).toHaveLength(2);
    const { key } = (await findContext(database.store.reader, 'topic', 'machine-learning')) ?? { key: 0 };
    const keys = (asked: Partial<ContextWorksQuery>) =>
      contextWorkKeys(database.store.reader, key, { after: undefined, year: null, limit: 9, ...asked });
    const [newest, oldest] = (await keys({})).keys;
    const first = await keys({ limit: 1 });
    expect(first).toEqual({ keys: [newest], next: expect.any(String) });
    expect(await keys({ limit: 1, after: first.next ?? '' })).toEqual({ keys: [oldest], next: null });
    expect(await keys({ year: 2020 })).toEqual({ keys: [oldest], next: null });
    expect(await keys({ year: 2022, after: first.next ?? '' })).toEqual({ keys: [], next: null });
    expect((await keys({ year: 2021 })).keys).toEqual([]);
    expect(topic?.people.map(({ name }) => name)).toEqual(['Ben Wick', 'Ada Lantern']);
    const institution = await viewContext('institution', 'lampton-university');
    expect(institution?.people.map(({ name }) => name)).toEqual(['Ada Lantern']);
    const contexts = await contextsOfAuthor(database.store.reader, (await findRecord('Ben Wick')).key);
    expect(contexts.venues.shown).toMatchObject([{ name: 'Workshop on Lamps', works: 2, firstYear: 2020, lastYear: 2022 }]);
    expect(contexts.institutions.all).toBe(0);
    const years = await yearCountsByTopic(database.store.reader, (await findRecord('Ben Wick')).key);
    expect([...years]).toEqual([
      [
        'machine-learning',
        [
          { year: 2020, works: 1 },
          { year: 2022, works: 1 },
        ],
      ],
    ]);
    expect((await findRecord('Ben Wick')).topicsCount).toBe(1);
    expect((await search(database.store.reader, 'workshop lamps', { kind: 'venue', limit: 5 })).hits).toHaveLength(1);
  });

  test('a repeated import changes nothing, and a changed work moves', async () => {
    const before = await findContext(database.store.reader, 'venue', 'workshop-on-lamps');
    await importAndRefresh({
      recordId: '1',
      year: 2020,
      venue: 'Proceedings of the 3rd Workshop on Lamps',
      category: 'cs.LG',
      authors: [ada, ben],
    });
    expect(await findContext(database.store.reader, 'venue', 'workshop-on-lamps')).toEqual(before);
    await importAndRefresh({ recordId: '1', year: 2021, venue: 'Journal of Shades', authors: [ada, ben] });
    expect(await viewContext('venue', 'workshop-on-lamps')).toMatchObject({ worksCount: 1, peopleCount: 1, firstYear: 2022 });
    expect(await viewContext('venue', 'journal-of-shades')).toMatchObject({ worksCount: 1, peopleCount: 2, firstYear: 2021 });
    await importAndRefresh({ recordId: '2', year: 2022, venue: 'Journal of Shades', authors: [ben] });
    expect(await viewContext('venue', 'workshop-on-lamps')).toBeNull();
    expect((await search(database.store.reader, 'workshop lamps', { kind: 'venue', limit: 5 })).hits).toHaveLength(0);
  });

  test('a suppressed person is excluded from counts and lists at once', async () => {
    const { key } = await findRecord('Ada Lantern');
    await database.store.transact(async (tx) => {
      await tx.update(authors).set({ visibility: 'suppressed' }).where(eq(authors.key, key));
      await markAuthorsStale(tx, [key]);
    });
    expect((await viewContext('venue', 'journal-of-shades'))?.people.map(({ name }) => name)).toEqual(['Ben Wick']);
    await refreshAll();
    expect(await viewContext('venue', 'journal-of-shades')).toMatchObject({ peopleCount: 1 });
    const { people } = await coauthorsOf(database.store.reader, (await findRecord('Ben Wick')).key, {
      by: 'works',
      after: undefined,
      limit: 9,
    });
    expect(people).toEqual([]);
    await database.store.transact(async (tx) => {
      await tx.update(authors).set({ visibility: 'visible' }).where(eq(authors.key, key));
      await markAuthorsStale(tx, [key]);
    });
    await refreshAll();
    expect(await viewContext('venue', 'journal-of-shades')).toMatchObject({ peopleCount: 2 });
  });

  test('topics are found in titles, stay on a changed work, and are removed with its title', async () => {
    const told = Array.from({ length: 14 }, (_, each): WorkInput => {
      return { recordId: `t${each}`, title: [`Paraffin heater for house${each}`], year: 2019, authors: [{ name: `Person Number${each}` }] };
    });
    await importAndRefresh(...told);
    await findTopics(database.store);
    await refreshAll();
    expect(await viewContext('topic', 'paraffin-heater')).toMatchObject({ worksCount: 14, peopleCount: 14, facts: { method: 'topics-1' } });
    expect((await findRecord('Person Number3')).topicsCount).toBe(1);
    await findTopics(database.store);
    const before = await findContext(database.store.reader, 'topic', 'paraffin-heater');
    expect(before?.stale).toBe(false);
    await importAndRefresh({ ...told[3], recordId: 't3', title: ['Something else about house3'] });
    expect(await viewContext('topic', 'paraffin-heater')).toMatchObject({ worksCount: 13, peopleCount: 13 });
    expect((await findRecord('Person Number3')).topicsCount).toBe(0);
    await importAndRefresh({
      recordId: 'late',
      title: ['A paraffin heater of another kind'],
      year: 2020,
      authors: [{ name: 'Person Late' }],
    });
    expect(await viewContext('topic', 'paraffin-heater')).toMatchObject({ worksCount: 14, peopleCount: 14 });
    expect((await findRecord('Person Late')).topicsCount).toBe(1);
  });

  test('are looked for at once after a large import, and in the night after a small one', async () => {
    const searches = async () =>
      (await database.store.reader.select().from(jobs).where(eq(jobs.kind, 'find-topics'))).map(({ runAt }) => runAt > now());
    const titled = (at: number): WorkInput => ({ recordId: `n${at}`, title: [`Title number ${at}`], authors: [{ name: 'Ada Lantern' }] });
    await database.store.transact((tx) => tx.delete(jobs));
    await importAndRefresh(...Array.from({ length: 40 }, (_, at) => titled(at)));
    expect(await searches()).toEqual([false]);
    await database.store.transact((tx) => tx.delete(jobs));
    await importAndRefresh(titled(40));
    await importAndRefresh(titled(41));
    expect(await searches()).toEqual([true]);
  });
});

describe('lists with cursors', () => {
  const everybody = Array.from({ length: 23 }, (_, each) => `Reader ${String.fromCharCode(97 + ((each * 7) % 23))}`);

  test('people of a context appear once each, those with a work of the last five years first, by their works there', async () => {
    await importAndRefresh(
      ...everybody.flatMap((name, each) =>
        Array.from({ length: 1 + (each % 3) }, (_, at): WorkInput => {
          return { recordId: `r${each}-${at}`, year: 2010 - (each % 9), venue: 'Reading Room', authors: [{ name }] };
        }),
      ),
      // An error in the data: the last five years are those before today.
      { recordId: 'future', year: 2099, venue: 'Reading Room', authors: [{ name: 'Reader of Tomorrow' }] },
    );
    const row = await findContext(database.store.reader, 'venue', 'reading-room');
    for (const [limit, lastYear] of [
      [4, 2010],
      [5, 2010],
      [3, 2099],
    ] as const) {
      const seen: { name: string; lastYear: number; works: number }[] = [];
      for (let after: string | undefined; ; ) {
        const page = await peopleOfContext(database.store.reader, { key: row?.key ?? 0, lastYear }, after, limit);
        seen.push(...page.people.map(({ lastYear: year, name, worksHere }) => ({ name, lastYear: year ?? 0, works: worksHere })));
        if (page.next === null) break;
        after = page.next;
      }
      expect(new Set(seen.map(({ name }) => name)).size).toBe(24);
      expect(seen).toHaveLength(24);
      const isRecent = (person: (typeof seen)[number]) => person.lastYear > Math.min(lastYear, new Date().getUTCFullYear()) - 5;
      const order = seen.toSorted((a, b) =>
        isRecent(a) && isRecent(b) ? b.works - a.works || b.lastYear - a.lastYear : b.lastYear - a.lastYear || b.works - a.works,
      );
      expect(seen.map(({ works, lastYear: year }) => [works, year])).toEqual(order.map(({ works, lastYear: year }) => [works, year]));
    }
  });

  test('contexts of a kind appear once each, by name', async () => {
    await importAndRefresh(
      ...everybody.map((name, each): WorkInput => ({ recordId: `v${each}`, venue: `Journal of ${name}`, year: 2001 })),
    );
    const seen: string[] = [];
    for (let from: string | undefined; ; ) {
      const page = await contextList(database.store.reader, 'venue', from, 5);
      seen.push(...page.contexts.map(({ name }) => name));
      if (page.next === null) break;
      from = page.next;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect((await contextLetters(database.store.reader, 'venue')).get('j')).toBe(seen.filter((name) => name.startsWith('J')).length);
    expect(seen.filter((name) => name.startsWith('Journal of Reader'))).toHaveLength(23);
  });

  test('co-authors appear once each, by shared works and by name', async () => {
    const hub = { name: 'Hub Person' };
    await importAndRefresh(
      ...everybody.map(
        (name, each): WorkInput => ({ recordId: `h${each}`, year: 2002, authors: [hub, { name }, { name: everybody[each % 3] ?? name }] }),
      ),
    );
    const { key } = await findRecord('Hub Person');
    for (const by of ['works', 'name'] as const) {
      const seen: string[] = [];
      for (let after: string | undefined; ; ) {
        const page = await coauthorsOf(database.store.reader, key, { by, after, limit: 5 });
        seen.push(...page.people.map(({ name }) => name));
        if (page.next === null) break;
        after = page.next;
      }
      expect(seen).toHaveLength(23);
      expect(new Set(seen).size).toBe(23);
    }
    const omitted = async () => (await coauthorsOf(database.store.reader, key, { by: 'works', after: undefined, limit: 1 })).omittedWorks;
    expect(await omitted()).toBe(0);
    const [long] = await database.store.reader.select().from(authorships).where(eq(authorships.authorKey, key)).limit(1);
    await database.store.transact((tx) =>
      tx
        .update(works)
        .set({ authorsCount: 1001 })
        .where(eq(works.key, long?.workKey ?? 0)),
    );
    expect(await omitted()).toBe(1);
  });
});

test('an institution lists no work of an author who hides their affiliations, unless a co-author shows it, until shown again', async () => {
  const inn = { affiliation: 'Inn of Shades' };
  await importAndRefresh(
    { recordId: 'shy-1', year: 2003, authors: [{ name: 'Shy Sconce', ...inn }, { name: 'Open Oculus' }] },
    {
      recordId: 'shy-2',
      year: 2004,
      authors: [
        { name: 'Shy Sconce', ...inn },
        { name: 'Open Oculus', ...inn },
      ],
    },
  );
  const titles = async () => (await viewContext('institution', 'inn-of-shades'))?.works.map(({ title }) => title?.[0]);
  const { id } = await findRecord('Shy Sconce');
  const shy = await createAccount(database.store, 'Shy');
  unwrap(await claimWithEvidence(database.store, shy, { id }, strongDns('shy.example')));
  const hide = async (...hidden: HiddenField[]) => {
    const said = { authorId: id, hidden, indexed: 'yes' as const };
    unwrap(await database.store.transact((tx) => setPrivacy(tx, mintOwner(shy.accountId, id), said)));
    await refreshAll();
  };
  const both = ['Lamp number shy-2 and its shade', 'Lamp number shy-1 and its shade'];
  expect(await titles()).toEqual(both);
  await hide('affiliations');
  expect(await titles()).toEqual(both.slice(0, 1));
  // An import does not restore hidden affiliations.
  await importAndRefresh({
    recordId: 'shy-1',
    year: 2003,
    venue: 'Shade Letters',
    authors: [{ name: 'Shy Sconce', ...inn }, { name: 'Open Oculus' }],
  });
  expect(await titles()).toEqual(both.slice(0, 1));
  await rematchAffiliations(database.store);
  await refreshAll();
  expect(await titles()).toEqual(both.slice(0, 1));
  await hide();
  expect(await titles()).toEqual(both);
});

describe('the ROR registry', () => {
  const lampton: ImportedOrganisation = {
    rorId: '05abcde12',
    name: 'University of Lampton',
    aliases: ['Lampton University'],
    acronyms: ['UL'],
    country: 'GB',
    city: 'Lampton',
    status: 'active',
    url: 'https://lampton.example/',
    domains: ['lampton.example'],
  };
  async function* events(...organisations: ImportedOrganisation[]): AsyncGenerator<RorEvent> {
    for (const organisation of organisations) yield { kind: 'organisation', organisation };
    yield { kind: 'read', bytes: 1 };
  }
  const importing = (...organisations: ImportedOrganisation[]) =>
    importRegistry(database.store, { input: 'ror.json', events: events(...organisations) });

  test('imported later matches existing affiliations, and states by which rule', async () => {
    expect((await findRecord('Ada Lantern')).affiliation?.rorId).toBeUndefined();
    expect(await importing(lampton)).toMatchObject({ added: 1, finished: true });
    expect((await findRecord('Ada Lantern')).affiliation).toMatchObject({ rorId: '05abcde12' });
    const { institutions } = await contextsOfAuthor(database.store.reader, (await findRecord('Ada Lantern')).key);
    expect(institutions.shown).toMatchObject([{ name: 'University of Lampton', rorId: '05abcde12', rule: 'ror_alias', works: 1 }]);
    expect(await viewContext('institution', institutions.shown[0]?.slug ?? '')).toMatchObject({
      worksCount: 1,
      peopleCount: 1,
      facts: { country: 'GB' },
    });
  });

  test('imported again changes nothing, and unmatches an organisation that closed', async () => {
    expect(await importing(lampton)).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
    expect(await importing({ ...lampton, status: 'inactive' })).toMatchObject({ changed: 1 });
    expect((await findRecord('Ada Lantern')).affiliation?.rorId).toBeUndefined();
    expect(await viewContext('institution', 'lampton-university')).toMatchObject({ name: 'Lampton University', peopleCount: 1 });
  });

  test('proposes what an acronym may mean, and joins nothing', async () => {
    await importAndRefresh({
      recordId: 'acronym-1',
      venue: 'Wick Letters',
      authors: [
        { name: 'Una Acron', affiliation: 'ULX' },
        { name: 'Uwe Acron', affiliation: 'Institute of Luminous Oxides' },
        { name: 'Ute Acron', affiliation: 'University of Lamp Exchange' },
      ],
    });
    const organisation = (name: string, at: number): ImportedOrganisation => ({
      ...{ ...lampton, rorId: `07acro00${at}`, name, aliases: [], acronyms: ['ULX'], city: `City ${at}`, domains: [] },
    });
    const one = organisation('Institute of Luminous Oxides', 1);
    const other = organisation('University of Lamp Exchange', 2);
    const elsewhere = organisation('Union of Lanterns', 3);
    await importing(one, elsewhere);
    const mayBe = async (slug: string) => (await viewContext('institution', slug))?.mayBeSame.map(({ name }) => name);
    expect(await mayBe('ulx')).toEqual([one.name]);
    expect(await mayBe('institute-of-luminous-oxides')).toEqual(['ULX']);
    await importing(one, other, elsewhere);
    expect(await mayBe('ulx')).toEqual([one.name, other.name]);
    expect(await viewContext('institution', 'ulx')).toMatchObject({ worksCount: 1, peopleCount: 1 });
    expect((await findRecord('Una Acron')).affiliation?.rorId).toBeUndefined();
    const stated = await organisationsByAcronym(database.store.reader, 'ulx');
    expect(stated.map(({ name }) => name)).toEqual([one.name, other.name, elsewhere.name]);
    expect(await organisationsByAcronym(database.store.reader, 'Lampton')).toEqual([]);
  });

  test('keeps the id and URL of an institution that was known by name before', async () => {
    await importAndRefresh({
      recordId: 'wick-1',
      year: 2004,
      venue: 'Wick Letters',
      authors: [{ name: 'Will Wick', affiliation: 'Wick Institute' }],
    });
    await refreshAll();
    const before = await viewContext('institution', 'wick-institute');
    expect(before).toMatchObject({ name: 'Wick Institute', worksCount: 1 });
    await importing({ ...lampton, rorId: '06wick001', name: 'Wick Institute', aliases: [], acronyms: [] });
    expect(await viewContext('institution', 'wick-institute')).toMatchObject({
      id: before?.id,
      worksCount: 1,
      facts: { ror: '06wick001' },
    });
  });
});
