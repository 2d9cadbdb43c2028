import { indexDocuments, removeDocuments, type SearchDocument } from '#lib/catalog/search-index/documents.ts';
import { hiddenWorksText, visibleRecordText } from '#lib/catalog/visibility/queries.ts';
import { now } from '#lib/platform/clock.ts';
import { differingColumns } from '#lib/platform/db/bulk-insert.ts';
import { contexts } from '#lib/platform/db/schema/contexts.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import type { ContextKind } from '../model/context.ts';
import { formatYearCounts, type YearCount } from '../model/years.ts';
import { parseFacts } from './rows.ts';

interface ContextRow {
  key: number;
  id: string;
  kind: string;
  slug: string;
  name_key: string;
  name: string;
  sort_name: string;
  facts: unknown;
  created_at: Date | number;
}

const claimStaleQuery = `update contexts set stale = false where stale and key in (select key from contexts where stale order by key limit ?)
  returning key, id, kind, slug, name_key, name, sort_name, facts, created_at`;

const worksPerYearQuery = `select context_key, sort_date / 10000 as year, count(*) as works from work_contexts
  where context_key in $many and work_key not in (${hiddenWorksText}) group by context_key, sort_date / 10000`;

/** Counts the visible people of each context. Organisations that sign works are excluded. */
const peopleCountQuery = `select c.context_key, count(*) as people from author_contexts c join authors a on a.key = c.author_key
  where c.context_key in $many and a.kind = 'person' and ${visibleRecordText('a')} group by c.context_key`;

const computedColumns = ['facts', 'worksCount', 'peopleCount', 'firstYear', 'lastYear', 'updatedAt'] as const;

/**
 * Recomputes up to `limit` stale contexts from their works and people: counts, years, search document. Idempotent.
 * @returns the number of contexts that were stale; fewer than `limit` means that none is left
 */
export async function refreshContexts(tx: Writer, limit: number): Promise<number> {
  const rows = await tx.execute<ContextRow>(claimStaleQuery, [], [limit]);
  if (rows.length === 0) return 0;
  rows.sort((a, b) => a.key - b.key);
  const keys = rows.map(({ key }) => key);
  const yearsByContext = Map.groupBy(await selectYears(tx, keys), ({ context }) => context);
  const peopleRows = await tx.query<{ context_key: number; people: number | string }>(peopleCountQuery, keys);
  const peopleByContext = new Map(peopleRows.map((row) => [row.context_key, Number(row.people)]));
  const at = now();
  const yearsOfContext = (key: number): YearCount[] => yearsByContext.get(key) ?? [];
  const worksOf = (key: number): number => yearsOfContext(key).reduce((sum, each) => sum + each.works, 0);
  const writtenRows = rows.map((row) => {
    const datedYears = yearsOfContext(row.key).filter(({ year }) => year > 0);
    const { key, id, kind, slug, name, name_key: nameKey, sort_name: sortName } = row;
    return {
      ...{ key, id, kind, slug, nameKey, name, sortName, createdAt: new Date(row.created_at) },
      ...{ facts: { ...parseFacts(row.facts), years: formatYearCounts(datedYears) }, worksCount: worksOf(key) },
      ...{ peopleCount: peopleByContext.get(key) ?? 0, firstYear: datedYears[0]?.year ?? null, lastYear: datedYears.at(-1)?.year ?? null },
      updatedAt: at,
    };
  });
  const differing = await differingColumns(tx, contexts, writtenRows, computedColumns);
  await tx.bulkInsert(contexts, writtenRows, { onConflict: { target: ['key'], update: computedColumns, differing } });
  await writeDocuments(tx, rows, worksOf);
  return rows.length;
}

async function selectYears(tx: Writer, keys: readonly number[]): Promise<(YearCount & { context: number })[]> {
  const rows = await tx.query<{ context_key: number; year: number | string; works: number | string }>(worksPerYearQuery, keys);
  return rows
    .map(({ context_key, year, works }) => ({ context: context_key, year: Number(year), works: Number(works) }))
    .sort((a, b) => a.year - b.year);
}

async function writeDocuments(tx: Writer, rows: readonly ContextRow[], worksOf: (key: number) => number): Promise<void> {
  for (const [kind, kindRows] of Map.groupBy(rows, (row) => row.kind as ContextKind)) {
    const empty = kindRows.filter(({ key }) => worksOf(key) === 0).map(({ key }) => key);
    await removeDocuments(tx, kind, empty);
    const shown = kindRows.filter(({ key }) => worksOf(key) > 0);
    await indexDocuments(
      tx,
      shown.map(({ key, name, facts }): SearchDocument => {
        const { acronym, code, ror } = parseFacts(facts);
        const title = [name, acronym, code].filter((text) => text).join('\n');
        return { kind, subjectKey: key, importance: worksOf(key), title, body: ror ?? '' };
      }),
    );
  }
}
