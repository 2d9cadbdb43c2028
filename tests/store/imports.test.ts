import { spawn } from 'node:child_process';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { storeAuthor } from '#lib/catalog/ingest/commands/author-pages.ts';
import { selectUnchangedFiles } from '#lib/catalog/ingest/commands/files.ts';
import { runImport } from '#lib/catalog/ingest/commands/run.ts';
import { storeWorks } from '#lib/catalog/ingest/commands/store-works.ts';
import { refreshAuthors } from '#lib/catalog/refresh/commands/authors.ts';
import { maxUnmergedSegments } from '#lib/catalog/search-index/merge.ts';
import { aclAnthology } from '#lib/catalog/sources/acl-anthology/adapter.ts';
import { bibtex } from '#lib/catalog/sources/bibtex/adapter.ts';
import { type ImportedAuthor, type ImportedWork, importedAuthor, importedWork, type SourceId } from '#lib/catalog/sources/model.ts';
import { fingerprintsOf } from '#lib/catalog/sources/reading.ts';
import { now } from '#lib/platform/clock.ts';
import { dialect } from '#lib/platform/db/columns.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { imports } from '#lib/platform/db/schema/imports.ts';
import { databaseFlag } from '#lib/platform/processes/child-process.ts';
import { freshDatabase } from '../database.ts';
import { collection, createFolder } from '../sources/input-files.ts';
import { compareEdgesInDatabase, compareWithRecount, createAnthologyFiles, readCorpus } from './corpus.ts';
import { search } from './search-hits.ts';
import { databasePerTest } from './test-database.ts';

const database = databasePerTest();

const importXml = async (contents: Record<string, string | Uint8Array>) => {
  const folder = createFolder(contents);
  const events = aclAnthology(await folder.files('.xml'));
  return runImport({ store: database.store, source: 'acl-anthology', input: 'test', events }).finally(folder.drop);
};
const importBib = async (content: string) => {
  const folder = createFolder({ 'a.bib': content });
  return runImport({ store: database.store, source: 'bibtex', input: 'test', events: bibtex(await folder.files('.bib')) }).finally(
    folder.drop,
  );
};

type WorkInput = Omit<Partial<ImportedWork>, 'authors'> & { recordId: string; authors?: string[] };
const createImport = (source: SourceId, { authors = [], ...told }: WorkInput): ImportedWork =>
  importedWork.parse({ source, title: [told.recordId], type: 'preprint', ...told, authors: authors.map((name) => ({ name })) });
const importFrom = (source: SourceId, ...works: WorkInput[]) =>
  database.store.transact((tx) =>
    storeWorks(tx, { source, importId: null, observedAt: now(), works: works.map((each) => createImport(source, each)) }),
  );
const storePage = (author: Partial<ImportedAuthor> & Pick<ImportedAuthor, 'source' | 'name' | 'works'>) =>
  database.store.transact((tx) =>
    storeAuthor(tx, { author: importedAuthor.parse({ recordId: author.name, ...author }), importId: null, observedAt: now() }),
  );
const refresh = async () => {
  while ((await database.store.transact((tx) => refreshAuthors(tx, 3))) > 0);
};

/** Returns the authorships of a work: "position name → slug (how resolved)". */
async function authorshipsOf(title: string): Promise<string[]> {
  const rows = await database.store.reader.query<{ position: number | null; name: string; slug: string; by: string }>(
    `select s.position, s.name_as_written as name, a.slug, s.resolved_by as by from authorships s join authors a on a.key = s.author_key
     join works w on w.key = s.work_key where w.title = ? order by coalesce(s.position, 999), a.slug`,
    [],
    [title],
  );
  return rows.map(({ position, name, slug, by }) => `${position ?? '…'} ${name} → ${slug} (${by})`);
}
const countRows = async (table: string): Promise<number> => {
  const [row] = await database.store.reader.query<{ n: number | string }>(`select count(*) as n from ${table}`, []);
  return Number(row?.n);
};
const findAuthorRow = async (slug: string): Promise<Record<string, unknown> | undefined> => {
  const [row] = await database.store.reader.query<Record<string, unknown>>('select * from authors where slug = ?', [], [slug]);
  return row;
};

