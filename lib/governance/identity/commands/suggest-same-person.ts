import { and, eq, gte, inArray, isNull, lt, ne, or } from 'drizzle-orm';
import { authors, nameSuggestions } from '#lib/platform/db/schema/authors.ts';
import { coauthorEdges } from '#lib/platform/db/schema/graph.ts';
import type { Reader, Writer } from '#lib/platform/db/store.ts';
import { areSimilarNames, nameSimilarityReason } from '#lib/platform/names/name-similarity.ts';

const prefixLength = 6;
const maxCandidates = 500;

/**
 * Suggests records that may be the same person as one of the given: with a name one letter apart, and at least one shared co-author. A
 * suggestion is a question on both pages and has no other effect. Idempotent.
 */
export async function suggestSamePeople(tx: Writer, authorKeys: number[]): Promise<number> {
  const suggestions: (typeof nameSuggestions.$inferInsert)[] = [];
  for (const author of await selectNames(tx, authorKeys)) {
    const prefix = author.sortName.slice(0, prefixLength);
    if (prefix.length < prefixLength) continue;
    for (const other of await selectCandidates(tx, author.key, prefix)) {
      if (!areSimilarNames(author.sortName, other.sortName)) continue;
      const shared = await sharedCoauthors(tx, author.key, other.key);
      if (shared === 0) continue;
      const [authorKey, otherKey] = [Math.min(author.key, other.key), Math.max(author.key, other.key)];
      suggestions.push({ authorKey, otherKey, reason: nameSimilarityReason(shared) });
    }
  }
  await tx.bulkInsert(nameSuggestions, suggestions, { onConflict: 'ignore' });
  return suggestions.length;
}

const selectNames = (reader: Reader, keys: number[]) =>
  reader
    .select({ key: authors.key, sortName: authors.sortName })
    .from(authors)
    .where(and(inArray(authors.key, keys), isNull(authors.mergedInto), eq(authors.kind, 'person')));

const selectCandidates = (reader: Reader, key: number, prefix: string) =>
  reader
    .select({ key: authors.key, sortName: authors.sortName })
    .from(authors)
    .where(
      and(
        gte(authors.sortName, prefix),
        lt(authors.sortName, `${prefix}\uffff`),
        ne(authors.key, key),
        isNull(authors.mergedInto),
        eq(authors.kind, 'person'),
      ),
    )
    .limit(maxCandidates);

async function sharedCoauthors(reader: Reader, one: number, other: number): Promise<number> {
  const [ownKeys, otherKeys] = [await coauthorKeys(reader, one), await coauthorKeys(reader, other)];
  // Two authors of one work are two people.
  return ownKeys.has(other) ? 0 : [...ownKeys].filter((key) => otherKeys.has(key)).length;
}

async function coauthorKeys(reader: Reader, key: number): Promise<Set<number>> {
  const edges = await reader
    .select({ a: coauthorEdges.authorKey, b: coauthorEdges.coauthorKey })
    .from(coauthorEdges)
    .where(or(eq(coauthorEdges.authorKey, key), eq(coauthorEdges.coauthorKey, key)));
  return new Set(edges.map(({ a, b }) => (a === key ? b : a)));
}

/** Returns the suggestions for some records as pairs: "key key". */
export async function suggestionsOf(tx: Writer, keys: readonly number[]): Promise<string[]> {
  const { authorKey, otherKey } = nameSuggestions;
  const isOfRecords = or(inArray(authorKey, [...keys]), inArray(otherKey, [...keys]));
  const rows = await tx.select({ authorKey, otherKey }).from(nameSuggestions).where(isOfRecords);
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
