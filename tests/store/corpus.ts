import { sql } from 'drizzle-orm';
import type { Reader } from '#lib/platform/db/store.ts';

/**
 * Returns everything that an import stores, without random ids, internal keys and times. Two databases with the same input must be equal,
 * however often an import was interrupted.
 */
export async function readCorpus(reader: Reader): Promise<Record<string, string[]>> {
  const lines = async (statement: ReturnType<typeof sql>): Promise<string[]> =>
    (await reader.rows<object>(statement)).map((row) => JSON.stringify(row)).sort();
  return {
    records: await lines(sql`select source, kind, record_id, version, content_hash from source_records`),
    works: await lines(
      sql`select s.source, s.record_id, w.title, w.abstract, w.type, w.year, w.date, w.venue, w.doi, w.code_state, w.authors_count, w.revision
          from works w join work_sources s on s.work_key = w.key`,
    ),
    identifiers: await lines(sql`select i.scheme, i.value, w.title from work_identifiers i join works w on w.key = i.work_key`),
    titles: await lines(sql`select t.title_key, w.title from work_titles t join works w on w.key = t.work_key`),
    authors: await lines(
      sql`select slug, kind, name, sort_name, orcid, works_count, coauthors_count, close_collaborators_count, topics_count, first_year, last_year, year_counts,
          stale from authors`,
    ),
    names: await lines(
      sql`select a.slug, n.name, n.name_key, n.works, n.native from author_names n join authors a on a.key = n.author_key`,
    ),
    ways: await lines(sql`select s.source, s.record_id, a.slug from author_sources s join authors a on a.key = s.author_key`),
    authorships: await lines(
      sql`select w.title, a.slug, s.position, s.name_as_written, s.affiliation, s.resolved_by, s.source, s.state, s.sort_date
          from authorships s join works w on w.key = s.work_key join authors a on a.key = s.author_key`,
    ),
    edges: await lines(
      sql`select case when a.slug < b.slug then a.slug else b.slug end as one, case when a.slug < b.slug then b.slug else a.slug end as other,
          e.works, e.first_year, e.last_year
          from coauthor_edges e join authors a on a.key = e.author_key join authors b on b.key = e.coauthor_key`,
    ),
    snapshots: await lines(
      sql`select a.slug, t.number, t.points, t.level, t.label from trust_snapshots t join authors a on a.key = t.author_key`,
    ),
    search: await lines(sql`select kind, title, body from search_documents`),
    quarantined: await lines(sql`select source, input, record_id, reason from quarantined_records`),
  };
}

const recountedEdges = sql`select a.author_key as one, b.author_key as other, count(distinct a.work_key) as works, min(w.year) as first_year,
          max(w.year) as last_year
        from authorships a join authorships b on b.work_key = a.work_key and b.author_key > a.author_key join works w on w.key = a.work_key
        where a.state <> 'not_mine' and b.state <> 'not_mine'
          and a.work_key in (select work_key from authorships group by work_key having count(distinct author_key) <= 1000)
        group by a.author_key, b.author_key`;
const storedEdges = sql`select author_key as one, coauthor_key as other, works, first_year, last_year from coauthor_edges`;

/** Recounts the edges from the authorships that are not disowned, and returns them with the stored edges, which must be equal. */
export async function compareWithRecount(reader: Reader): Promise<{ counted: string[]; stored: string[] }> {
  const counted = await reader.rows<Record<string, unknown>>(recountedEdges);
  const stored = await reader.rows<Record<string, unknown>>(storedEdges);
  const line = (row: Record<string, unknown>): string => [row.one, row.other, Number(row.works), row.first_year, row.last_year].join(' ');
  return { counted: counted.map(line).sort(), stored: stored.map(line).sort() };
}

/** Compares hundreds of thousands of edges in the database. @returns the number of stored edges, and up to 10 differences */
export async function compareEdgesInDatabase(reader: Reader): Promise<{ stored: number; different: object[] }> {
  const [row] = await reader.rows<{ n: number | string }>(sql`select count(*) as n from coauthor_edges`);
  // Each side has each pair of people once.
  const different = await reader.rows<object>(sql`
    select one, other, works, first_year, last_year from (${recountedEdges} union all ${storedEdges}) x
    group by one, other, works, first_year, last_year having count(*) <> 2 limit 10`);
  return { stored: Number(row?.n), different };
}

const families =
  'Byron Lovelace Hopper Turing Noether Curie Meitner Franklin Hodgkin Goeppert Mirzakhani Germain Kovalevskaya Agnesi'.split(' ');
const given = 'Ada Grace Alan Emmy Marie Lise Rosalind Dorothy Maria Maryam Sophie Sofia Gaetana Émilie'.split(' ');

/** Returns files in the Anthology's format with papers of invented people: `files` files of `each` papers, the same at every call. */
export function createAnthologyFiles(files: number, each: number): Record<string, string> {
  let seed = 7;
  const next = (below: number): number => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return seed % below;
  };
  const person = (): string =>
    `<author><first>${given[next(given.length)]}</first><last>${families[next(families.length)]}${next(3) === 0 ? '' : `-${families[next(families.length)]}`}</last></author>`;
  const paper = (number: number): string =>
    `<paper id="${number}"><title>Lamp ${next(1e6)} and its <i>shade</i> number ${number}</title>${Array.from({ length: next(6) }, person).join('')}
     <abstract>It burns ${next(1e6)} times.</abstract></paper>`;
  const file = (at: number): string =>
    `<collection id="20${10 + at}.lamps"><volume id="1" type="proceedings"><meta><booktitle>Lamps ${at}</booktitle><year>20${10 + at}</year></meta>${Array.from(
      { length: each },
      (_, number) => paper(number + 1),
    ).join('')}</volume></collection>`;
  return Object.fromEntries(Array.from({ length: files }, (_, at) => [`20${10 + at}.lamps.xml`, file(at)]));
}
