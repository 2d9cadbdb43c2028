import { and, gte, lt, sql } from 'drizzle-orm';
import { type ContextKind, contextKinds, contextPathSegments } from '#lib/catalog/contexts/model/context.ts';
import { type QueryTier, tiersForContexts, tiersForPeople } from '#lib/catalog/search-index/model/query.ts';
import { type Condition, compileMatch, selectMatches, subjectKeySql } from '#lib/catalog/search-index/tables.ts';
import { untitledWork } from '#lib/catalog/sources/model.ts';
import { fullyVisibleRecordText, isWorkShownInListsText } from '#lib/catalog/visibility/queries.ts';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { columnsOf, keysOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { contexts } from '#lib/platform/db/schema/contexts.ts';
import { works, workTitles } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';
import { type DocumentKind, documentNumbersOf, searchTokens, subjectKeyOf, tokenize } from '#lib/platform/text/tokenizer.ts';
import type { Suggestion } from '../model/results.ts';
import { findByIdentifier } from './identified.ts';

const maxPeople = 4;
const maxWorks = 2;
const maxContexts: Record<ContextKind, number> = { topic: 2, venue: 1, institution: 1 };
const kindOf = { topic: 'topics', venue: 'venues', institution: 'institutions' } as const;
const maxLetters = 100;
/** Upper bound on the contexts read to determine which kinds a text may refer to. */
const maxContextsRead = 8;
const maxTerms = 8;
/** Minimum length; shorter prefixes match too many titles. */
const minTitleLength = 4;

/** Unlisted profiles appear in search results but are not suggested. */
const isSuggested: Condition = {
  text: `coalesce((select ${fullyVisibleRecordText('a')} from authors a where a.key = ${subjectKeySql}), false)`,
  args: [],
};

/**
 * Returns up to ten suggestions for a partial query: people, topics, venues, institutions and works. Each index is scanned in its order
 * until the list is full, so that the cost does not grow with the corpus.
 */
export async function searchSuggestions(reader: Reader, text: string): Promise<Suggestion[]> {
  const identified = await suggestIdentified(reader, text);
  if (identified.length > 0) return identified;
  const query = text.slice(0, maxLetters);
  const tokens = searchTokens(query);
  if (tokens.length === 0 || tokens.length > maxTerms) return [];
  const kinds = [await suggestPeople(reader, query)];
  for (const kind of await contextKindsNamed(reader, query)) kinds.push(await suggestContexts(reader, kind, query));
  // Exact name matches come first, whatever their kind: ACL is a venue before it is a person's initials.
  const orderedGroups = [...kinds.filter(({ isExact }) => isExact), ...kinds.filter(({ isExact }) => !isExact)];
  return [...orderedGroups.flatMap(({ lines }) => lines), ...(await suggestWorks(reader, query, tokens))];
}

/** Returns suggestions for an entered identifier. */
async function suggestIdentified(reader: Reader, text: string): Promise<Suggestion[]> {
  const { works, people } = await findByIdentifier(reader, text);
  return [
    ...works.map(({ id, title, year }) => ({
      ...{ kind: 'works' as const, label: title ? plainText(title) : untitledWork },
      ...{ href: `/works/${id}`, hint: year === null ? '' : `${year}` },
    })),
    ...people.map(({ card: { name, slug, affiliation, worksCount } }) => ({
      ...{ kind: 'people' as const, label: name, href: `/authors/${slug}`, hint: affiliation ?? worksHint(worksCount) },
    })),
  ];
}

const worksHint = (works: number): string => (works === 1 ? '1 work' : `${works} works`);

interface KindSuggestions {
  lines: Suggestion[];
  /** Whether the first suggestion has exactly the entered name. */
  isExact: boolean;
}

interface NearestMatches {
  keys: number[];
  isExact: boolean;
}

async function nearestMatches(
  reader: Reader,
  kind: DocumentKind,
  tiers: readonly QueryTier[],
  limit: number,
  where?: Condition,
): Promise<NearestMatches> {
  const numbers: number[] = [];
  let isExact = false;
  for (const [at, { query, closeness }] of tiers.entries()) {
    if (numbers.length === limit) break;
    const earlierQueries = tiers.slice(0, at).map((tier) => tier.query);
    numbers.push(...(await selectMatches(reader, kind, compileMatch(query, earlierQueries), { where, limit: limit - numbers.length })));
    if (closeness === 'name') isExact = numbers.length > 0;
  }
  return { keys: numbers.map(subjectKeyOf), isExact };
}

const peopleListed = (reader: Reader) =>
  reader
    .select(columnsOf(authors, 'key', 'slug', 'name', 'affiliation', 'worksCount'))
    .from(authors)
    .where(isInList(authors.key, 'keys'))
    .prepare();

async function suggestPeople(reader: Reader, query: string): Promise<KindSuggestions> {
  const { keys, isExact } = await nearestMatches(reader, 'author', tiersForPeople(query), maxPeople, isSuggested);
  if (keys.length === 0) return { lines: [], isExact };
  const rows = await reader.prepared(peopleListed, { keys: encodeList(keys) });
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const lines = keys.flatMap((key) => {
    const row = byKey.get(key);
    if (!row) return [];
    const hint = row.affiliation?.name ?? worksHint(row.worksCount);
    return [{ kind: 'people' as const, label: row.name, href: `/authors/${row.slug}`, hint }];
  });
  return { lines, isExact };
}

/** Returns the kinds of context with a name like the text. For most texts, one query shows that there are none. */
async function contextKindsNamed(reader: Reader, query: string): Promise<ContextKind[]> {
  const anyName = compileMatch(tiersForContexts(query).flatMap((tier) => tier.query));
  const range = { from: documentNumbersOf('topic').from, to: documentNumbersOf('institution').to };
  const numbers = await selectMatches(reader, 'topic', anyName, { range, limit: maxContextsRead });
  const last = numbers.at(-1) ?? 0;
  // If the upper bound was reached, later kinds may have further matches.
  const isAll = numbers.length < maxContextsRead;
  return contextKinds.filter((kind) => {
    const { from, to } = documentNumbersOf(kind);
    return (!isAll && to > last) || numbers.some((number) => number >= from && number <= to);
  });
}

const contextsListed = (reader: Reader) =>
  reader
    .select({ key: contexts.key, slug: contexts.slug, name: contexts.name, works: contexts.worksCount })
    .from(contexts)
    .where(isInList(contexts.key, 'keys'))
    .prepare();

async function suggestContexts(reader: Reader, kind: ContextKind, query: string): Promise<KindSuggestions> {
  const { keys, isExact } = await nearestMatches(reader, kind, tiersForContexts(query), maxContexts[kind]);
  if (keys.length === 0) return { lines: [], isExact };
  const rows = await reader.prepared(contextsListed, { keys: encodeList(keys) });
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const lines = keys.flatMap((key) => {
    const row = byKey.get(key);
    if (!row) return [];
    return [{ kind: kindOf[kind], label: row.name, href: `/${contextPathSegments[kind]}/${row.slug}`, hint: worksHint(row.works) }];
  });
  return { lines, isExact };
}

const worksByTitle = (reader: Reader) => {
  const { titleKey, workKey } = workTitles;
  const isInRange = and(gte(titleKey, sql.placeholder('from')), lt(titleKey, sql.placeholder('to')));
  return reader
    .select({ key: workKey })
    .from(workTitles)
    .where(and(isInRange, sql.raw(isWorkShownInListsText('work_titles.work_key'))))
    .orderBy(titleKey)
    .limit(maxWorks)
    .prepare();
};

/** Works may have been hidden since they were indexed. */
const worksListed = (reader: Reader) =>
  reader
    .select(columnsOf(works, 'key', 'id', 'title', 'year'))
    .from(works)
    .where(and(isInList(works.key, 'keys'), sql.raw(isWorkShownInListsText('works.key'))))
    .prepare();

/** Returns works by title prefix; if these are too few, also the newest works that contain every word. */
async function suggestWorks(reader: Reader, query: string, tokens: readonly string[]): Promise<Suggestion[]> {
  const titlePrefix = tokenize(query).join(' ');
  if (titlePrefix.length < minTitleLength) return [];
  const keys = keysOf(await reader.prepared(worksByTitle, { from: titlePrefix, to: `${titlePrefix}\uffff` }));
  if (keys.length < maxWorks && tokens.length > 1) {
    const match = compileMatch([tokens.map((word) => ({ anyOf: [word] }))]);
    keys.push(...(await selectMatches(reader, 'work', match, { limit: maxWorks })).map(subjectKeyOf));
  }
  const workKeys = [...new Set(keys)].slice(0, maxWorks);
  if (workKeys.length === 0) return [];
  const rows = await reader.prepared(worksListed, { keys: encodeList(workKeys) });
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return workKeys.flatMap((key) => {
    const row = byKey.get(key);
    return row?.title
      ? [{ kind: 'works' as const, label: row.title, href: `/works/${row.id}`, hint: row.year === null ? '' : `${row.year}` }]
      : [];
  });
}
