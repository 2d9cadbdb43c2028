import { and, eq, gt, inArray, or } from 'drizzle-orm';
import type { ImportedWork } from '#lib/catalog/sources/model.ts';
import { byPrecedence } from '#lib/catalog/works/model/source-precedence.ts';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { contexts, workContexts } from '#lib/platform/db/schema/contexts.ts';
import type { Reader, RowsOf, Writer } from '#lib/platform/db/store.ts';
import { splitAffiliation } from '../model/affiliations.ts';
import { contextsOfRecords } from '../model/names.ts';
import { topicsMethod, topicsOf } from '../model/topics.ts';
import { institutionsOf } from './affiliations.ts';
import { contextIdentityOf, findOrCreateContexts, markContextsStale } from './rows.ts';

/** An imported work, with the data from which its contexts are derived. */
interface ImportedWorkContext {
  workKey: number;
  sortDate: number;
  /** True for a new work, which has no contexts yet. */
  isNew: boolean;
  /** The plain title; null if no source has one. */
  title: string | null;
  records: readonly ImportedWork[];
  /** Affiliations of its current authorships, as written. */
  affiliations: readonly string[];
}

/**
 * Updates the contexts of works from their records, titles and affiliations: venues, topics, institutions. Titles are compared with the
 * topics that `findTopics` has found so far. Only differences are written.
 */
export async function writeWorkContexts(tx: Writer, works: readonly ImportedWorkContext[]): Promise<void> {
  const namedContexts = works.map(({ records }) => contextsOfRecords(records.length > 1 ? records.toSorted(byPrecedence) : records));
  const keys = await findOrCreateContexts(tx, namedContexts.flat());
  const topics = await selectTitleTopics(tx);
  const matches = await institutionsOf(tx, new Set(works.flatMap(({ affiliations }) => affiliations.flatMap(splitAffiliation))));
  const desired = works.map((work, at): DesiredContexts => {
    const institutions = work.affiliations.flatMap(splitAffiliation).flatMap((part) => matches.get(part)?.contextKey ?? []);
    const others = (namedContexts[at] ?? []).flatMap((context) => keys.get(contextIdentityOf(context)) ?? []);
    const titleTopics = work.title === null ? [] : topicsOf(work.title, topics).flatMap((topic) => topics.get(topic)?.key ?? []);
    return { workKey: work.workKey, sortDate: work.sortDate, contextKeys: new Set([...others, ...institutions, ...titleTopics]) };
  });
  const existingKeys = works.filter(({ isNew }) => !isNew).map(({ workKey }) => workKey);
  await updateWorkContexts(tx, desired, await selectStoredContexts(tx, existingKeys));
}

/** Returns the topics of titles that `findTopics` has found, by name key. One that it no longer finds has no works. */
async function selectTitleTopics(tx: Writer): Promise<Map<string, { key: number; works: number }>> {
  const { key, kind, nameKey, facts, worksCount, stale } = contexts;
  const rows = await tx
    .select({ key, nameKey, facts, works: worksCount })
    .from(contexts)
    .where(and(eq(kind, 'topic'), or(gt(worksCount, 0), eq(stale, true))));
  return new Map(rows.filter((row) => row.facts.method === topicsMethod.name).map((row) => [row.nameKey, row]));
}

export interface DesiredContexts {
  workKey: number;
  sortDate: number;
  contextKeys: ReadonlySet<number>;
}

const selectStored = (reader: Reader) =>
  reader
    .select({ ...columnsOf(workContexts, 'workKey', 'contextKey', 'sortDate'), ...columnsOf(contexts, 'kind', 'facts') })
    .from(workContexts)
    .innerJoin(contexts, eq(contexts.key, workContexts.contextKey))
    .where(isInList(workContexts.workKey, 'works'))
    .prepare();
export type StoredContext = RowsOf<ReturnType<typeof selectStored>>[number];

export const selectStoredContexts = async (tx: Writer, workKeys: readonly number[]): Promise<StoredContext[]> =>
  workKeys.length === 0 ? [] : tx.prepared(selectStored, { works: encodeList(workKeys) });

/**
 * Inserts rows that are missing, updates rows with another date, and deletes rows of `stored` that are not in `desired`. Contexts that this
 * affects are marked as stale.
 * @returns the works that gained or lost a row
 */
export async function updateWorkContexts(
  tx: Writer,
  desired: readonly DesiredContexts[],
  stored: readonly StoredContext[],
): Promise<Set<number>> {
  const storedByWork = Map.groupBy(stored, ({ workKey }) => workKey);
  const rows: (typeof workContexts.$inferInsert)[] = [];
  const removedRows: StoredContext[] = [];
  const changed = new Set<number>();
  for (const { workKey, sortDate, contextKeys } of desired) {
    const storedByContext = new Map((storedByWork.get(workKey) ?? []).map((row) => [row.contextKey, row]));
    for (const key of contextKeys) {
      if (storedByContext.get(key)?.sortDate !== sortDate) rows.push({ workKey, contextKey: key, sortDate });
      if (!storedByContext.has(key)) changed.add(workKey);
    }
    removedRows.push(...[...storedByContext.values()].filter(({ contextKey }) => !contextKeys.has(contextKey)));
  }
  await removeRows(tx, removedRows);
  for (const { workKey } of removedRows) changed.add(workKey);
  await tx.bulkInsert(workContexts, rows, { onConflict: { target: ['workKey', 'contextKey'], update: ['sortDate'] } });
  await markContextsStale(tx, [...rows.map(({ contextKey }) => contextKey), ...removedRows.map(({ contextKey }) => contextKey)]);
  return changed;
}

const deletesPerQuery = 1000;

async function removeRows(tx: Writer, rows: readonly StoredContext[]): Promise<void> {
  for (const [contextKey, contextRows] of Map.groupBy(rows, ({ contextKey }) => contextKey)) {
    for (let start = 0; start < contextRows.length; start += deletesPerQuery) {
      const works = contextRows.slice(start, start + deletesPerQuery).map(({ workKey }) => workKey);
      await tx.delete(workContexts).where(and(eq(workContexts.contextKey, contextKey), inArray(workContexts.workKey, works)));
    }
  }
}
