import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { hideNamesInWorks, indexDocuments, removeDocuments, type SearchDocument } from '#lib/catalog/search-index/documents.ts';
import { mergeSearchIndexes } from '#lib/catalog/search-index/merge.ts';
import { resultKinds } from '#lib/catalog/search-index/model/search-query.ts';
import { searchNames } from '#lib/catalog/search-index/names.ts';
import type { Visibility } from '#lib/catalog/visibility/model.ts';
import { setVisibility } from '#lib/governance/identity/commands/visibility.ts';
import { addMs, daysMs, minutesMs, now, setClock } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { contexts } from '#lib/platform/db/schema/contexts.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';
import { type DocumentKind, documentKinds } from '#lib/platform/text/tokenizer.ts';
import { peopleResults } from '#lib/portal/search/queries/people.ts';
import { searchView } from '#lib/portal/search/queries/results.ts';
import { searchSuggestions } from '#lib/portal/search/queries/suggestions.ts';
import { type AuthorRecord, assignRecord, createAccount, createRecord, importWorks, runJobs, unwrap } from './fixtures.ts';
import { search } from './search-hits.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();

const searchKeys = async (text: string, kind: DocumentKind): Promise<number[]> =>
  (await search(database.store.reader, text, { kind, limit: 20 })).hits.map(({ subjectKey }) => subjectKey);