describe('an import of the Anthology', () => {
  test('counts works, people and edges as a recount does, and a second one changes nothing', async () => {
    const files = createAnthologyFiles(3, 60);
    const { summary, finished } = await importXml(files);
    expect(finished).toBe(true);
    expect(summary).toMatchObject({ works: 180, added: 180, unchanged: 0, quarantined: 0 });
    expect(summary.authors).toBe(await countRows('authors'));
    expect(summary.edges).toBe(await countRows('coauthor_edges'));
    const { counted: recounted, stored } = await compareWithRecount(database.store.reader);
    expect(stored).toEqual(recounted);
    expect(stored.length).toBeGreaterThan(100);
    const before = await readCorpus(database.store.reader);
    const again = await importXml(files);
    expect(again.summary).toMatchObject({ works: 180, added: 0, changed: 0, unchanged: 180 });
    expect(await readCorpus(database.store.reader)).toEqual(before);
  });

  test('stores a changed entry as a new version, and moves people, edges and counters with it', async () => {
    const paper = (authors: string) => collection('2021.x', `<paper id="1"><title>Lamps and their shades again</title>${authors}</paper>`);
    const person = (first: string) => `<author><first>${first}</first><last>Byron</last></author>`;
    await importXml({ 'a.xml': paper(person('Ada') + person('Ben')) });
    const { summary } = await importXml({ 'a.xml': paper(person('Ada') + person('Cem')) });
    expect(summary).toMatchObject({ works: 1, changed: 1, edges: 1 });
    expect(await authorshipsOf('Lamps and their shades again')).toEqual([
      '1 Ada Byron → ada-byron (name_in_source)',
      '2 Cem Byron → cem-byron (name_in_source)',
    ]);
    // Two versions of the paper, and its volume.
    expect(await countRows('source_records')).toBe(3);
    expect(await findAuthorRow('ben-byron')).toMatchObject({ works_count: 0, coauthors_count: 0 });
    const { hits } = await search(database.store.reader, 'byron', { kind: 'author', limit: 10 });
    expect(hits).toHaveLength(2);
  });

  test('skips a damaged file entirely, stores all others, and names it', async () => {
    const good = collection('2021.good', '<paper id="1"><title>Good</title></paper>');
    const { summary, quarantined } = await importXml({ 'bad.xml': good.replace('2021.good', '2021.bad').slice(0, -30), 'good.xml': good });
    expect(summary).toMatchObject({ works: 1, quarantined: 1 });
    expect(quarantined[0]?.reason).toMatch(/line \d+/);
    expect(await countRows('works where not is_volume')).toBe(1);
    expect(await countRows('quarantined_records')).toBe(1);
  });

  test('stores hostile names and titles as plain text', async () => {
    const hostile = '<author><first>&lt;script&gt;</first><last>alert(1)</last></author><author><first/><last>!!!</last></author>';
    await importXml({ 'a.xml': collection('2021.x', `<paper id="1"><title>Robert'); DROP TABLE works; --</title>${hostile}</paper>`) });
    expect(await authorshipsOf("Robert'); DROP TABLE works; --")).toEqual([
      // A name without a letter names nobody.
      '1 <script> alert → script-alert (name_in_source)',
    ]);
  });
});

