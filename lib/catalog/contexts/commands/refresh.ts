import { and, count, eq, inArray, isNotNull, max, ne, sql } from 'drizzle-orm';
import { indexDocuments, removeDocuments, type SearchDocument } from '#lib/catalog/search-index/documents.ts';
import { hidesField } from '#lib/catalog/statements/queries/hidden-fields.ts';
import { hiddenWorksText, visibleRecord } from '#lib/catalog/visibility/queries.ts';
import { now } from '#lib/platform/clock.ts';
import { differingColumns } from '#lib/platform/db/bulk-insert.ts';
import { encodeList, isAnyOf, isInList } from '#lib/platform/db/prepared.ts';
import { columnsOf, keysOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { authorContexts, contexts, workContexts } from '#lib/platform/db/schema/contexts.ts';
import { authorships } from '#lib/platform/db/schema/works.ts';
import type { RowsOf, Writer } from '#lib/platform/db/store.ts';
import { fold } from '#lib/platform/text/tokenizer.ts';
import { parseAffiliation, splitAffiliation } from '../model/affiliations.ts';
import type { ContextKind } from '../model/context.ts';
import { formatYearCounts, type YearCount } from '../model/years.ts';

/** Marks stale contexts as current, and returns them. */
const claimStale = (tx: Writer) => {
  const isStale = sql`${contexts.stale}`;
  const next = tx.select({ key: contexts.key }).from(contexts).where(isStale).orderBy(contexts.key).limit(sql.placeholder('limit'));
  return tx
    .update(contexts)
    .set({ stale: false })
    .where(and(isStale, inArray(contexts.key, next)))
    .returning(columnsOf(contexts, 'key', 'id', 'kind', 'slug', 'nameKey', 'name', 'sortName', 'facts', 'createdAt'))
    .prepare();
};
type ContextRow = RowsOf<ReturnType<typeof claimStale>>[number];

/** Counts the visible people of each context. Organisations that sign works are excluded. */
const countPeople = (tx: Writer) =>
  tx
    .select({ key: authorContexts.contextKey, people: count() })
    .from(authorContexts)
    .innerJoin(authors, eq(authors.key, authorContexts.authorKey))
    .where(and(isInList(authorContexts.contextKey, 'keys'), sql`${authors.kind} = 'person'`, visibleRecord()))
    .groupBy(authorContexts.contextKey)
    .prepare();

const showsAffiliations = sql`not ${sql.raw(hidesField('authors', 'affiliations'))}`;

const computedColumns = ['name', 'sortName', 'facts', 'worksCount', 'peopleCount', 'firstYear', 'lastYear', 'updatedAt'] as const;

/**
 * Recomputes up to `limit` stale contexts from their works and people: counts, years, names of institutions, search document. Idempotent.
 * @returns the number of contexts that were stale; fewer than `limit` means that none is left
 */
export async function refreshContexts(tx: Writer, limit: number): Promise<number> {
  const claimedRows = await tx.prepared(claimStale, { limit });
  if (claimedRows.length === 0) return 0;
  const writtenNames = await selectWrittenNames(tx, claimedRows.filter(isNamedByWorks));
  const rows = claimedRows.map((row) => {
    const name = writtenNames.get(row.key) ?? row.name;
    return { ...row, name, sortName: fold(name) };
  });
  rows.sort((a, b) => a.key - b.key);
  const keys = keysOf(rows);
  const yearsByContext = Map.groupBy(await selectYears(tx, keys), ({ context }) => context);
  const peopleByContext = new Map((await tx.prepared(countPeople, { keys: encodeList(keys) })).map(({ key, people }) => [key, people]));
  const at = now();
  const yearsOfContext = (key: number): YearCount[] => yearsByContext.get(key) ?? [];
  const worksOf = (key: number): number => yearsOfContext(key).reduce((sum, each) => sum + each.works, 0);
  const writtenRows = rows.map((row) => {
    const datedYears = yearsOfContext(row.key).filter(({ year }) => year > 0);
    const { key } = row;
    return {
      ...{ ...row, facts: { ...row.facts, years: formatYearCounts(datedYears) }, worksCount: worksOf(key) },
      ...{ peopleCount: peopleByContext.get(key) ?? 0, firstYear: datedYears[0]?.year ?? null, lastYear: datedYears.at(-1)?.year ?? null },
      updatedAt: at,
    };
  });
  const differing = await differingColumns(tx, contexts, writtenRows, computedColumns);
  await tx.bulkInsert(contexts, writtenRows, { onConflict: { target: ['key'], update: computedColumns, differing } });
  await writeDocuments(tx, rows, worksOf);
  return rows.length;
}

/** An institution that the registry does not know is named as most authors write it. */
const isNamedByWorks = ({ kind, facts }: ContextRow): boolean => kind === 'institution' && facts.ror === undefined;

const selectAffiliations = (tx: Writer) =>
  tx
    .select({
      key: workContexts.contextKey,
      affiliation: authorships.affiliation,
      count: count(),
      newest: max(authorships.sortDate),
    })
    .from(workContexts)
    .innerJoin(authorships, eq(authorships.workKey, workContexts.workKey))
    .innerJoin(authors, eq(authors.key, authorships.authorKey))
    .where(
      and(
        isInList(workContexts.contextKey, 'keys'),
        isNotNull(authorships.affiliation),
        ne(authorships.state, 'not_mine'),
        showsAffiliations,
      ),
    )
    .groupBy(workContexts.contextKey, authorships.affiliation)
    .prepare();

/** Returns the names of institutions as most authors write them: of equally frequent ones the newest. */
async function selectWrittenNames(tx: Writer, institutions: readonly ContextRow[]): Promise<Map<number, string>> {
  if (institutions.length === 0) return new Map();
  const nameKeys = new Map(institutions.map(({ key, nameKey }) => [key, nameKey]));
  const rows = await tx.prepared(selectAffiliations, { keys: encodeList(keysOf(institutions)) });
  const namesOf = nameReader();
  const tallies = new Map<number, Map<string, NameTally>>();
  for (const { key, affiliation, count: written, newest } of rows) {
    const tally = tallies.get(key) ?? new Map<string, NameTally>();
    tallies.set(key, tally);
    for (const { name, nameKey } of namesOf(affiliation ?? '')) {
      if (nameKey !== nameKeys.get(key)) continue;
      const counted = tally.get(name) ?? { name, count: 0, newest: 0 };
      tally.set(name, { name, count: counted.count + written, newest: Math.max(counted.newest, newest ?? 0) });
    }
  }
  return new Map([...tallies].flatMap(([key, tally]) => commonNameOf([...tally.values()]).map((name) => [key, name] as const)));
}

interface NameTally {
  name: string;
  count: number;
  newest: number;
}

const commonNameOf = (tallies: readonly NameTally[]): string[] =>
  tallies
    .toSorted((a, b) => b.count - a.count || b.newest - a.newest || (a.name < b.name ? -1 : 1))
    .slice(0, 1)
    .map(({ name }) => name);

/** Returns a function that reads the names of institutions in an affiliation. Each text is read once. */
function nameReader(): (affiliation: string) => readonly { name: string; nameKey: string }[] {
  const names = new Map<string, readonly { name: string; nameKey: string }[]>();
  return (affiliation) => {
    const known =
      names.get(affiliation) ?? splitAffiliation(affiliation).flatMap((part) => parseAffiliation(part, new Map())?.context ?? []);
    names.set(affiliation, known);
    return known;
  };
}

async function selectYears(tx: Writer, keys: readonly number[]): Promise<(YearCount & { context: number })[]> {
  const { contextKey: context, workKey, sortDate } = workContexts;
  const year = sql<number>`${sortDate} / 10000`;
  return tx
    .select({ context, year, works: count() })
    .from(workContexts)
    .where(and(isAnyOf(context, keys), sql`${workKey} not in (${sql.raw(hiddenWorksText)})`))
    .groupBy(context, year)
    .orderBy(year);
}

async function writeDocuments(tx: Writer, rows: readonly ContextRow[], worksOf: (key: number) => number): Promise<void> {
  for (const [kind, kindRows] of Map.groupBy(rows, (row) => row.kind as ContextKind)) {
    const empty = kindRows.filter(({ key }) => worksOf(key) === 0).map(({ key }) => key);
    await removeDocuments(tx, kind, empty);
    const shown = kindRows.filter(({ key }) => worksOf(key) > 0);
    await indexDocuments(
      tx,
      shown.map(({ key, name, facts }): SearchDocument => {
        const { acronym, code, ror } = facts;
        const title = [name, acronym, code].filter((text) => text).join('\n');
        return { kind, subjectKey: key, importance: worksOf(key), title, body: ror ?? '' };
      }),
    );
  }
}
