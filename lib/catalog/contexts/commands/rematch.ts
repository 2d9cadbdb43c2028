import { and, asc, eq, gt, inArray, isNotNull, lte, max, sql } from 'drizzle-orm';
import { hidesField } from '#lib/catalog/statements/queries/hidden-fields.ts';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { keysOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { affiliations } from '#lib/platform/db/schema/contexts.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import type { Reader, Store, Writer } from '#lib/platform/db/store.ts';
import { splitAffiliation } from '../model/affiliations.ts';
import { type AffiliationMatch, institutionsOf, matchAffiliations, selectAffiliationMatches, storeMatches } from './affiliations.ts';
import { markAuthorsOfWorksStale } from './topics.ts';
import { type DesiredContexts, type StoredContext, selectStoredContexts, updateWorkContexts } from './works.ts';

const textsPerBatch = 2000;
/** Size of the range of work keys that one transaction handles. */
const keysPerBatch = 2000;

/**
 * Matches all affiliations against the current registry again, and updates the institutions of works. Works and authors that this changes
 * are marked as stale. Can be interrupted and run again; a second run changes nothing.
 */
export async function rematchAffiliations(
  store: Store,
  { onProgress, signal }: { onProgress?: (works: number, lastKey: number) => void; signal?: AbortSignal } = {},
): Promise<void> {
  for (let after: string | null = ''; after !== null && !signal?.aborted; ) {
    const from: string = after;
    after = await store.transact((tx) => rematchBatch(tx, from));
  }
  const [last] = await store.reader.select({ key: max(works.key) }).from(works);
  const lastKey = last?.key ?? 0;
  for (let from = 0; from < lastKey && !signal?.aborted; from += keysPerBatch) {
    await store.transact((tx) => assignInstitutions(tx, from, from + keysPerBatch));
    onProgress?.(Math.min(lastKey, from + keysPerBatch), lastKey);
  }
}

/** @returns the text after which to continue, or null at the end */
async function rematchBatch(tx: Writer, after: string): Promise<string | null> {
  await tx.lock('imports');
  const isNext = gt(affiliations.text, after);
  const rows = await tx.select().from(affiliations).where(isNext).orderBy(asc(affiliations.text)).limit(textsPerBatch);
  const texts = rows.map((row) => row.text);
  const matches = await matchAffiliations(tx, texts);
  const isSame = (row: typeof affiliations.$inferSelect, match: AffiliationMatch | undefined): boolean =>
    match?.contextKey === row.contextKey && (match?.rule ?? null) === row.rule;
  const changed = rows.filter((row) => !isSame(row, matches.get(row.text)));
  await storeMatches(
    tx,
    changed.map(({ text }) => text),
    matches,
  );
  return rows.length < textsPerBatch ? null : (rows.at(-1)?.text ?? null);
}

const hidesAffiliations = sql.raw(hidesField('authors', 'affiliations'));
const showsAffiliations = sql`not ${hidesAffiliations}`;

/** Returns the keys of the people who hide their affiliations. */
export async function selectAuthorsHidingAffiliations(tx: Writer, authorKeys: readonly number[]): Promise<Set<number>> {
  return new Set(keysOf(await tx.prepared(selectHiding, { keys: encodeList(authorKeys) })));
}

const selectHiding = (reader: Reader) =>
  reader
    .select({ key: authors.key })
    .from(authors)
    .where(and(hidesAffiliations, isInList(authors.key, 'keys')))
    .prepare();

/** Runs `refreshWorkInstitutions` for the works on which some people state an affiliation. */
export async function refreshInstitutionsOfAuthors(tx: Writer, authorKeys: readonly number[]): Promise<void> {
  if (authorKeys.length === 0) return;
  const { workKey, authorKey, affiliation } = authorships;
  const hasAffiliation = and(inArray(authorKey, [...authorKeys]), isNotNull(affiliation));
  const rows = await tx.selectDistinct({ workKey }).from(authorships).where(hasAffiliation);
  const workKeys = rows.map((row) => row.workKey);
  await refreshWorkInstitutions(tx, workKeys);
}

/**
 * Sets the institutions of works to those that their authors show. An institution that only hiding authors state is removed, and is added
 * again once they show their affiliations.
 */
export async function refreshWorkInstitutions(tx: Writer, workKeys: readonly number[]): Promise<void> {
  for (let start = 0; start < workKeys.length; start += keysPerBatch) await placeBatch(tx, workKeys.slice(start, start + keysPerBatch));
}

async function placeBatch(tx: Writer, workKeys: number[]): Promise<void> {
  const { workKey, authorKey, affiliation, sortDate } = authorships;
  const datedWorks = await tx.selectDistinct({ workKey, sortDate }).from(authorships).where(inArray(workKey, workKeys));
  const affiliatedWorks = await tx
    .selectDistinct({ workKey, affiliation })
    .from(authorships)
    .innerJoin(authors, eq(authors.key, authorKey))
    .where(and(inArray(workKey, workKeys), isNotNull(affiliation), showsAffiliations));
  const partsByWork = Map.groupBy(
    affiliatedWorks.flatMap((row) => splitAffiliation(row.affiliation ?? '').map((part) => ({ workKey: row.workKey, part }))),
    (each) => each.workKey,
  );
  const matches = await selectAffiliationMatches(tx, [
    ...new Set([...partsByWork.values()].flatMap((workParts) => workParts.map(({ part }) => part))),
  ]);
  const stored = await selectStoredContexts(tx, workKeys);
  const otherContexts = otherContextsByWork(stored);
  const desired = datedWorks.map((work): DesiredContexts => {
    const institutions = (partsByWork.get(work.workKey) ?? []).flatMap(({ part }) => matches.get(part)?.contextKey ?? []);
    return { ...work, contextKeys: new Set([...(otherContexts.get(work.workKey) ?? []), ...institutions]) };
  });
  await updateWorkContexts(tx, desired, stored);
}

/** Returns the topics and venues of works, by work. */
const otherContextsByWork = (stored: readonly StoredContext[]): Map<number, number[]> =>
  new Map(
    [...Map.groupBy(stored, ({ workKey }) => workKey)].map(([key, rows]) => [
      key,
      rows.flatMap(({ kind, contextKey }) => (kind === 'institution' ? [] : contextKey)),
    ]),
  );

async function assignInstitutions(tx: Writer, from: number, to: number): Promise<void> {
  await tx.lock('imports');
  const { workKey: key, affiliation, sortDate } = authorships;
  const rows = await tx
    .selectDistinct({ key, affiliation, sortDate })
    .from(authorships)
    .innerJoin(authors, eq(authors.key, authorships.authorKey))
    .where(and(gt(key, from), lte(key, to), isNotNull(affiliation), showsAffiliations));
  const partsOf = (row: (typeof rows)[number]): string[] => splitAffiliation(row.affiliation ?? '');
  const matches = await institutionsOf(tx, new Set(rows.flatMap(partsOf)));
  const byWork = Map.groupBy(rows, (row) => row.key);
  const stored = await selectStoredContexts(tx, [...byWork.keys()]);
  const otherContexts = otherContextsByWork(stored);
  const desired = [...byWork].map(([workKey, workRows]): DesiredContexts => {
    const institutions = workRows.flatMap(partsOf).flatMap((part) => matches.get(part)?.contextKey ?? []);
    return {
      workKey,
      sortDate: workRows[0]?.sortDate ?? 0,
      contextKeys: new Set([...(otherContexts.get(workKey) ?? []), ...institutions]),
    };
  });
  const changed = await updateWorkContexts(tx, desired, stored);
  await markAuthorsOfWorksStale(tx, changed);
}