describe('a work with very many authors', () => {
  const crowd = (size: number) => Array.from({ length: size }, (_, at) => `Person${at} Family${at}`);
  const edges = async () => {
    const { stored, different } = await compareEdgesInDatabase(database.store.reader);
    expect(different).toEqual([]);
    return stored;
  };

  test('has all of them, and gets no co-author edges beyond 1,000', async () => {
    await importFrom(
      'bibtex',
      { recordId: 'experiment', authors: crowd(1001) },
      { recordId: 'pair', authors: crowd(2) },
      { recordId: 'limit', authors: crowd(1000) },
    );
    expect(await countRows('authorships')).toBe(2003);
    expect(await edges()).toBe((1000 * 999) / 2);
  });

  test('loses its edges when its list grows too long, keeps those of other works, and regains them when the list shrinks', async () => {
    await importFrom('bibtex', { recordId: 'pair', authors: crowd(2) }, { recordId: 'experiment', authors: crowd(40) });
    expect(await edges()).toBe(780);
    await importFrom('bibtex', { recordId: 'experiment', authors: crowd(1200) });
    expect(await edges()).toBe(1);
    await importFrom('bibtex', { recordId: 'pair', year: 2020, authors: crowd(3) });
    expect(await edges()).toBe(3);
    await importFrom('bibtex', { recordId: 'experiment', authors: crowd(50) });
    expect(await edges()).toBe(1225);
  });

  test('is named in the report of the import', async () => {
    // The BibTeX parser takes quadratic time for names without a comma.
    const inverted = crowd(1001).map((name) => name.split(' ').reverse().join(', '));
    const { summary } = await importBib(`@misc{a, title={Experiment}, author={${inverted.join(' and ')}}} @misc{b, author={A B and C D}}`);
    expect(summary).toMatchObject({ works: 2, edges: 1, withoutEdges: 1 });
    await importFrom('orcid', { recordId: 'other', authors: ['Ada Byron', 'Ben King'] });
    expect((await importBib('@misc{b, author={A B and C D}}')).summary).toMatchObject({ edges: 1, withoutEdges: 1 });
  });
});

describe('author records that an import creates', () => {
  test('are one for two spellings that differ in case within a source, and two if a letter differs', async () => {
    await importFrom(
      'scholar-feed',
      { recordId: 'one', authors: ['Wenguang Chen', 'Daning Cheng'] },
      { recordId: 'two', authors: ['WenGuang Chen', 'Daning Chen'] },
    );
    expect(await authorshipsOf('two')).toEqual([
      '1 WenGuang Chen → wenguang-chen (case_variant)',
      '2 Daning Chen → daning-chen (name_in_source)',
    ]);
    expect(await countRows('authors')).toBe(3);
  });

  test('are two for one name in two sources, until both sign the same work', async () => {
    await importFrom('scholar-feed', { recordId: 'A long enough title of a feed', authors: ['Fei Yang', 'Yi Zhang'] });
    await importFrom('bibtex', { recordId: 'Another long title in a file', authors: ['Fei Yang'] });
    await importFrom('bibtex', { recordId: 'x', title: ['A long enough title of a feed'], authors: ['Yi Zhang', 'Fei Yang'] });
    expect(await authorshipsOf('Another long title in a file')).toEqual(['1 Fei Yang → fei-yang-2 (name_in_source)']);
    expect(await countRows('works')).toBe(2);
    expect(await authorshipsOf('A long enough title of a feed')).toEqual([
      '1 Fei Yang → fei-yang (name_in_source)',
      '2 Yi Zhang → yi-zhang (name_in_source)',
    ]);
  });

  test('are organisations if a group signs, without the gap in its name', async () => {
    await importFrom('scholar-feed', { recordId: 'one', authors: ['GLM-4. 5 Team'] });
    expect(await findAuthorRow('glm-4-5-team')).toMatchObject({ kind: 'organisation', name: 'GLM-4.5 Team' });
  });

  test('are one for two spellings with one ORCID iD in two sources', async () => {
    const iD = '0000-0002-1825-0097';
    const signedWith = (source: SourceId, recordId: string, name: string, orcid: string) =>
      database.store.transact((tx) =>
        storeWorks(tx, {
          source,
          importId: null,
          observedAt: now(),
          works: [importedWork.parse({ source, recordId, title: [recordId], type: 'paper', authors: [{ name, orcid }] })],
        }),
      );
    await signedWith('acl-anthology', 'one', 'Ada Byron', iD);
    await signedWith('orcid', 'two', 'A. King', iD);
    expect(await authorshipsOf('two')).toEqual(['1 A. King → ada-byron (orcid)']);
    await refresh();
    expect(await findAuthorRow('ada-byron')).toMatchObject({ orcid: iD, works_count: 2 });
  });

  test('keep a disowned work disowned when it is imported again, without its edges', async () => {
    await importFrom('scholar-feed', { recordId: 'one', authors: ['Ada Byron', 'Ben King'] });
    await database.store.transact((tx) =>
      tx.execute("update authorships set state = 'not_mine' where name_as_written = ? returning key", [], ['Ada Byron']),
    );
    await importFrom('scholar-feed', { recordId: 'one', year: 2024, authors: ['Ada Byron', 'Ben King', 'Cem Sol'] });
    const rows = await database.store.reader.query<{ state: string }>('select state from authorships order by position', []);
    expect(rows.map(({ state }) => state)).toEqual(['not_mine', 'asserted', 'asserted']);
    expect(await countRows('coauthor_edges')).toBe(1);
  });
});

