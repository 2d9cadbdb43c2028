import { and, eq, gt, max, ne } from 'drizzle-orm';
import { maxAuthorsForEdges } from '#lib/catalog/graph/model/coauthors.ts';
import type { ImportedWork } from '#lib/catalog/sources/model.ts';
import { isAnyOf } from '#lib/platform/db/prepared.ts';
import { hasRow } from '#lib/platform/db/rows.ts';
import { importProblems, imports } from '#lib/platform/db/schema/imports.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { selectRecordsOfWorks } from './commands/work-matching.ts';

type Count = { count: number | string };

const selectCount = async (reader: Reader, query: string, args: unknown[]): Promise<number> => {
  const [row] = await reader.query<Count>(query, [], args);
  return Number(row?.count ?? 0);
};

interface SupportedCounts {
  works: number;
  authors: number;
  edges: number;
  /** Edited works and volumes, and the names in their lists of editors. */
  volumes: number;
  editors: number;
  /** Number of works without edges, because they have too many authors. */
  withoutEdges: number;
}

/** Counts the works, authors with works, and co-author edges that a source's records currently support. */
export async function selectSupportedCounts(reader: Reader, source: string): Promise<SupportedCounts> {
  const all = await selectCount(reader, 'select count(distinct work_key) as count from work_sources where source = ?', [source]);
  const volumes = await selectCount(reader, volumesQuery, [source]);
  const editedVolumes = await selectCount(reader, editedQuery('distinct c.work_key'), [source]);
  const editors = await selectCount(reader, editedQuery('*'), [source]);
  const authors = await selectCount(
    reader,
    `select count(distinct a.author_key) as count from (${worksOfSource}) s join authorships a on a.work_key = s.work_key
     where a.source = ? and a.state <> 'not_mine'`,
    [source, source],
  );
  const hasOthers = await hasRow(reader, authorships, ne(authorships.source, source));
  const edgesQuery = hasOthers ? sharedEdgesQuery : 'select count(*) as count from coauthor_edges';
  const withoutEdges = await selectCount(reader, `select count(*) as count from (${crowdedWorks}) as crowded`, [source, source]);
  return {
    works: all - volumes,
    volumes: editedVolumes,
    editors,
    authors,
    withoutEdges,
    edges: await selectCount(reader, edgesQuery, hasOthers ? [source, source, source, source, source] : []),
  };
}

const volumesQuery = `select count(distinct s.work_key) as count from work_sources s cross join works w
  where w.key = s.work_key and s.source = ? and w.is_volume`;

const editedQuery = (counted: string): string =>
  `select count(${counted}) as count from contributors c where c.source = ? and c.role = 'editor'`;

// They start at the works of the source, so that a small source costs little beside a large one.
const worksOfSource = 'select distinct work_key from work_sources where source = ?';

const crowdedWorks = `select a.work_key from (${worksOfSource}) s join authorships a on a.work_key = s.work_key
  where exists (select 1 from authorships o where o.work_key = a.work_key and o.source = ?)
  group by a.work_key having count(distinct a.author_key) > ${maxAuthorsForEdges}`;

const sharedEdgesQuery = `select count(*) as count from (
  select distinct a.author_key, b.author_key as other from (${worksOfSource}) s
  join authorships a on a.work_key = s.work_key and a.source = ? and a.state <> 'not_mine'
  join authorships b on b.work_key = a.work_key and b.author_key > a.author_key and b.source = ? and b.state <> 'not_mine'
  where a.work_key not in (${crowdedWorks})) as pairs`;

/** Returns when the last finished import of each source ended. */
export async function lastCheckedOf(reader: Reader, sources: readonly string[]): Promise<Map<string, Date>> {
  const { source, finishedAt, state } = imports;
  const rows = await reader
    .select({ source, at: max(finishedAt) })
    .from(imports)
    .where(and(eq(state, 'finished'), isAnyOf(source, sources)))
    .groupBy(source);
  return new Map(rows.flatMap((row) => (row.at === null ? [] : [[row.source, row.at] as const])));
}

/** Returns a work with its current records by its public id; null if it does not exist. */
export async function findWorkWithRecords(
  reader: Reader,
  id: string,
): Promise<{ key: number; revision: number; records: readonly ImportedWork[] } | null> {
  const [work] = await reader.select({ key: works.key, revision: works.revision }).from(works).where(eq(works.id, id)).limit(1);
  return work ? { ...work, records: (await selectRecordsOfWorks(reader, [work.key])).get(work.key) ?? [] } : null;
}

/** A value that could not be read. */
type ProblemRow = Pick<typeof importProblems.$inferSelect, 'place' | 'field' | 'given' | 'message' | 'kept'>;
const problemsPerBatch = 1000;

/** Yields what could not be read of the records of a source, or of all sources, in the order in which it was read. */
export async function* selectProblems(reader: Reader, source: string | undefined): AsyncGenerator<ProblemRow> {
  for (let after = 0; ; ) {
    const isNext = and(gt(importProblems.key, after), ...(source === undefined ? [] : [eq(importProblems.source, source)]));
    const rows = await reader.select().from(importProblems).where(isNext).orderBy(importProblems.key).limit(problemsPerBatch);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < problemsPerBatch) return;
    after = last.key;
  }
}