describe('topics, venues and institutions', () => {
  beforeAll(() =>
    database.store.transact((tx) =>
      indexDocuments(tx, [
        { kind: 'topic', subjectKey: 1, importance: 40, title: 'Machine translation', body: '' },
        { kind: 'topic', subjectKey: 2, importance: 400, title: 'Translation of machine code', body: '' },
        { kind: 'venue', subjectKey: 1, importance: 9, title: 'Conference on Machine Translation\nWMT', body: '' },
        { kind: 'institution', subjectKey: 1, importance: 3, title: 'Universität Zürich', body: 'University of Zurich' },
      ]),
    ),
  );

  test('are found by any of their names, each in its own kind, the exact name first', async () => {
    expect(await searchKeys('machine translation', 'topic')).toEqual([1, 2]);
    expect(await searchKeys('wmt', 'venue')).toEqual([1]);
    expect(await searchKeys('university zurich', 'institution')).toEqual([1]);
    expect(await searchKeys('wmt', 'topic')).toEqual([]);
  });

  test('are found by each word beside a punctuation mark, also where it joins hosts, paths, numbers and entities', async () => {
    const marks = [...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'];
    const documents = marks.map((mark, at) => {
      const title = `mr${mark}tydi 37${mark}58 &amp${mark} <b${mark} /usr${mark}quux`;
      return { kind: 'venue' as const, subjectKey: 100 + at, importance: 1, title, body: `zeta${mark}eta` };
    });
    await database.store.transact((tx) => indexDocuments(tx, documents));
    const keys = documents.map(({ subjectKey }) => subjectKey);
    const found = async (text: string) =>
      (await search(database.store.reader, text, { kind: 'venue', limit: 50 })).hits
        .map(({ subjectKey }) => subjectKey)
        .sort((a, b) => a - b);
    for (const word of ['tydi', '58', 'quux', 'eta']) expect(await found(word), word).toEqual(keys);
    await database.store.transact((tx) => removeDocuments(tx, 'venue', keys));
  });

  test('keep their document numbers when their counts change', async () => {
    await database.store.transact((tx) =>
      indexDocuments(tx, [{ kind: 'topic', subjectKey: 1, importance: 9_000_000, title: 'Machine translation', body: '' }]),
    );
    expect(await searchKeys('translation', 'topic')).toEqual([1, 2]);
    expect(await searchKeys('translation', 'venue')).toEqual([1]);
  });
});

const people = [
  ['Yunquan Zhang', 22],
  ['Yun-Quan Zhang', 3],
  ['Wei Zhang', 90],
  ['WenGuang Chen\nWenguang Chen', 40],
  ['Jian-Yun Nie', 60],
  ['Tim O’Connor', 4],
  ['Jörg Müller', 5],
  ['Bjørn Großmann', 2],
  ['Юрий Лотман', 7],
  ['Sato Hanako\n佐藤花子', 3],
  ['Guido van der Berg', 9],
  ['Y. Zhang', 1],
  ['Christopher D. Manning', 200],
] as const;
const keyOfPerson = (name: string): number => 100 + people.findIndex(([names]) => names.split('\n').includes(name));

describe('people', () => {
  beforeAll(() =>
    database.store.transact((tx) =>
      indexDocuments(
        tx,
        people.map(([title, importance], at) => ({ kind: 'author', subjectKey: 100 + at, importance, title, body: '' })),
      ),
    ),
  );

  test.each([
    ['Yunquan Zhang', 'Yunquan Zhang'],
    ['Zhang Yunquan', 'Yunquan Zhang'],
    ['ZHANG, yunquan', 'Yunquan Zhang'],
    ['Yunquan Z', 'Yunquan Zhang'],
    ['YQ Zhang', 'Yunquan Zhang'],
    ['Yun Quan Zhang', 'Yun-Quan Zhang'],
    ['Yunqan Zhang', 'Yunquan Zhang'],
    ['Yunuqan Zhang', 'Yunquan Zhang'],
    ['Yunquann Zhang', 'Yunquan Zhang'],
    ['Yunquan Zhamg', 'Yunquan Zhang'],
    ['Yunqan Zhamg', 'Yunquan Zhang'],
    ['Yun-qan Zhang', 'Yunquan Zhang'],
    ['Чжан Юньцюань', 'Yunquan Zhang'],
    ['Wen-guang Chen', 'Wenguang Chen'],
    ['Wen Guang Chen', 'Wenguang Chen'],
    ['Jianyun Nie', 'Jian-Yun Nie'],
    ['Jian Yun Nie', 'Jian-Yun Nie'],
    ['oconnor', 'Tim O’Connor'],
    ["Tim O'Connor", 'Tim O’Connor'],
    ['Joerg Mueller', 'Jörg Müller'],
    ['jorg muller', 'Jörg Müller'],
    ['Bjorn Grossmann', 'Bjørn Großmann'],
    ['Bjoern Großmann', 'Bjørn Großmann'],
    ['Lotman', 'Юрий Лотман'],
    ['Лотман', 'Юрий Лотман'],
    ['佐藤', '佐藤花子'],
    ['佐藤花子', '佐藤花子'],
    ['van der Berg', 'Guido van der Berg'],
    ['Berg Guido', 'Guido van der Berg'],
    ['CD Manning', 'Christopher D. Manning'],
    ['C. Manning', 'Christopher D. Manning'],
  ])('“%s” finds %s', async (query, name) => {
    expect((await searchKeys(query, 'author')).slice(0, 2)).toContain(keyOfPerson(name));
  });

  test('a person of that name is listed before one with more works', async () => {
    expect((await searchKeys('Y Zhang', 'author'))[0]).toBe(keyOfPerson('Y. Zhang'));
    expect((await searchKeys('zhang', 'author'))[0]).toBe(keyOfPerson('Wei Zhang'));
  });

  test('no spelling correction is applied if the typed name is found', async () => {
    await database.store.transact((tx) =>
      indexDocuments(
        tx,
        [1, 2, 3].map((at) => ({ kind: 'author', subjectKey: 200 + at, importance: at, title: `Lena Brant ${'abc'[at]}`, body: '' })),
      ),
    );
    await database.store.transact((tx) =>
      indexDocuments(tx, [{ kind: 'author', subjectKey: 210, importance: 99, title: 'Lena Brand', body: '' }]),
    );
    expect(await searchKeys('Lena Brant', 'author')).not.toContain(210);
  });

  test('pages of a name search list every match once, closest first', async () => {
    const seen: number[] = [];
    let after: string | undefined;
    do {
      const page = await searchNames(database.store.reader, 'zhang', { kind: 'author', limit: 2, after });
      seen.push(...page.hits.map(({ subjectKey }) => subjectKey));
      expect(page.total).toBe(4);
      after = page.next ?? undefined;
    } while (after);
    expect(seen).toEqual(['Wei Zhang', 'Yunquan Zhang', 'Yun-Quan Zhang', 'Y. Zhang'].map(keyOfPerson));
  });

  test('a person removed from the index leaves no words in its vocabulary', async () => {
    const rare = { kind: 'author', subjectKey: 300, importance: 1, title: 'Quirina Vexlind', body: '' } as const;
    await database.store.transact((tx) => indexDocuments(tx, [rare]));
    expect(await searchKeys('Quirina Vexlimd', 'author')).toEqual([300]);
    await database.store.transact((tx) => removeDocuments(tx, 'author', [300]));
    expect(await searchKeys('Quirina Vexlind', 'author')).toEqual([]);
    const words = await database.store.reader.query("select word from search_vocabulary where word in ('quirina', 'vexlind')", []);
    expect(words).toEqual([]);
  });
});

describe('unlisted people', () => {
  let quiet: AuthorRecord;
  let seen: AuthorRecord;

  beforeAll(async () => {
    quiet = await createRecord(database.store, 'Wilhelmina Zurück-Haltend', { visibility: 'search_only' });
    seen = await createRecord(database.store, 'Wilhelmina Zurück', {});
    const document = (key: number, title: string): SearchDocument => ({ kind: 'author', subjectKey: key, importance: 3, title, body: '' });
    await database.store.transact((tx) =>
      indexDocuments(tx, [document(quiet.key, 'Wilhelmina Zurück-Haltend'), document(seen.key, 'Wilhelmina Zurück')]),
    );
  });

  const slugsOf = async (q: string): Promise<string[]> => {
    const view = await searchView(database.store.reader, { q, kind: 'people', filters: {} });
    const [section] = view.sections;
    const slugs = section?.kind === 'people' ? section.people.map(({ card }) => card.slug) : [];
    expect(section?.total.count ?? 0).toBe(slugs.length);
    expect(view.facets.find(({ name }) => name === 'claim')?.options[0]?.count ?? 0).toBe(slugs.length);
    return slugs;
  };

  test.each(['Wilhelmina Zurück-Haltend', 'zuruck haltend wilhelmina', 'ZURUECKHALTEND, Wilhelmina'])(
    '“%s” is the whole name',
    async (q) => {
      expect(await slugsOf(q)).toContain(quiet.slug);
    },
  );

  test.each(['wilhelmina', 'haltend', 'w zurück haltend', 'wilhelmina zurück halte', 'Wilhelmima Zurück-Haltend'])(
    '“%s” is not, in the list, the count and the filters',
    async (q) => {
      expect(await slugsOf(q)).not.toContain(quiet.slug);
    },
  );

  test('are never suggested', async () => {
    for (const q of ['wilhelmina', 'Wilhelmina Zurück-Haltend']) {
      const offered = await searchSuggestions(database.store.reader, q);
      expect(offered.map(({ href }) => href)).not.toContain(`/authors/${quiet.slug}`);
    }
    expect((await searchSuggestions(database.store.reader, 'wilhelm')).map(({ href }) => href)).toContain(`/authors/${seen.slug}`);
  });
});

test('a filter narrows the matches, and never widens them to spelling corrections', async () => {
  const made = [];
  for (const [at, name] of ['Orla Quillfeather', 'Orla B. Quillfeather', 'Orla C. Quillfeather', 'Orla Quillfeathers'].entries()) {
    made.push(await createRecord(database.store, name, {}));
    const document: SearchDocument = { kind: 'author', subjectKey: made[at]?.key ?? 0, importance: 9 - at, title: name, body: '' };
    await database.store.transact((tx) => indexDocuments(tx, [document]));
  }
  const claimed = { q: 'Orla Quillfeather', kind: 'people', filters: { claim: 'claimed' } } as const;
  expect((await searchView(database.store.reader, claimed)).sections).toEqual([]);
  const all = await searchView(database.store.reader, { ...claimed, filters: {} });
  expect(all.totals).toMatchObject({ people: { count: 4 }, works: { count: 0 }, topics: { count: 0 } });
  expect((await searchView(database.store.reader, { ...claimed, kind: 'works', filters: {} })).totals.people).toEqual({
    count: 4,
    exact: true,
  });
  expect(all.facets.find(({ name }) => name === 'claim')?.options).toEqual([{ value: 'unclaimed', name: 'unclaimed', count: 4 }]);
});

test('people who are listed as open are found by what they are open to, until the listing ends', async () => {
  const { store } = database;
  const owner = await createAccount(store, 'Opal Quarrystone');
  const until = addMs(now(), daysMs(1));
  const open = { open: true, purposes: ['dataset'], note: 'No "review" please', since: now().toISOString() };
  const states = { open, hidden: { ...open, open: false }, unlisted: open };
  for (const [at, [state, availability]] of Object.entries(states).entries()) {
    const { key } = await createRecord(store, `Opal ${state} Quarrystone`, {});
    const listedUntil = state === 'unlisted' ? null : until;
    await store.transact(async (tx) => {
      await tx
        .update(authors)
        .set({ availability, listedUntil, claimState: 'claimed', ownerId: owner.accountId })
        .where(eq(authors.key, key));
      await indexDocuments(tx, [{ kind: 'author', subjectKey: key, importance: at, title: `Opal ${state} Quarrystone`, body: '' }]);
    });
  }
  const found = async (filters: { open?: string }) => {
    const { sections, facets } = await searchView(store.reader, { q: 'quarrystone', kind: 'people', filters });
    const people = sections.flatMap((section) => (section.kind === 'people' ? section.people.map(({ card }) => card.name) : []));
    return [people.length, facets.find(({ name }) => name === 'open')?.options ?? []];
  };
  expect(await found({})).toEqual([3, [{ value: 'dataset', name: 'dataset', count: 1 }]]);
  expect(await found({ open: 'dataset' })).toMatchObject([1, [{ value: 'dataset' }]]);
  expect(await found({ open: 'review' })).toEqual([0, []]);
  setClock(() => addMs(until, minutesMs(60)));
  expect(await found({ open: 'dataset' })).toEqual([0, []]);
  setClock(() => new Date());
});

test.each(['machine translation', 'translation of', 'Orla Quillfeather', 'Orla Qillfeather'])(
  '“%s” has as many matches of each kind, whichever is shown',
  async (q) => {
    const { totals } = await searchView(database.store.reader, { q, kind: null, filters: {} });
    for (const kind of resultKinds) {
      const view = await searchView(database.store.reader, { q, kind, filters: {} });
      expect([kind, view.totals]).toEqual([kind, totals]);
    }
    expect(resultKinds.some((kind) => (totals[kind]?.count ?? 0) > 0)).toBe(true);
  },
);

test('one kind pages by cursor to its end, without repeats or gaps, with and without a filter', async () => {
  const key = (at: number) => 70_000 + at;
  await database.store.transact(async (tx) => {
    const people = Array.from({ length: 60 }, (_, at) => ({
      key: key(at),
      id: `paged${at}`,
      slug: `paged-${at}`,
      name: `Paged Person${at}`,
      sortName: `paged person${at}`,
      claimState: at % 2 === 0 ? 'claimed' : 'unclaimed',
      createdAt: now(),
      updatedAt: now(),
    }));
    await tx.insert(authors).values(people);
    const documents = people.map(
      ({ name }, at): SearchDocument => ({ kind: 'author', subjectKey: key(at), importance: at % 7, title: name, body: '' }),
    );
    await indexDocuments(tx, documents);
  });
  for (const [filters, many] of [
    [{}, 60],
    [{ claim: 'claimed' }, 30],
  ] as const) {
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const view = await searchView(database.store.reader, { q: 'paged', kind: 'people', filters, after });
      const [section] = view.sections;
      expect(section?.total).toEqual({ count: many, exact: true });
      if (section?.kind === 'people') seen.push(...section.people.map(({ card }) => card.slug));
      after = view.next ?? undefined;
    } while (after);
    expect(seen.length).toBe(many);
    expect(new Set(seen).size).toBe(many);
  }
});