describe('works that several sources describe', () => {
  test('are one by an identifier; two Anthology ids with one DOI are two', async () => {
    const doi = { scheme: 'doi' as const, value: '10.5555/x' };
    await importFrom('acl-anthology', { recordId: 'P1', identifiers: [doi, { scheme: 'acl', value: 'P1' }], authors: ['Ada Byron'] });
    await importFrom('acl-anthology', { recordId: 'P2', identifiers: [doi, { scheme: 'acl', value: 'P2' }], authors: ['Ada Byron'] });
    await importFrom('bibtex', { recordId: '10.5555/x', identifiers: [doi], authors: ['Ada Byron'] });
    expect(await countRows('works')).toBe(2);
    expect(await authorshipsOf('P1')).toHaveLength(1);
  });

  test('are one if a source has two ids for one DOI, in one page and in two', async () => {
    const doi = { scheme: 'doi' as const, value: '10.5555/x' };
    const state = (recordId: string) => ({ recordId, identifiers: [doi], title: ['A lamp in two states'], authors: ['Ada Byron'] });
    await importFrom('openalex', state('W1'), state('W2'));
    await importFrom('openalex', state('W3'));
    expect(await countRows('works')).toBe(1);
    expect(await countRows('authorships')).toBe(1);
  });

  test('are not one by title alone: not within a source, with a short title, years apart, or with other people', async () => {
    const title = ['A title that is long enough'];
    await importFrom(
      'scholar-feed',
      { recordId: 'one', title, year: 2020, authors: ['Ada Byron'] },
      { recordId: 'two', title, year: 2020, authors: ['Ada Byron'] },
    );
    expect(await countRows('works')).toBe(2);
    await importFrom(
      'bibtex',
      { recordId: 'later', title, year: 2023, authors: ['Ada Byron'] },
      { recordId: 'others', title, year: 2020, authors: ['Ben King'] },
    );
    expect(await countRows('works')).toBe(4);
    // A source that gives no authors cannot contradict, so its work is matched to the first one.
    await importFrom('bzpeer', { recordId: 'same', title, year: 2021, authorsComplete: false });
    expect(await countRows('works')).toBe(4);
  });

  test('show one year with both assertions, whichever came first', async () => {
    const title = ['CALM, a framework that is calm'];
    await importFrom('bzpeer', { recordId: 'calm', title, year: 2026, authorsComplete: false });
    await importFrom('scholar-feed', { recordId: 'calm', title, date: '2025-12-18', authors: ['Jinhao Zhang'], authorsComplete: false });
    const [row] = await database.store.reader.query<{ year: number; conflicts: unknown }>('select year, conflicts from works', []);
    expect(row?.year).toBe(2025);
    expect(typeof row?.conflicts === 'string' ? JSON.parse(row.conflicts) : row?.conflicts).toEqual([
      {
        field: 'year',
        values: [
          { source: 'scholar-feed', value: '2025-12-18' },
          { source: 'bzpeer', value: '2026' },
        ],
      },
    ]);
  });
});

