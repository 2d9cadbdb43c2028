import { and, eq, inArray, isNotNull, max, sql } from 'drizzle-orm';
import { hides } from '#lib/catalog/statements/queries/hidden-fields.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import type { Store, Writer } from '#lib/platform/db/store.ts';
import { affiliationParts } from '../model/affiliations.ts';
import { institutionsOf, type Place, placesOf, readAll } from './affiliations.ts';
import { markSigners } from './topics.ts';
import { contextsOn, type StoredContext, type WantedContexts, writeDifference } from './works.ts';

const textsAtOnce = 2000;
/** Size of the range of work keys that one transaction handles. */
const keysAtOnce = 2000;

interface Stored {
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
  { onProgress, signal }: { onProgress?: (works: number, all: number) => void; signal?: AbortSignal } = {},
): Promise<void> {
  for (let after: string | null = ''; after !== null && !signal?.aborted; ) {
    const from: string = after;
    after = await store.transact((tx) => readPortion(tx, from));
  }
  const [last] = await store.reader.select({ key: max(works.key) }).from(works);
  const all = last?.key ?? 0;
  for (let from = 0; from < all && !signal?.aborted; from += keysAtOnce) {
    await store.transact((tx) => putUnderInstitutions(tx, from, from + keysAtOnce));
    onProgress?.(Math.min(all, from + keysAtOnce), all);
  }
}

/** @returns the text after which to continue, or null at the end */
async function readPortion(tx: Writer, after: string): Promise<string | null> {
  await tx.lock('imports');
  const text = `select text, context_key, rule from affiliations where text > ? order by text limit ${textsAtOnce}`;
  const rows = await tx.query<Stored>(text, [], [after]);
  const texts = rows.map((row) => row.text);
  const read = await readAll(tx, texts);
  const isSame = (row: Stored, place: Place | undefined): boolean =>
    place?.contextKey === row.context_key && (place?.rule ?? null) === row.rule;
  const changed = rows.filter((row) => !isSame(row, read.get(row.text)));
  await tx.bulkInsert({
    table: 'affiliations',
    columns: ['text', 'context_key', 'rule'],
    rows: changed.map((row) => [row.text, read.get(row.text)?.contextKey ?? null, read.get(row.text)?.rule ?? null]),
    onConflict: 'on conflict (text) do update set context_key = excluded.context_key, rule = excluded.rule',
  });
  return rows.length < textsAtOnce ? null : (rows.at(-1)?.text ?? null);
}

/** SQL condition: the author does not hide affiliations. */
const showsAffiliations = sql`not ${sql.raw(hides('authors', 'affiliations'))}`;

/** Returns the keys of the people who hide their affiliations. */
export async function hidingAffiliations(tx: Writer, authorKeys: readonly number[]): Promise<Set<number>> {
  const hidden = await tx.query<{ key: number }>(
    `select a.key from authors a where ${hides('a', 'affiliations')} and a.key in $many`,
    authorKeys,
  );
  return new Set(hidden.map(({ key }) => key));
}

/** Runs `placeWorks` for the works on which some people state an affiliation. */
export async function placeWorksOf(tx: Writer, authorKeys: readonly number[]): Promise<void> {
  if (authorKeys.length === 0) return;
  const { workKey, authorKey, affiliation } = authorships;
  const stated = and(inArray(authorKey, [...authorKeys]), isNotNull(affiliation));
  const signed = await tx.selectDistinct({ workKey }).from(authorships).where(stated);
  await placeWorks(
    tx,
    signed.map((row) => row.workKey),
  );
}

/**
 * Sets the institutions of works to those that their authors show. An institution that only hiding authors state is removed, and is added
 * again once they show their affiliations.
 */
export async function placeWorks(tx: Writer, workKeys: readonly number[]): Promise<void> {
  for (let start = 0; start < workKeys.length; start += keysAtOnce) await placeSome(tx, workKeys.slice(start, start + keysAtOnce));
}

async function placeSome(tx: Writer, workKeys: number[]): Promise<void> {
  const { workKey, authorKey, affiliation, sortDate } = authorships;
  const dated = await tx.selectDistinct({ workKey, sortDate }).from(authorships).where(inArray(workKey, workKeys));
  const stated = await tx
    .selectDistinct({ workKey, affiliation })
    .from(authorships)
    .innerJoin(authors, eq(authors.key, authorKey))
    .where(and(inArray(workKey, workKeys), isNotNull(affiliation), showsAffiliations));
  const parts = Map.groupBy(
    stated.flatMap((row) => affiliationParts(row.affiliation ?? '').map((part) => ({ workKey: row.workKey, part }))),
    (each) => each.workKey,
  );
  const places = await placesOf(tx, [...new Set([...parts.values()].flatMap((some) => some.map(({ part }) => part)))]);
  const stored = await contextsOn(tx, workKeys);
  const others = withoutInstitutions(stored);
  const desired = dated.map((work): WantedContexts => {
    const shown = (parts.get(work.workKey) ?? []).flatMap(({ part }) => places.get(part)?.contextKey ?? []);
    return { ...work, contextKeys: new Set([...(others.get(work.workKey) ?? []), ...shown]) };
  });
  await writeDifference(tx, desired, stored);
}

/** Returns the topics and venues of works, by work. */
const withoutInstitutions = (stored: readonly StoredContext[]): Map<number, number[]> =>
  new Map(
    [...Map.groupBy(stored, ({ work_key }) => work_key)].map(([key, rows]) => [
      key,
      rows.flatMap(({ kind, context_key }) => (kind === 'institution' ? [] : context_key)),
    ]),
  );

interface Affiliated {
  work_key: number;
  affiliation: string;
  sort_date: number;
}

async function putUnderInstitutions(tx: Writer, from: number, to: number): Promise<void> {
  await tx.lock('imports');
  const rows = await tx.query<Affiliated>(
    `select distinct w.work_key, w.affiliation, w.sort_date from authorships w join authors a on a.key = w.author_key
     where w.work_key > ? and w.work_key <= ? and w.affiliation is not null and not ${hides('a', 'affiliations')}`,
    [],
    [from, to],
  );
  const places = await institutionsOf(tx, new Set(rows.flatMap(({ affiliation }) => affiliationParts(affiliation))));
  const byWork = Map.groupBy(rows, ({ work_key }) => work_key);
  const stored = await contextsOn(tx, [...byWork.keys()]);
  const others = withoutInstitutions(stored);
  const desired = [...byWork].map(([workKey, mine]): WantedContexts => {
    const institutions = mine.flatMap(({ affiliation }) =>
      affiliationParts(affiliation).flatMap((part) => places.get(part)?.contextKey ?? []),
    );
    return { workKey, sortDate: mine[0]?.sort_date ?? 0, contextKeys: new Set([...(others.get(workKey) ?? []), ...institutions]) };
  });
  const changed = await writeDifference(tx, desired, stored);
  await markSigners(tx, changed);
}