test('one typing error finds the intended person before, and instead of, people who share a prefix', async () => {
  const documents = ['Anders Søgaard', 'Anders S. Johansen', 'A. Søgaard', 'Andera Sogo'].map((title, at): SearchDocument => {
    return { kind: 'author', subjectKey: 71_000 + at, importance: 9 - at, title, body: '' };
  });
  await database.store.transact((tx) => indexDocuments(tx, documents));
  expect(await searchKeys('Anders Sogard', 'author')).toEqual([71_000]);
  expect(await searchKeys('Anders Søgaard', 'author')).toEqual([71_000, 71_002]);
});

test('an exact name is first, of any kind', async () => {
  const initials = await createRecord(database.store, 'Wanda M. Tirol', {});
  await database.store.transact(async (tx) => {
    await tx.insert(contexts).values({
      key: 1,
      id: 'wmt',
      kind: 'venue',
      slug: 'wmt',
      nameKey: 'wmt',
      name: 'WMT',
      sortName: 'wmt',
      createdAt: now(),
      updatedAt: now(),
    });
    await indexDocuments(tx, [{ kind: 'author', subjectKey: initials.key, importance: 1, title: 'W. M. Tirol', body: '' }]);
    await indexDocuments(tx, [{ kind: 'author', subjectKey: 72_000, importance: 1, title: 'W. M. T. Adams', body: '' }]);
  });
  const offered = await searchSuggestions(database.store.reader, 'WMT');
  expect(offered[0]).toMatchObject({ kind: 'venues', label: 'WMT' });
  const { sections } = await searchView(database.store.reader, { q: 'wmt', kind: null, filters: {} });
  expect(sections[0]?.kind).toBe('venues');
});