describe('the page of an author', () => {
  const listed = ['A first work of Daning Cheng', 'A second work of Daning Cheng', 'A third work of somebody'];

  test('links the authors of a work, folds long lists behind "et al.", and makes the edges that it shows', async () => {
    await importFrom('scholar-feed', {
      recordId: 'f1',
      title: [listed[0] ?? ''],
      year: 2024,
      authors: ['Yunquan Zhang', 'Daning Cheng'],
      authorsComplete: false,
    });
    await importFrom('bzpeer', ...listed.map((title) => ({ recordId: title, title: [title], year: 2024, authorsComplete: false })));
    await storePage({ source: 'bzpeer', name: 'Daning Cheng', works: listed, declared: [{ kind: 'works', value: 6 }] });
    await storePage({ source: 'bzpeer', name: 'Yunquan Zhang', works: listed.slice(0, 2) });
    await refresh();
    expect(await countRows('works')).toBe(3);
    expect(await countRows('authors')).toBe(2);
    expect(await authorshipsOf(listed[0] ?? '')).toEqual([
      '1 Yunquan Zhang → yunquan-zhang (name_in_source)',
      '2 Daning Cheng → daning-cheng (name_in_source)',
    ]);
    expect(await authorshipsOf(listed[1] ?? '')).toEqual([
      '… Daning Cheng → daning-cheng (listed_on_page)',
      '… Yunquan Zhang → yunquan-zhang (listed_on_page)',
    ]);
    expect(await findAuthorRow('daning-cheng')).toMatchObject({ works_count: 3, coauthors_count: 1, close_collaborators_count: 1 });
    const { counted: recounted, stored } = await compareWithRecount(database.store.reader);
    expect(stored).toEqual(recounted);
  });

  test('is stored once if it is imported twice; an unlisted work stays; names supplied later replace it', async () => {
    await importFrom('bzpeer', ...listed.map((title) => ({ recordId: title, title: [title], year: 2024, authorsComplete: false })));
    const page = { source: 'bzpeer' as const, name: 'Daning Cheng', works: listed };
    await storePage(page);
    await refresh();
    const before = await readCorpus(database.store.reader);
    await storePage(page);
    await refresh();
    expect(await readCorpus(database.store.reader)).toEqual(before);
    await storePage({ ...page, works: listed.slice(0, 2) });
    expect(await authorshipsOf(listed[2] ?? '')).toEqual([]);
    await importFrom('acl-anthology', { recordId: 'x', title: [listed[0] ?? ''], year: 2024, authors: ['Boyang Zhang', 'Daning Cheng'] });
    expect(await authorshipsOf(listed[0] ?? '')).toEqual([
      '1 Boyang Zhang → boyang-zhang (name_in_source)',
      '2 Daning Cheng → daning-cheng (same_name_same_work)',
    ]);
  });

  test('at the Anthology names the same people as its XML', async () => {
    await importFrom('acl-anthology-page', { recordId: 'a', title: null, year: 2024, authorsComplete: false });
    await storePage({ source: 'acl-anthology-page', name: 'Fei Yang', recordId: 'fei-yang', works: ['a'] });
    await importFrom('acl-anthology', { recordId: 'L12', authors: ['Fei Yang', 'Carol Neidle'] });
    expect(await authorshipsOf('L12')).toEqual([
      '1 Fei Yang → fei-yang (name_in_source)',
      '2 Carol Neidle → carol-neidle (name_in_source)',
    ]);
  });
});

