import { eq } from 'drizzle-orm';
import { maxAuthorsForEdges } from '#lib/catalog/graph/model/coauthors.ts';
import type { ImportedWork } from '#lib/catalog/sources/model.ts';
import { works } from '#lib/platform/db/schema/works.ts';
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
  /** Number of works without edges, because they have too many authors. */
  withoutEdges: number;
}

/** Counts the works, authors with works, and co-author edges that a source's records currently support. */
export async function selectSupportedCounts(reader: Reader, source: string): Promise<SupportedCounts> {
  const works = await selectCount(reader, 'select count(distinct work_key) as count from work_sources where source = ?', [source]);
  const authors = await selectCount(
    reader,
    "select count(distinct author_key) as count from authorships where source = ? and state <> 'not_mine'",
    [source],
  );
  const otherSourceRows = await reader.query('select 1 from authorships where source <> ? limit 1', [], [source]);
  const edgesQuery = otherSourceRows.length === 0 ? 'select count(*) as count from coauthor_edges' : sharedEdgesQuery;
  const withoutEdges = await selectCount(reader, crowdedWorksOfSourceQuery, [source]);
  return {
    works,
    authors,
    withoutEdges,
    edges: await selectCount(reader, edgesQuery, otherSourceRows.length === 0 ? [] : [source, source]),
  };
}

const crowdedWorksQuery = `select work_key from authorships group by work_key having count(distinct author_key) > ${maxAuthorsForEdges}`;

const crowdedWorksOfSourceQuery = `select count(distinct work_key) as count from authorships where source = ? and work_key in (${crowdedWorksQuery})`;

const sharedEdgesQuery = `select count(*) as count from (
  select distinct a.author_key, b.author_key as other from authorships a
  join authorships b on b.work_key = a.work_key and b.author_key > a.author_key and b.source = ? and b.state <> 'not_mine'
  where a.source = ? and a.state <> 'not_mine' and a.work_key not in (${crowdedWorksQuery})) as pairs`;

/** Returns when the last finished import of each source ended. */
export async function lastCheckedOf(reader: Reader, sources: readonly string[]): Promise<Map<string, Date>> {
  const rows = await reader.query<{ source: string; at: Date | number | null }>(
    "select source, max(finished_at) as at from imports where state = 'finished' and source in $many group by source",
    sources,
  );
  return new Map(rows.flatMap(({ source, at }) => (at === null ? [] : [[source, new Date(at)] as const])));
}

/** Returns a work with its current records by its public id; null if it does not exist. */
export async function findWorkWithRecords(
  reader: Reader,
  id: string,
): Promise<{ key: number; revision: number; records: readonly ImportedWork[] } | null> {
  const [work] = await reader.select({ key: works.key, revision: works.revision }).from(works).where(eq(works.id, id)).limit(1);
  return work ? { ...work, records: (await selectRecordsOfWorks(reader, [work.key])).get(work.key) ?? [] } : null;
}