test('merging the index changes no result', async () => {
  const queries = ['Yunquan Zhang', 'zhang', 'quillfether', 'quiet lamp', 'machine translation'];
  const all = async () => Promise.all(queries.flatMap((text) => documentKinds.map((kind) => searchKeys(text, kind))));
  const before = await all();
  await mergeSearchIndexes(database.store);
  expect(await all()).toEqual(before);
  await mergeSearchIndexes(database.store);
  expect(before.flat().length).toBeGreaterThan(5);
});

describe('suppressed people', () => {
  let hidden: AuthorRecord;

  beforeAll(async () => {
    hidden = await createRecord(database.store, 'Hidden Vanishing', { visibility: 'suppressed' });
    const documents: SearchDocument[] = [{ kind: 'author', subjectKey: hidden.key, importance: 3, title: 'Hidden Vanishing', body: '' }];
    await database.store.transact((tx) => indexDocuments(tx, documents));
  });

  test.each(['Hidden Vanishing', 'vanishing', 'Vanishimg Hidden', 'h vanishing'])(
    '“%s” has no result, no count and no facet',
    async (q) => {
      for (const kind of [null, 'people'] as const) {
        const view = await searchView(database.store.reader, { q, kind, filters: {} });
        expect(view.sections).toEqual([]);
        expect(view.totals.people?.count).toBe(0);
        expect(view.facets).toEqual([]);
      }
    },
  );

  test('are not shown while the index still names them', async () => {
    const visible = await createRecord(database.store, 'Visible Vanishing');
    const found = await peopleResults(database.store.reader, 'vanishing', [hidden.key, visible.key]);
    expect(found.map(({ card }) => card.name)).toEqual(['Visible Vanishing']);
  });

  test('hide works that nobody else signs from searches and suggestions until they are shown again', async () => {
    const { store } = database;
    const title = ['Quicksilver tides of Lund'];
    await importWorks(store, { source: 'bibtex', recordId: 'tides', type: 'article', title, authors: [{ name: 'Sole Signer' }] });
    await runJobs(store);
    const [record] = await store.reader.select().from(authors).where(eq(authors.name, 'Sole Signer'));
    const owner = await createAccount(store, 'Sole Signer');
    await assignRecord(store, owner, { id: record?.id ?? '' });
    const found = async (kind: 'works' | null) => {
      const { sections } = await searchView(store.reader, { q: 'quicksilver tides', kind, filters: {} });
      return sections.flatMap((section) => (section.kind === 'works' ? section.works : [])).length;
    };
    const counts = async () => {
      const offered = [
        ...(await searchSuggestions(store.reader, 'quicksilver ti')),
        ...(await searchSuggestions(store.reader, 'lund tides')),
      ];
      return [await found(null), await found('works'), offered.filter(({ kind }) => kind === 'works').length];
    };
    const show = (wanted: 'visible' | 'suppressed') =>
      store.transact((tx) => setVisibility(tx, owner, { authorId: record?.id ?? '', wanted }));
    expect(await counts()).toEqual([1, 1, 2]);
    unwrap(await show('suppressed'));
    expect(await counts()).toEqual([0, 0, 0]);
    await runJobs(store);
    expect(await counts()).toEqual([0, 0, 0]);
    expect((await search(store.reader, 'quicksilver', { kind: 'work', limit: 20 })).hits).toEqual([]);
    unwrap(await show('visible'));
    await runJobs(store);
    expect(await counts()).toEqual([1, 1, 2]);
  });

  test('are not found by their works', async () => {
    const work: SearchDocument = {
      kind: 'work',
      subjectKey: 0,
      importance: 2020,
      title: 'A quiet lamp',
      body: 'Ada Seen, Hidden Vanishing\nLamps',
    };
    const seen = await createRecord(database.store, 'Ada Seen');
    const found = await database.store.transact(async (tx) => {
      const [made] = await tx
        .insert(works)
        .values({ id: 'quietlamp', title: 'A quiet lamp', type: 'paper', year: 2020, createdAt: now(), updatedAt: now() })
        .returning({ key: works.key });
      const workKey = made?.key ?? 0;
      await indexDocuments(tx, [{ ...work, subjectKey: workKey }]);
      const signs = { workKey, resolvedBy: 'owner', source: 'bibtex' };
      await tx.insert(authorships).values([
        { ...signs, authorKey: seen.key, position: 1, nameAsWritten: 'Ada Seen' },
        { ...signs, authorKey: hidden.key, position: 2, nameAsWritten: 'Hidden Vanishing' },
      ]);
      await hideNamesInWorks(tx, [hidden.key]);
      return workKey;
    });
    expect(await searchWorkKeys('quiet lamp seen')).toEqual([found]);
    expect(await searchWorkKeys('vanishing')).toEqual([]);
    await database.store.transact((tx) => indexDocuments(tx, [{ ...work, subjectKey: found }]));
    expect(await searchWorkKeys('vanishing')).toEqual([]);
  });
});

