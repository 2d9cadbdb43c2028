import { and, eq, inArray, ne } from 'drizzle-orm';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { authorContexts, contexts, workContexts } from '#lib/platform/db/schema/contexts.ts';
import type { Reader, Writer } from '#lib/platform/db/store.ts';
import { splitAffiliation } from '../model/affiliations.ts';
import { type AffiliationMatch, selectAffiliationMatches } from './affiliations.ts';
import { markContextsStale } from './rows.ts';

/** One work of an author, with the affiliation stated there. */
interface SignedWork {
  work_key: number;
  year: number | null;
  /** The author's affiliation as written on this work. */
  affiliation: string | null;
}

/** Figures of an author's contexts. */
export interface ContextFigures {
  topics: number;
  /** Returns the ROR id of the first matched affiliation in a text, or null. */
  rorIdOf(written: string): string | null;
}

interface ContextCount {
  works: number;
  first: number | null;
  last: number;
}

/**
 * Recounts the works of authors in each of their contexts: topics and venues of their works, institutions of their own affiliations. Pass
 * an empty list for an author who must not be counted. Contexts that gain or lose people are marked as stale.
 */
export async function writeAuthorContexts(
  tx: Writer,
  works: ReadonlyMap<number, readonly SignedWork[]>,
): Promise<Map<number, ContextFigures>> {
  const signedWorks = [...works.values()].flat();
  const workContexts = await contextsOfWorks(tx, [...new Set(signedWorks.map(({ work_key }) => work_key))]);
  const matches = await selectAffiliationMatches(tx, [
    ...new Set(signedWorks.flatMap(({ affiliation }) => (affiliation ? splitAffiliation(affiliation) : []))),
  ]);
  const counts = new Map([...works].map(([author, own]) => [author, countByContext(own, workContexts.byWork, matches)]));
  await writeCounts(tx, counts);
  const rorIdOf = (affiliation: string): string | null => rorIdIn(affiliation, matches);
  return new Map(
    [...counts].map(([author, own]) => [author, { rorIdOf, topics: [...own.keys()].filter((key) => workContexts.topics.has(key)).length }]),
  );
}

/** Returns the ROR ids of the first matched affiliations in some texts. Texts without one have no entry. */
export async function matchedRorIds(tx: Writer, texts: readonly string[]): Promise<Map<string, string>> {
  if (texts.length === 0) return new Map();
  const matches = await selectAffiliationMatches(tx, [...new Set(texts.flatMap(splitAffiliation))]);
  return new Map(
    texts.map((text) => [text, rorIdIn(text, matches)] as const).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}

function rorIdIn(affiliation: string, matches: ReadonlyMap<string, AffiliationMatch>): string | null {
  for (const part of splitAffiliation(affiliation)) {
    const rorId = matches.get(part)?.rorId;
    if (rorId) return rorId;
  }
  return null;
}

async function contextsOfWorks(tx: Writer, workKeys: readonly number[]): Promise<{ byWork: Map<number, number[]>; topics: Set<number> }> {
  const rows = await tx.prepared(selectContextsOfWorks, { works: encodeList(workKeys) });
  const byWork = new Map<number, number[]>();
  const topics = new Set<number>();
  for (const { workKey, contextKey, kind } of rows) {
    if (kind === 'topic') topics.add(contextKey);
    const contextKeys = byWork.get(workKey);
    if (contextKeys) contextKeys.push(contextKey);
    else byWork.set(workKey, [contextKey]);
  }
  return { byWork, topics };
}

const selectContextsOfWorks = (reader: Reader) =>
  reader
    .select({ ...columnsOf(workContexts, 'workKey', 'contextKey'), kind: contexts.kind })
    .from(workContexts)
    .innerJoin(contexts, eq(contexts.key, workContexts.contextKey))
    .where(and(isInList(workContexts.workKey, 'works'), ne(contexts.kind, 'institution')))
    .prepare();

function countByContext(
  works: readonly SignedWork[],
  byWork: ReadonlyMap<number, readonly number[]>,
  matches: ReadonlyMap<string, AffiliationMatch>,
): Map<number, ContextCount> {
  const counts = new Map<number, ContextCount>();
  for (const { work_key, year, affiliation } of works) {
    const institutions = affiliation ? splitAffiliation(affiliation).flatMap((part) => matches.get(part)?.contextKey ?? []) : [];
    for (const key of new Set([...(byWork.get(work_key) ?? []), ...institutions])) counts.set(key, addWork(counts.get(key), year));
  }
  return counts;
}

function addWork(count: ContextCount | undefined, year: number | null): ContextCount {
  if (!count) return { works: 1, first: year, last: year ?? 0 };
  count.works += 1;
  if (year !== null && (count.first === null || year < count.first)) count.first = year;
  if (year !== null && year > count.last) count.last = year;
  return count;
}

const selectCounts = (reader: Reader) =>
  reader.select().from(authorContexts).where(isInList(authorContexts.authorKey, 'authors')).prepare();

async function writeCounts(tx: Writer, counts: ReadonlyMap<number, Map<number, ContextCount>>): Promise<void> {
  const storedCounts = await tx.prepared(selectCounts, { authors: encodeList([...counts.keys()]) });
  const rowsByAuthor = Map.groupBy(storedCounts, ({ authorKey }) => authorKey);
  const rows: (typeof authorContexts.$inferInsert)[] = [];
  const changedContexts = new Set<number>();
  for (const [author, ownCounts] of counts) {
    const storedRows = new Map((rowsByAuthor.get(author) ?? []).map((row) => [row.contextKey, row]));
    for (const [key, { works, first, last }] of ownCounts) {
      const row = storedRows.get(key);
      if (!row) changedContexts.add(key);
      if (row?.works !== works || row.firstYear !== first || row.lastYear !== last)
        rows.push({ authorKey: author, contextKey: key, works, firstYear: first, lastYear: last });
    }
    const removedKeys = [...storedRows.keys()].filter((key) => !ownCounts.has(key));
    for (const key of removedKeys) changedContexts.add(key);
    if (removedKeys.length > 0)
      await tx.delete(authorContexts).where(and(eq(authorContexts.authorKey, author), inArray(authorContexts.contextKey, removedKeys)));
  }
  await tx.bulkInsert(authorContexts, rows, {
    onConflict: { target: ['authorKey', 'contextKey'], update: ['works', 'firstYear', 'lastYear'] },
  });
  await markContextsStale(tx, changedContexts);
}
