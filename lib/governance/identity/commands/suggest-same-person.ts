import { and, eq, gt, gte, inArray, isNotNull, isNull, lt, ne, or } from 'drizzle-orm';
import { notUnlisted } from '#lib/catalog/visibility/queries.ts';
import { isAnyOf } from '#lib/platform/db/prepared.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { authorNames, authorSources, authors, nameSuggestions } from '#lib/platform/db/schema/authors.ts';
import { authorContexts, contexts } from '#lib/platform/db/schema/contexts.ts';
import { coauthorEdges } from '#lib/platform/db/schema/graph.ts';
import { authorships } from '#lib/platform/db/schema/works.ts';
import type { Reader, Writer } from '#lib/platform/db/store.ts';
import { areSimilarNames } from '#lib/platform/names/name-similarity.ts';
import { type PairEvidence, pairReason, pairScore } from '../model/questions.ts';
import { areDecidedApart } from './questions.ts';

const prefixLength = 6;
const maxCandidates = 500;
/** People of one name from which a name is common: then only those with a tie are compared further. */
const maxNamesakes = 20;

interface ComparedRecord {
  key: number;
  sortName: string;
  orcid: string | null;
}

/**
 * Asks whether records are the same person as one of the given: with the same name, or with one a letter apart, and a tie (`pairScore`). A
 * question has no other effect. It is never asked of two people whom one source tells apart, or whom somebody has decided to be two.
 * Idempotent.
 */
export async function suggestSamePeople(tx: Writer, authorKeys: number[]): Promise<number> {
  const suggestions: (typeof nameSuggestions.$inferInsert)[] = [];
  const namesakesOf = await selectNamesakes(tx, authorKeys);
  for (const author of await selectRecords(tx, authorKeys)) {
    const namesakes = await selectInUse(tx, namesakesOf.get(author.key) ?? []);
    const isOnlyPair = namesakes.length === 1;
    for (const other of namesakes) suggestions.push(...(await compare(tx, author, other, { name: 'same', isOnlyPair })));
    const prefix = author.sortName.slice(0, prefixLength);
    if (prefix.length < prefixLength) continue;
    for (const other of await selectCandidates(tx, author.key, prefix))
      if (areSimilarNames(author.sortName, other.sortName))
        suggestions.push(...(await compare(tx, author, other, { name: 'one_letter', isOnlyPair: false })));
  }
  const target: ['authorKey', 'otherKey'] = ['authorKey', 'otherKey'];
  const pairs = [...new Map(suggestions.map((each) => [`${each.authorKey} ${each.otherKey}`, each])).values()];
  await tx.bulkInsert(nameSuggestions, pairs, { onConflict: { target, update: ['reason', 'score'] } });
  return pairs.length;
}

async function compare(
  tx: Writer,
  author: ComparedRecord,
  other: ComparedRecord,
  { name, isOnlyPair }: Pick<PairEvidence, 'name' | 'isOnlyPair'>,
): Promise<(typeof nameSuggestions.$inferInsert)[]> {
  // Two iDs are two people.
  if (author.orcid !== null && other.orcid !== null && author.orcid !== other.orcid) return [];
  const sharedCount = await sharedCoauthors(tx, author.key, other.key);
  if (sharedCount === null || (await areToldApart(tx, author.key, other.key))) return [];
  const evidence = {
    ...{ name, isOnlyPair, sharedCoauthors: sharedCount, sameOrcid: author.orcid !== null && author.orcid === other.orcid },
    sharedInstitution: await shareInstitution(tx, author.key, other.key),
  };
  const score = pairScore(evidence);
  if (score === 0 || (await areDecidedApart(tx, author.key, other.key))) return [];
  const [authorKey, otherKey] = [Math.min(author.key, other.key), Math.max(author.key, other.key)];
  return [{ authorKey, otherKey, reason: pairReason(evidence), score }];
}

const isListedPerson = and(isNull(authors.mergedInto), eq(authors.kind, 'person'), notUnlisted());
/** A record of a staff list may have an owner before it has works. */
const isInUse = or(gt(authors.worksCount, 0), isNotNull(authors.ownerId));
const recordColumns = columnsOf(authors, 'key', 'sortName', 'orcid');

const selectRecords = (reader: Reader, keys: number[]): Promise<ComparedRecord[]> =>
  reader
    .select(recordColumns)
    .from(authors)
    .where(and(inArray(authors.key, keys), isListedPerson));

/** Returns the keys of other people with a common written name, or on a staff list under it, by record. */
async function selectNamesakes(reader: Reader, keys: readonly number[]): Promise<Map<number, number[]>> {
  const { authorKey, nameKey } = authorNames;
  const ownNames = await reader.select({ authorKey, nameKey }).from(authorNames).where(isAnyOf(authorKey, keys));
  const named = await selectNamed(reader, [...new Set(ownNames.map((row) => row.nameKey))]);
  const byName = Map.groupBy(named, (row) => row.nameKey);
  const byOwn = Map.groupBy(ownNames, (row) => row.authorKey);
  return new Map(
    [...byOwn].map(([own, names]) => {
      const others = names.flatMap((row) => byName.get(row.nameKey) ?? []).map((row) => row.authorKey);
      return [own, [...new Set(others)].filter((key) => key !== own)];
    }),
  );
}

