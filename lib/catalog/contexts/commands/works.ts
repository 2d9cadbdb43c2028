import { and, eq, inArray } from 'drizzle-orm';
import type { ImportedWork } from '#lib/catalog/sources/model.ts';
import { byPrecedence } from '#lib/catalog/works/model/source-precedence.ts';
import { workContexts } from '#lib/platform/db/schema/contexts.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { splitAffiliation } from '../model/affiliations.ts';
import { contextsOfRecords } from '../model/names.ts';
import { topicsMethod } from '../model/topics.ts';
import { institutionsOf } from './affiliations.ts';
import { contextIdentityOf, findOrCreateContexts, markContextsStale, parseFacts } from './rows.ts';

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
    (row) => !isTitleTopic(row) || desiredByWork.get(row.work_key)?.has(row.context_key),
  );
  await updateWorkContexts(tx, desired, stored);
}

export interface DesiredContexts {
  workKey: number;
  sortDate: number;
  contextKeys: ReadonlySet<number>;
}

export interface StoredContext {
  work_key: number;
  context_key: number;
  sort_date: number;
  kind: string;
  facts: unknown;
}

export async function selectStoredContexts(tx: Writer, workKeys: readonly number[]): Promise<StoredContext[]> {
  if (workKeys.length === 0) return [];
  return tx.query<StoredContext>(
    `select w.work_key, w.context_key, w.sort_date, c.kind, c.facts from work_contexts w join contexts c on c.key = w.context_key
     where w.work_key in $many`,
    workKeys,
  );
}

const isTitleTopic = ({ kind, facts }: StoredContext): boolean => kind === 'topic' && parseFacts(facts).method === topicsMethod.name;

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
  const storedByWork = Map.groupBy(stored, ({ work_key }) => work_key);
  const rows: (typeof workContexts.$inferInsert)[] = [];
  const removedRows: StoredContext[] = [];
  const changed = new Set<number>();
  for (const { workKey, sortDate, contextKeys } of desired) {
    const storedByContext = new Map((storedByWork.get(workKey) ?? []).map((row) => [row.context_key, row]));
    for (const key of contextKeys) {
      if (storedByContext.get(key)?.sort_date !== sortDate) rows.push({ workKey, contextKey: key, sortDate });
      if (!storedByContext.has(key)) changed.add(workKey);
    }
    removedRows.push(...[...storedByContext.values()].filter(({ context_key }) => !contextKeys.has(context_key)));
  }
  await removeRows(tx, removedRows);
  for (const { work_key } of removedRows) changed.add(work_key);
  await tx.bulkInsert(workContexts, rows, { onConflict: { target: ['workKey', 'contextKey'], update: ['sortDate'] } });
  await markContextsStale(tx, [...rows.map(({ contextKey }) => contextKey), ...removedRows.map(({ context_key }) => context_key)]);
  return changed;
}

const deletesPerQuery = 1000;

async function removeRows(tx: Writer, rows: readonly StoredContext[]): Promise<void> {
  for (const [contextKey, contextRows] of Map.groupBy(rows, ({ context_key }) => context_key)) {
    for (let start = 0; start < contextRows.length; start += deletesPerQuery) {
      const works = contextRows.slice(start, start + deletesPerQuery).map(({ work_key }) => work_key);
      await tx.delete(workContexts).where(and(eq(workContexts.contextKey, contextKey), inArray(workContexts.workKey, works)));
    }
  }
}