const searchWorkKeys = (text: string): Promise<number[]> => searchKeys(text, 'work');

test('any text is a valid query, on every kind', async () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('"', "' & !x", 'NEAR(a', 'a*', '张', '((', 'a:b', '𐀀 ˠ', '²ᦰ', 'ꦮ‮ʼ', '₉𞤀'),
  );
  await fc.assert(
    fc.asyncProperty(texts, fc.constantFrom(...documentKinds), async (text, kind) => {
      expect(Array.isArray(await searchKeys(text.replaceAll('\0', ' '), kind))).toBe(true);
    }),
    { numRuns: 150 },
  );
});

test('a name finds its own record in any case, diacritics and order of words, and with one typing error', async () => {
  const family = 'Ziółkowski';
  const given = 'Përparim';
  await database.store.transact((tx) =>
    indexDocuments(tx, [{ kind: 'author', subjectKey: 400, importance: 2, title: `${given} ${family}`, body: '' }]),
  );
  const slip = fc.record({
    at: fc.nat(8),
    how: fc.constantFrom('drop', 'double', 'swap'),
    upper: fc.boolean(),
    bare: fc.boolean(),
    turned: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(slip, async ({ at, how, upper, bare, turned }) => {
      const typed =
        how === 'drop'
          ? family.slice(0, at) + family.slice(at + 1)
          : how === 'double'
            ? family.slice(0, at) + family.slice(at - (at > 0 ? 1 : 0))
            : family.slice(0, at) + (family[at + 1] ?? '') + (family[at] ?? '') + family.slice(at + 2);
      const whole = turned ? `${typed} ${given}` : `${given} ${typed}`;
      const marked = bare ? whole.normalize('NFKD').replace(/\p{M}/gu, '').replace(/ł/g, 'l') : whole;
      expect(await searchKeys(upper ? marked.toUpperCase() : marked, 'author')).toContain(400);
    }),
    { numRuns: 120 },
  );
});

describe('identifiers', () => {
  const openAlex = { source: 'openalex' as const, recordId: 'W2741809807' };
  const identified = async (q: string) => {
    const { identified: shown } = await searchView(database.store.reader, { q, kind: null, filters: {} });
    return [...shown.works.map(({ title }) => plainText(title ?? [])), ...shown.people.map(({ card }) => card.name)];
  };
  const visible = (visibility: Visibility, name: string) =>
    database.store.transact((tx) => tx.update(authors).set({ visibility }).where(eq(authors.name, name)));

  beforeAll(async () => {
    await importWorks(database.store, {
      ...{ ...openAlex, title: ['Sextants at Dusk'], type: 'article', year: 2020 },
      identifiers: [
        { scheme: 'doi', value: '10.5555/x.1' },
        { scheme: 'arxiv', value: '2001.01234' },
        { scheme: 'acl', value: '2020.acl-main.7' },
      ],
      authors: [{ name: 'Orla Quill', personId: 'A5023888391', orcid: '0000-0002-1825-0097' }],
    });
    await runJobs(database.store);
  });

  test.each([
    '10.5555/X.1',
    'https://doi.org/10.5555/x.1',
    'doi:10.5555/x.1',
    'arXiv:2001.01234v2',
    'https://arxiv.org/pdf/2001.01234',
    '10.48550/arXiv.2001.01234',
    '2020.acl-main.7',
    'https://aclanthology.org/2020.acl-main.7/',
    'w2741809807',
    'https://openalex.org/W2741809807',
  ])('%s finds its work', async (q) => {
    expect(await identified(q)).toEqual(['Sextants at Dusk']);
    expect((await searchView(database.store.reader, { q, kind: null, filters: {} })).totals.works?.count).toBeGreaterThan(0);
    expect((await searchSuggestions(database.store.reader, q)).map(({ label }) => label)).toEqual(['Sextants at Dusk']);
  });

  test.each(['0000-0002-1825-0097', 'https://orcid.org/0000-0002-1825-0097', 'A5023888391', 'https://openalex.org/authors/A5023888391'])(
    '%s finds its person',
    async (q) => {
      expect(await identified(q)).toEqual(['Orla Quill']);
    },
  );

  test('find no hidden person, and no person who hides their iD or other names', async () => {
    const all = ['10.5555/x.1', 'W2741809807', '0000-0002-1825-0097', 'A5023888391'];
    for (const visibility of ['suppressed', 'unlisted'] as const) {
      await visible(visibility, 'Orla Quill');
      for (const q of all) expect([q, await identified(q), await searchSuggestions(database.store.reader, q)]).toEqual([q, [], []]);
    }
    await visible('visible', 'Orla Quill');
    const keep = (field: string) =>
      database.store.transact((tx) =>
        tx
          .update(authors)
          .set({ privacy: { hidden: [field], indexed: true } })
          .where(eq(authors.name, 'Orla Quill')),
      );
    await keep('orcid');
    expect([await identified('0000-0002-1825-0097'), await identified('A5023888391')]).toEqual([[], ['Orla Quill']]);
    await keep('names');
    expect([await identified('0000-0002-1825-0097'), await identified('A5023888391')]).toEqual([['Orla Quill'], []]);
  });
});

test('works of people with the name that is searched for come first, newest first', async () => {
  const importWork = (title: string, year: number, ...names: string[]) => ({
    ...({ source: 'bibtex', recordId: title, type: 'article', title: [title], year } as const),
    authors: names.map((name) => ({ name })),
  });
  await importWorks(
    database.store,
    importWork('Moss', 1990, 'Ilmari Kettunen'),
    importWork('Lichen', 2001, 'Ilmari Kettunen', 'Una Fern'),
    importWork('Ilmari Kettunen, a life', 2025, 'Una Fern'),
    importWork('Fern of Fern', 2024, 'Ilmari Holt', 'Petra Kettunen'),
    importWork('Heather', 2010, 'Kaisa Mönkkönen'),
    importWork('Juniper', 2009, 'Kaisa Moenkkoenen'),
    importWork('Willow', 2008, 'Onni Monkkonen'),
  );
  await runJobs(database.store);
  const titlesOf = async (q: string, sort?: 'newest') => {
    const { sections } = await searchView(database.store.reader, { q, kind: 'works', filters: {}, sort });
    return sections.flatMap((section) => (section.kind === 'works' ? section.works.map(({ title }) => title && plainText(title)) : []));
  };
  expect(await titlesOf('kettunen ilmari')).toEqual(['Lichen', 'Moss', 'Ilmari Kettunen, a life', 'Fern of Fern']);
  expect(await titlesOf('ilmari kettunen', 'newest')).toEqual(['Ilmari Kettunen, a life', 'Fern of Fern', 'Lichen', 'Moss']);
  // A single word is a name only if it is the whole name.
  expect((await titlesOf('fern'))[0]).toBe('Fern of Fern');
  for (const q of ['kaisa mönkkönen', 'Moenkkoenen, Kaisa', 'kaisa monkkonen']) expect(await titlesOf(q)).toEqual(['Heather', 'Juniper']);
  for (const q of ['mönkkönen', 'moenkkoenen', 'monkkonen']) expect((await titlesOf(q)).sort()).toEqual(['Heather', 'Juniper', 'Willow']);
  expect(await titlesOf('moenkkoenen heather')).toEqual(['Heather']);
});