describe('a person who is new to a source and known to another', () => {
  const known = () => importFrom('acl-anthology', { recordId: 'first', authors: ['Wanda Foo', 'Bob Bar', 'Wei Wang'] });

  test('is the known one if nobody else has the name and a co-author has signed with them', async () => {
    await known();
    await refresh();
    await importFrom(
      'openalex',
      { recordId: 'second', authors: ['Wanda Foo', 'Bob Bar', 'New Colleague'] },
      { recordId: 'third', authors: ['Wanda Foo'] },
    );
    expect(await authorshipsOf('second')).toEqual([
      '1 Wanda Foo → wanda-foo (name_and_coauthor)',
      '2 Bob Bar → bob-bar (name_and_coauthor)',
      '3 New Colleague → new-colleague (name_in_source)',
    ]);
    expect(await authorshipsOf('third')).toEqual(['1 Wanda Foo → wanda-foo (name_in_source)']);
    expect(await authorshipsOf('first')).toContain('1 Wanda Foo → wanda-foo (name_in_source)');
  });

  test('is a new one without a tie, with a namesake, with initials, or beside the known one', async () => {
    await known();
    await importFrom('acl-anthology-page', { recordId: 'x', title: null, authorsComplete: false });
    await importFrom('bzpeer', { recordId: 'other', authors: ['Wei Wang', 'Somebody Else'] });
    await refresh();
    await importFrom(
      'openalex',
      { recordId: 'alone', authors: ['Wanda Foo', 'New Colleague'] },
      { recordId: 'namesake', authors: ['Wei Wang', 'B. Bar'] },
    );
    expect(await authorshipsOf('alone')).toContain('1 Wanda Foo → wanda-foo-2 (name_in_source)');
    expect(await authorshipsOf('namesake')).toEqual(['1 Wei Wang → wei-wang-3 (name_in_source)', '2 B. Bar → b-bar (name_in_source)']);
  });

  test('is asked about if the known one has an owner, and kept apart by another iD or another id of the source', async () => {
    await known();
    await refresh();
    await database.store.transact(async (tx) => {
      await tx.update(authors).set({ ownerId: 'somebody' }).where(eq(authors.slug, 'bob-bar'));
      await tx.update(authors).set({ orcid: '0000-0002-1825-0097' }).where(eq(authors.slug, 'wanda-foo'));
    });
    const work = importedWork.parse({
      ...{ source: 'openalex', recordId: 'second', title: ['second'], type: 'preprint' },
      authors: [
        { name: 'Wanda Foo', personId: 'A1', orcid: '0000-0001-5109-3700' },
        { name: 'Bob Bar', personId: 'A2' },
      ],
    });
    await database.store.transact((tx) => storeWorks(tx, { source: 'openalex', importId: null, observedAt: now(), works: [work] }));
    expect(await authorshipsOf('second')).toEqual(['1 Wanda Foo → wanda-foo-2 (person_id)', '2 Bob Bar → bob-bar-2 (person_id)']);
  });

  test('is the known one if the source names an institution of theirs', async () => {
    const at = (source: SourceId, recordId: string) =>
      importedWork.parse({
        ...{ source, recordId, title: [recordId], type: 'preprint' },
        authors: [{ name: 'Wanda Foo', affiliation: 'Peer Valley University' }],
      });
    for (const work of [at('acl-anthology', 'first'), at('openalex', 'second')]) {
      await database.store.transact((tx) => storeWorks(tx, { source: work.source, importId: null, observedAt: now(), works: [work] }));
      await refresh();
    }
    expect(await authorshipsOf('second')).toEqual(['1 Wanda Foo → wanda-foo (name_and_institution)']);
  });
});

test('a BibTeX file with a malformed entry yields the other entries and the reason', async () => {
  const { summary, quarantined } = await importBib(
    '@misc{one, title={\\href{javascript:alert(1)}{x}}}\n@misc{bad, title={T\n@misc{two, title={Two}}',
  );
  expect(summary).toMatchObject({ works: 2, quarantined: 1 });
  expect(quarantined[0]?.recordId).toBe('bad');
});

