import { and, eq, inArray, isNotNull, max, sql } from 'drizzle-orm';
import { hidesField } from '#lib/catalog/statements/queries/hidden-fields.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import type { Store, Writer } from '#lib/platform/db/store.ts';
import { splitAffiliation } from '../model/affiliations.ts';
import { type AffiliationMatch, institutionsOf, matchAffiliations, selectAffiliationMatches, storeMatches } from './affiliations.ts';
import { markAuthorsOfWorksStale } from './topics.ts';
import { type DesiredContexts, type StoredContext, selectStoredContexts, updateWorkContexts } from './works.ts';

const textsPerBatch = 2000;
/** Size of the range of work keys that one transaction handles. */
const keysPerBatch = 2000;

interface AffiliationRow {
  text: string;
  context_key: number | null;
  rule: string | null;
}

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
  const query = `select text, context_key, rule from affiliations where text > ? order by text limit ${textsPerBatch}`;
  const rows = await tx.query<AffiliationRow>(query, [], [after]);
  const texts = rows.map((row) => row.text);
  const matches = await matchAffiliations(tx, texts);
  const isSame = (row: AffiliationRow, match: AffiliationMatch | undefined): boolean =>
    match?.contextKey === row.context_key && (match?.rule ?? null) === row.rule;
  const changed = rows.filter((row) => !isSame(row, matches.get(row.text)));
  await storeMatches(
    tx,
    changed.map(({ text }) => text),
    matches,
  );
  return rows.length < textsPerBatch ? null : (rows.at(-1)?.text ?? null);
}

/** SQL condition: the author does not hide affiliations. */
const showsAffiliations = sql`not ${sql.raw(hidesField('authors', 'affiliations'))}`;

/** Returns the keys of the people who hide their affiliations. */
export async function selectAuthorsHidingAffiliations(tx: Writer, authorKeys: readonly number[]): Promise<Set<number>> {
  const rows = await tx.query<{ key: number }>(
    `select a.key from authors a where ${hidesField('a', 'affiliations')} and a.key in $many`,
    authorKeys,
  );
  return new Set(rows.map(({ key }) => key));
}

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
    [...Map.groupBy(stored, ({ work_key }) => work_key)].map(([key, rows]) => [
      key,
      rows.flatMap(({ kind, context_key }) => (kind === 'institution' ? [] : context_key)),
    ]),
  );

interface AffiliatedWork {
  work_key: number;
  affiliation: string;
  sort_date: number;
}

async function assignInstitutions(tx: Writer, from: number, to: number): Promise<void> {
  await tx.lock('imports');
  const rows = await tx.query<AffiliatedWork>(
    `select distinct w.work_key, w.affiliation, w.sort_date from authorships w join authors a on a.key = w.author_key
     where w.work_key > ? and w.work_key <= ? and w.affiliation is not null and not ${hidesField('a', 'affiliations')}`,
    [],
    [from, to],
  );
  const matches = await institutionsOf(tx, new Set(rows.flatMap(({ affiliation }) => splitAffiliation(affiliation))));
  const byWork = Map.groupBy(rows, ({ work_key }) => work_key);
  const stored = await selectStoredContexts(tx, [...byWork.keys()]);
  const otherContexts = otherContextsByWork(stored);
  const desired = [...byWork].map(([workKey, workRows]): DesiredContexts => {
    const institutions = workRows.flatMap(({ affiliation }) =>
      splitAffiliation(affiliation).flatMap((part) => matches.get(part)?.contextKey ?? []),
    );
    return {
      workKey,
      sortDate: workRows[0]?.sort_date ?? 0,
      contextKeys: new Set([...(otherContexts.get(workKey) ?? []), ...institutions]),
    };
  });
  const changed = await updateWorkContexts(tx, desired, stored);
  await markAuthorsOfWorksStale(tx, changed);
}
