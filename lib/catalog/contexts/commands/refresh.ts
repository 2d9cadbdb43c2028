import { type Document, index, remove } from '#lib/catalog/search-index/documents.ts';
import { hiddenWorksText, visibleRecordText } from '#lib/catalog/visibility/queries.ts';
import { now } from '#lib/platform/clock.ts';
import { changingRows } from '#lib/platform/db/changes.ts';
import { differingColumns } from '#lib/platform/db/differing-columns.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import type { ContextKind } from '../model/context.ts';
import { type YearCount, yearsText } from '../model/years.ts';
import { factsIn } from './rows.ts';

interface Row {
  key: number;
  id: string;
  kind: string;
  slug: string;
  name_key: string;
  name: string;
  sort_name: string;
  facts: unknown;
  created_at: unknown;
}

const claimed = `update contexts set stale = false where stale and key in (select key from contexts where stale order by key limit ?)
  returning key, id, kind, slug, name_key, name, sort_name, facts, created_at`;

const perYear = `select context_key, sort_date / 10000 as year, count(*) as works from work_contexts
  where context_key in $many and work_key not in (${hiddenWorksText}) group by context_key, sort_date / 10000`;

/** Counts the visible people of each context. Organisations that sign works are excluded. */
const people = `select c.context_key, count(*) as people from author_contexts c join authors a on a.key = c.author_key
  where c.context_key in $many and a.kind = 'person' and ${visibleRecordText('a')} group by c.context_key`;

const figures = ['facts', 'works_count', 'people_count', 'first_year', 'last_year', 'updated_at'];

/**
 * Recomputes up to `limit` stale contexts from their works and people: counts, years, search document. Idempotent.
 * @returns the number of contexts that were stale; fewer than `limit` means that none is left
 */
export async function refreshContexts(tx: Writer, limit: number): Promise<number> {
  const rows = await changingRows(
    'contexts',
    () => tx.execute<Row>(claimed, [], [limit]),
    (found) => found.map(({ key }) => key),
  );
  if (rows.length === 0) return 0;
  rows.sort((a, b) => a.key - b.key);
  const keys = rows.map(({ key }) => key);
  const years = Map.groupBy(await yearsOf(tx, keys), ({ context }) => context);
  const peopleRows = await tx.query<{ context_key: number; people: number | string }>(people, keys);
  const counts = new Map(peopleRows.map((row) => [row.context_key, Number(row.people)]));
  const at = now();
  const of = (key: number): YearCount[] => years.get(key) ?? [];
  const works = (key: number): number => of(key).reduce((sum, each) => sum + each.works, 0);
  const columns = ['key', 'id', 'kind', 'slug', 'name_key', 'name', 'sort_name', 'created_at', ...figures];
  const written = rows.map((row) => {
    const dated = of(row.key).filter(({ year }) => year > 0);
    const facts = JSON.stringify({ ...factsIn(row.facts), years: yearsText(dated) });
    return [
      ...[row.key, row.id, row.kind, row.slug, row.name_key, row.name, row.sort_name, row.created_at],
      ...[facts, works(row.key), counts.get(row.key) ?? 0, dated[0]?.year ?? null, dated.at(-1)?.year ?? null, at],
    ];
  });
  await tx.bulkInsert({
    table: 'contexts',
    columns,
    rows: written,
    rowsBy: 'key',
    changes: await differingColumns(tx, 'contexts', { columns, rows: written, of: figures }),
    onConflict: `on conflict (key) do update set ${figures.map((field) => `${field} = excluded.${field}`).join(', ')}`,
  });
  await writeDocuments(tx, rows, works);
  return rows.length;
}

async function yearsOf(tx: Writer, keys: readonly number[]): Promise<(YearCount & { context: number })[]> {
  const rows = await tx.query<{ context_key: number; year: number | string; works: number | string }>(perYear, keys);
  return rows
    .map(({ context_key, year, works }) => ({ context: context_key, year: Number(year), works: Number(works) }))
    .sort((a, b) => a.year - b.year);
}

async function writeDocuments(tx: Writer, rows: readonly Row[], works: (key: number) => number): Promise<void> {
  for (const [kind, some] of Map.groupBy(rows, (row) => row.kind as ContextKind)) {
    const empty = some.filter(({ key }) => works(key) === 0).map(({ key }) => key);
    await remove(tx, kind, empty);
    const shown = some.filter(({ key }) => works(key) > 0);
    await index(
      tx,
      shown.map(({ key, name, facts }): Document => {
        const { acronym, code, ror } = factsIn(facts);
        const title = [name, acronym, code].filter((text) => text).join('\n');
        return { kind, subjectKey: key, importance: works(key), title, body: ror ?? '' };
      }),
    );
  }
}