describe('a search', () => {
  test('finds people by words in any order and case, without diacritics, by a prefix of the last word', async () => {
    await importFrom('scholar-feed', { recordId: 'one', authors: ['Dilek Hakkani-Tür', 'Łukasz Groß', '李明'] });
    await refresh();
    for (const text of ['hakkani dil', 'HAKKANI-TUR', 'dilek h', 'lukasz gross', 'GROSS Ł', '李明']) {
      expect((await search(database.store.reader, text, { kind: 'author', limit: 5 })).hits, text).toHaveLength(1);
    }
  });

  test('finds works by title, name and abstract, title matches first', async () => {
    await importFrom(
      'bibtex',
      { recordId: 'Lamps of the north', authors: ['Ada Byron'] },
      { recordId: 'Shades', abstract: ['About many lamps and more'], authors: ['Ben King'] },
    );
    const found = async (text: string) => (await search(database.store.reader, text, { kind: 'work', limit: 5 })).hits.length;
    expect(await found('lamps')).toBe(2);
    expect(await found('the lamps of byron')).toBe(1);
    expect(await found('nor')).toBe(1);
    const { hits } = await search(database.store.reader, 'lamps', { kind: 'work', limit: 1 });
    const [first] = await database.store.reader.query<{ title: string }>(
      'select title from works where key in $many',
      hits.map(({ subjectKey }) => subjectKey),
    );
    expect(first?.title).toBe('Lamps of the north');
  });

  test('accepts any text as terms', async () => {
    await importFrom('bibtex', { recordId: 'Lamps', authors: ['Ada Byron'] });
    const odd = ['"', "'", '*', 'q*z', 'NEAR(', 'title:', 'x AND', "'q':*", '& |', '\\', '(((', '\u0000', '%', '🙂', 'x'.repeat(5000)];
    for (const text of odd) {
      for (const kind of ['work', 'author'] as const)
        expect((await search(database.store.reader, text, { kind, limit: 5 })).hits, text).toEqual([]);
    }
  });
});

test.runIf(dialect === 'sqlite')('one more record does not merge the search index, whatever the number of its segments', async () => {
  await importXml(createAnthologyFiles(3, 60));
  const countSegments = async () => {
    const [row] = await database.store.reader.query<{ n: number }>('select count(distinct segid) as n from search_people_idx', []);
    return row?.n ?? 0;
  };
  expect(await countSegments()).toBe(1);
  for (let record = 1; record <= maxUnmergedSegments + 2; record += 1) {
    await importBib(`@article{one${record}, author = {Newcomer, Number}, title = {Record number ${record} of a lamp}, year = {2001}}`);
    expect(await countSegments()).toBeGreaterThan(1);
  }
});

test('two concurrent imports of the same files leave the result of one', async () => {
  const files = createAnthologyFiles(2, 80);
  await Promise.all([importXml(files), importXml(files)]);
  expect(await countRows('works where not is_volume')).toBe(160);
  expect(await countRows('source_records')).toBe(162);
  const { counted: recounted, stored } = await compareWithRecount(database.store.reader);
  expect(stored).toEqual(recounted);
});

test('an import that was killed does not stay running: the next one of the same input closes it', async () => {
  const run = (id: string, input: string) => ({ id, source: 'bibtex', input, state: 'running', startedAt: now() });
  await database.store.transact((tx) => tx.insert(imports).values([run('killed', 'test'), run('elsewhere', 'other')]));
  await importBib('@misc{a, title={Lamps}}');
  const rows = await database.store.reader.select({ id: imports.id, state: imports.state, finishedAt: imports.finishedAt }).from(imports);
  const states = new Map(rows.map(({ id, state, finishedAt }) => [id, [state, finishedAt !== null]]));
  expect(states.get('killed')).toEqual(['failed', true]);
  expect(states.get('elsewhere')).toEqual(['running', false]);
  expect(rows.filter(({ state }) => state === 'finished')).toHaveLength(1);
});

describe('an import that is killed', () => {
  const cli = (folder: string, url: string) =>
    spawn(process.execPath, [databaseFlag(), 'lib/catalog/ingest/cli.ts', 'acl-anthology', folder], {
      env: { ...process.env, DATABASE_URL: url },
      stdio: 'ignore',
    });
  const ended = (child: ReturnType<typeof cli>) => new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));

  test('at any moment, repeatedly, and then completed equals one without interruption', async () => {
    const folder = createFolder(createAnthologyFiles(8, 300));
    const startedAt = performance.now();
    expect(await ended(cli(folder.path, database.url))).toBe(0);
    const wholeMs = performance.now() - startedAt;
    const whole = await readCorpus(database.store.reader);
    const cut = await freshDatabase();
    try {
      for (const part of [0.35, 0.5, 0.65, 0.8, 0.9]) {
        const child = cli(folder.path, cut.url);
        const timer = setTimeout(() => child.kill('SIGKILL'), wholeMs * part);
        await ended(child);
        clearTimeout(timer);
        const { counted: recounted, stored } = await compareWithRecount(cut.store.reader);
        expect(stored).toEqual(recounted);
      }
      expect(await ended(cli(folder.path, cut.url))).toBe(0);
      expect(await readCorpus(cut.store.reader)).toEqual(whole);
    } finally {
      await cut.drop();
      folder.drop();
    }
  });
});