/** Returns who has one of some names. A person of a staff list has no written name before a work. */
async function selectNamed(reader: Reader, names: readonly string[]): Promise<{ authorKey: number; nameKey: string }[]> {
  if (names.length === 0) return [];
  const { authorKey, nameKey } = authorNames;
  const written = await reader.select({ authorKey, nameKey }).from(authorNames).where(isAnyOf(nameKey, names));
  const listed = await reader
    .select({ authorKey: authorSources.authorKey, nameKey: authorSources.recordId })
    .from(authorSources)
    .where(and(eq(authorSources.source, 'roster'), isAnyOf(authorSources.recordId, names)));
  return [...written, ...listed];
}

/** Returns the listed people in use who have one of some names, except for a record; none if the name is too common. */
export async function selectPeopleNamed(reader: Reader, names: readonly string[], key: number): Promise<ComparedRecord[]> {
  const keys = new Set((await selectNamed(reader, names)).map(({ authorKey }) => authorKey));
  return selectInUse(
    reader,
    [...keys].filter((each) => each !== key),
  );
}

/** Returns those of some records that are listed people in use; none if there are too many. */
async function selectInUse(reader: Reader, keys: readonly number[]): Promise<ComparedRecord[]> {
  if (keys.length === 0) return [];
  const rows = await reader
    .select(recordColumns)
    .from(authors)
    .where(and(inArray(authors.key, [...keys]), isInUse, isListedPerson))
    .limit(maxNamesakes + 1);
  return rows.length > maxNamesakes ? [] : rows;
}

/** Whether two records have signed a work together, or share an institution. */
export const areTied = async (reader: Reader, one: number, other: number): Promise<boolean> =>
  (await coauthorKeys(reader, one)).has(other) || shareInstitution(reader, one, other);

/** Whether one source gives the two records different person ids of its own: it has already answered. */
async function areToldApart(reader: Reader, one: number, other: number): Promise<boolean> {
  const { authorKey, source, resolvedBy } = authorships;
  const named = (key: number) =>
    reader
      .selectDistinct({ source })
      .from(authorships)
      .where(and(eq(authorKey, key), eq(resolvedBy, 'person_id'), ne(source, 'owner')));
  const sources = new Set((await named(one)).map((row) => row.source));
  return sources.size > 0 && (await named(other)).some((row) => sources.has(row.source));
}

async function shareInstitution(reader: Reader, one: number, other: number): Promise<boolean> {
  const ofOther = reader.select({ key: authorContexts.contextKey }).from(authorContexts).where(eq(authorContexts.authorKey, other));
  const [row] = await reader
    .select({ key: contexts.key })
    .from(authorContexts)
    .innerJoin(contexts, and(eq(contexts.key, authorContexts.contextKey), eq(contexts.kind, 'institution')))
    .where(and(eq(authorContexts.authorKey, one), inArray(authorContexts.contextKey, ofOther)))
    .limit(1);
  return row !== undefined;
}

const selectCandidates = (reader: Reader, key: number, prefix: string): Promise<ComparedRecord[]> =>
  reader
    .select(recordColumns)
    .from(authors)
    .where(and(gte(authors.sortName, prefix), lt(authors.sortName, `${prefix}\uffff`), ne(authors.key, key), isListedPerson))
    .limit(maxCandidates);

/** Returns how many people have signed with both; null if the two have signed one work, because two authors of it are two people. */
async function sharedCoauthors(reader: Reader, one: number, other: number): Promise<number | null> {
  const [ownKeys, otherKeys] = [await coauthorKeys(reader, one), await coauthorKeys(reader, other)];
  return ownKeys.has(other) ? null : [...ownKeys].filter((key) => otherKeys.has(key)).length;
}

async function coauthorKeys(reader: Reader, key: number): Promise<Set<number>> {
  const edges = await reader
    .select({ a: coauthorEdges.authorKey, b: coauthorEdges.coauthorKey })
    .from(coauthorEdges)
    .where(or(eq(coauthorEdges.authorKey, key), eq(coauthorEdges.coauthorKey, key)));
  return new Set(edges.map(({ a, b }) => (a === key ? b : a)));
}

/** Returns the open questions about some records as pairs: "key key". */
export async function suggestionsOf(tx: Writer, keys: readonly number[]): Promise<string[]> {
  const { authorKey, otherKey } = nameSuggestions;
  const isOfRecords = or(inArray(authorKey, [...keys]), inArray(otherKey, [...keys]));
  const rows = await tx
    .select({ authorKey, otherKey })
    .from(nameSuggestions)
    .where(and(isOfRecords, eq(nameSuggestions.state, 'open')));
  return rows.map((row) => `${row.authorKey} ${row.otherKey}`).sort();
}

/**
 * Deletes suggestions that were made while a change was in effect, because they depend on it. The records are compared again when they are
 * refreshed.
 */
export async function deleteNewSuggestions(tx: Writer, keys: readonly number[], earlierPairs: ReadonlySet<string>): Promise<void> {
  for (const pair of await suggestionsOf(tx, keys)) {
    if (earlierPairs.has(pair)) continue;
    const [one = 0, other = 0] = pair.split(' ').map(Number);
    await tx.delete(nameSuggestions).where(and(eq(nameSuggestions.authorKey, one), eq(nameSuggestions.otherKey, other)));
  }
}
