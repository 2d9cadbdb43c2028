import { and, eq, inArray } from 'drizzle-orm';
import type { ImportedWork } from '#lib/catalog/sources/model.ts';
import { byPrecedence } from '#lib/catalog/works/model/source-precedence.ts';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { contexts, workContexts } from '#lib/platform/db/schema/contexts.ts';
import type { Reader, RowsOf, Writer } from '#lib/platform/db/store.ts';
import { splitAffiliation } from '../model/affiliations.ts';
import { contextsOfRecords } from '../model/names.ts';
import { topicsMethod } from '../model/topics.ts';
import { institutionsOf } from './affiliations.ts';
import { contextIdentityOf, findOrCreateContexts, markContextsStale } from './rows.ts';

/** An imported work, with the data from which its contexts are derived. */
interface ImportedWorkContext {
  workKey: number;
  sortDate: number;
  /** True for a new work, which has no contexts yet. */
  isNew: boolean;
  records: readonly ImportedWork[];
  /** Affiliations of its current authorships, as written. */
  affiliations: readonly string[];
}

/**
 * Updates the contexts of works from their records and affiliations: venues, topics by category, institutions. Topics from titles stay
 * until `findTopics` runs again. Only differences are written.
 */
export async function writeWorkContexts(tx: Writer, works: readonly ImportedWorkContext[]): Promise<void> {
  const namedContexts = works.map(({ records }) => contextsOfRecords(records.length > 1 ? records.toSorted(byPrecedence) : records));
  const keys = await findOrCreateContexts(tx, namedContexts.flat());
  const matches = await institutionsOf(tx, new Set(works.flatMap(({ affiliations }) => affiliations.flatMap(splitAffiliation))));
  const desired = works.map((work, at): DesiredContexts => {
    const institutions = work.affiliations.flatMap(splitAffiliation).flatMap((part) => matches.get(part)?.contextKey ?? []);
    const others = (namedContexts[at] ?? []).flatMap((context) => keys.get(contextIdentityOf(context)) ?? []);
    return { workKey: work.workKey, sortDate: work.sortDate, contextKeys: new Set([...others, ...institutions]) };
  });
  const existingKeys = works.filter(({ isNew }) => !isNew).map(({ workKey }) => workKey);
  const desiredByWork = new Map(desired.map((each) => [each.workKey, each.contextKeys]));
  const stored = (await selectStoredContexts(tx, existingKeys)).filter(
    (row) => !isTitleTopic(row) || desiredByWork.get(row.workKey)?.has(row.contextKey),
  );
  await updateWorkContexts(tx, desired, stored);
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

const isTitleTopic = ({ kind, facts }: StoredContext): boolean => kind === 'topic' && facts.method === topicsMethod.name;

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