describe('files that were imported before', () => {
  const paper = (id: string, title: string) =>
    `<paper id="${id}"><title>${title}</title><author><first>Ada</first><last>Lampe</last></author></paper>`;
  const lamps = (title: string) => collection('2021.lamps', paper('1', title));
  const wicks = collection('2021.wicks', paper('1', 'Wicks that burn without smoke'));
  const first = { 'a.xml': lamps('Lamps that burn all night'), 'b.xml': wicks };

  /** Imports files as the command does: known files are skipped. */
  const again = async (contents: Record<string, string>, reading = 'as ever', signal?: AbortSignal) => {
    const folder = createFolder(contents);
    const files = await folder.files('.xml');
    const fingerprints = await fingerprintsOf(files, reading);
    const known = await selectUnchangedFiles(database.store.reader, 'acl-anthology', fingerprints);
    const events = aclAnthology(files, new Map(), known);
    const run = { store: database.store, source: 'acl-anthology', input: 'test', events, files: { fingerprints, known } } as const;
    const { summary, skippedFiles } = await runImport({ ...run, ...(signal && { signal }) }).finally(folder.drop);
    return { skippedFiles, added: summary.added, changed: summary.changed, unchanged: summary.unchanged };
  };

  test('are skipped while unchanged, and their works are counted as unchanged', async () => {
    expect(await again(first)).toEqual({ skippedFiles: 0, added: 2, changed: 0, unchanged: 0 });
    expect(await again(first)).toEqual({ skippedFiles: 2, added: 0, changed: 0, unchanged: 2 });
    const changed = { ...first, 'a.xml': lamps('Lamps that burn till morning') };
    expect(await again(changed)).toEqual({ skippedFiles: 1, added: 0, changed: 1, unchanged: 1 });
    expect(await again(first)).toEqual({ skippedFiles: 1, added: 0, changed: 1, unchanged: 1 });
    expect(await again(first)).toEqual({ skippedFiles: 2, added: 0, changed: 0, unchanged: 2 });
  });

  test('are read again if the options would give another result', async () => {
    await again(first);
    expect(await again(first, 'by a later version')).toMatchObject({ skippedFiles: 0, unchanged: 2 });
  });

  test('are read again after a run that was stopped', async () => {
    await again(first);
    await again(first, 'as ever', AbortSignal.abort());
    expect(await again(first)).toMatchObject({ skippedFiles: 0, unchanged: 2 });
  });

  test('are read again after another import into their source', async () => {
    await again(first);
    await importFrom('acl-anthology', { recordId: '2021.lamps-1.1', title: ['Somebody else has changed this'] });
    expect(await again(first)).toEqual({ skippedFiles: 0, added: 0, changed: 1, unchanged: 1 });
    expect(await again(first)).toMatchObject({ skippedFiles: 2 });
    await importFrom('bibtex', { recordId: 'lamps' });
    expect(await again(first)).toMatchObject({ skippedFiles: 2 });
  });

  test('are read again while entries of them were skipped, so that the reason is reported again', async () => {
    const twice = collection('2021.wicks', paper('1', 'One of two wicks') + paper('1', 'The other of two wicks'));
    expect(await again({ ...first, 'b.xml': twice })).toMatchObject({ skippedFiles: 0, added: 2 });
    expect(await again({ ...first, 'b.xml': twice })).toMatchObject({ skippedFiles: 1, unchanged: 2 });
  });

  test('keep their collection: another file of it is skipped as before', async () => {
    await again(first);
    expect(await again({ ...first, 'c.xml': lamps('Lamps of another file') })).toEqual({
      skippedFiles: 2,
      added: 0,
      changed: 0,
      unchanged: 2,
    });
  });
});
