import { and, count, desc, eq, exists, gt, lt, max, ne, sql } from 'drizzle-orm';
import { isWorkShownInListsText, visibleRecord } from '#lib/catalog/visibility/queries.ts';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { keysOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { workContexts } from '#lib/platform/db/schema/contexts.ts';
import { follows, type recordEvents } from '#lib/platform/db/schema/follows.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';

/** A followed subject. None of its works in the requested range has a key above `newest`. */
interface FollowedSubject {
  of: 'author' | 'context';
  key: number;
  newest: number;
}

/** A range of work keys, both bounds exclusive. */
export interface KeyRange {
  below: number;
  above: number;
}

// The newest key comes from an index alone. Whether the feed may show that work is tested for the few subjects that can be on the page.
const followedAuthorsQuery = `select a.key as key, (select max(s.work_key) from authorships s where s.author_key = a.key and s.work_key < ? and s.work_key > ?) as newest
  from follows f join authors a on a.id = f.author_id where f.account_id = ? and f.state = 'on'`;

const followedContextsQuery = `select c.key as key, (select max(w.work_key) from work_contexts w where w.context_key = c.key and w.work_key < ? and w.work_key > ?) as newest
  from context_follows f join contexts c on c.id = f.context_id where f.account_id = ? and f.state = 'on'`;

interface FollowedSubjectRow {
  key: number;
  newest: number | null;
}

// Subjects without a work are removed here: a condition in SQL would repeat the look-up.
const toSubjects = (of: FollowedSubject['of'], rows: readonly FollowedSubjectRow[]): FollowedSubject[] =>
  rows.flatMap(({ key, newest }) => (newest === null ? [] : [{ of, key, newest }]));

/** Returns the authors that an account follows without muting and that have works in the range. One index look-up each. */
export const followedAuthorsOf = async (reader: Reader, accountId: string, { below, above }: KeyRange): Promise<FollowedSubject[]> =>
  toSubjects('author', await reader.query<FollowedSubjectRow>(followedAuthorsQuery, [], [below, above, accountId]));

/** Returns the topics, venues and institutions that an account follows without muting and that have works in the range. */
export const followedContextsOf = async (reader: Reader, accountId: string, { below, above }: KeyRange): Promise<FollowedSubject[]> =>
  toSubjects('context', await reader.query<FollowedSubjectRow>(followedContextsQuery, [], [below, above, accountId]));

const isInRange = (key: typeof authorships.workKey | typeof workContexts.workKey) =>
  and(lt(key, sql.placeholder('below')), gt(key, sql.placeholder('above')));

const arrivalQueries = {
  author: (reader: Reader) => {
    const { workKey, authorKey, state } = authorships;
    const visible = and(eq(authors.key, sql.placeholder('key')), visibleRecord());
    const isVisible = exists(reader.select({ key: authors.key }).from(authors).where(visible));
    return reader
      .selectDistinct({ key: workKey })
      .from(authorships)
      .where(and(eq(authorKey, sql.placeholder('key')), isInRange(workKey), ne(state, 'not_mine'), isVisible))
      .orderBy(desc(workKey))
      .limit(sql.placeholder('limit'))
      .prepare();
  },
  context: (reader: Reader) => {
    const { workKey, contextKey } = workContexts;
    const isShown = sql.raw(isWorkShownInListsText('work_contexts.work_key'));
    return reader
      .select({ key: workKey })
      .from(workContexts)
      .where(and(eq(contextKey, sql.placeholder('key')), isInRange(workKey), isShown))
      .orderBy(desc(workKey))
      .limit(sql.placeholder('limit'))
      .prepare();
  },
};

const listQueries = {
  author: (reader: Reader) => {
    const { workKey, authorKey, state } = authorships;
    return reader
      .selectDistinct({ key: workKey })
      .from(authorships)
      .innerJoin(authors, eq(authors.key, authorKey))
      .where(and(isInList(authorKey, 'subjects'), isInRange(workKey), ne(state, 'not_mine'), visibleRecord()))
      .orderBy(desc(workKey))
      .limit(sql.placeholder('limit'))
      .prepare();
  },
  context: (reader: Reader) => {
    const { workKey, contextKey } = workContexts;
    return reader
      .selectDistinct({ key: workKey })
      .from(workContexts)
      .where(and(isInList(contextKey, 'subjects'), isInRange(workKey), sql.raw(isWorkShownInListsText('work_contexts.work_key'))))
      .orderBy(desc(workKey))
      .limit(sql.placeholder('limit'))
      .prepare();
  },
};

/** Returns the keys of the newest works of several subjects. Reads all that they have in the range: for one with few works. */
export async function listArrivals(
  reader: Reader,
  subjects: readonly FollowedSubject[],
  range: KeyRange,
  limit: number,
): Promise<number[]> {
  const keys: number[] = [];
  for (const kind of ['author', 'context'] as const) {
    const own = keysOf(subjects.filter((subject) => subject.of === kind));
    if (own.length > 0) keys.push(...keysOf(await reader.prepared(listQueries[kind], { subjects: encodeList(own), ...range, limit })));
  }
  return keys;
}

/** With fewer follows, a look-up for each costs less than reading works. */
const minFollowsToScan = 100;
/** Works that are read for each follow, at most: a work costs about as much as two look-ups. */
const worksPerFollow = 0.5;

/**
 * Returns the keys of the newest works by followed authors, from the newest works of all authors. They are all that the range has if they
 * are as many as `limit`. Reads no follow but those of these works, so a page costs less the more an account follows.
 */
export async function scanFollowedWorks(reader: Reader, accountId: string, { below, above }: KeyRange, limit: number): Promise<number[]> {
  const [counted] = await reader.prepared(countFollows, { accountId });
  const follows = counted?.all ?? 0;
  if (follows < minFollowsToScan) return [];
  const top = Math.min(below, (await newestKey(reader, works)) + 1);
  const lowest = Math.max(above, top - 1 - Math.floor(follows * worksPerFollow));
  return keysOf(await reader.prepared(selectFollowedWorks, { accountId, below: top, above: lowest, limit }));
}

const countFollows = (reader: Reader) =>
  reader
    .select({ all: count() })
    .from(follows)
    .where(eq(follows.accountId, sql.placeholder('accountId')))
    .prepare();

// SQLite keeps the written order of tables in a cross join.
const selectFollowedWorks = (reader: Reader) => {
  const { workKey, authorKey, state } = authorships;
  const isFollowed = and(eq(follows.accountId, sql.placeholder('accountId')), eq(follows.authorId, authors.id), eq(follows.state, 'on'));
  return reader
    .selectDistinct({ key: workKey })
    .from(authorships)
    .crossJoin(authors)
    .crossJoin(follows)
    .where(and(isInRange(workKey), ne(state, 'not_mine'), eq(authors.key, authorKey), visibleRecord(), isFollowed))
    .orderBy(desc(workKey))
    .limit(sql.placeholder('limit'))
    .prepare();
};

/** Returns the keys of the works of an author or context in a range, newest first; none of a suppressed or merged author. */
export async function arrivalKeysOf(
  reader: Reader,
  { of, key }: Pick<FollowedSubject, 'of' | 'key'>,
  { below, above }: KeyRange,
  limit: number,
): Promise<number[]> {
  return keysOf(await reader.prepared(arrivalQueries[of], { key, below, above, limit }));
}

/** Returns those keys whose works lists may show: see `isWorkShownInListsText`. */
export async function selectListableKeys(reader: Reader, keys: readonly number[]): Promise<number[]> {
  const listedSet = new Set(keysOf(await reader.prepared(selectListable, { keys: encodeList(keys) })));
  return keys.filter((key) => listedSet.has(key));
}

const selectListable = (reader: Reader) => {
  const isListable = and(isInList(works.key, 'keys'), sql.raw(isWorkShownInListsText('works.key')));
  return reader.select({ key: works.key }).from(works).where(isListable).prepare();
};

/** Returns the key of the newest work or record event, or 0 if there is none. */
export async function newestKey(reader: Reader, table: typeof works | typeof recordEvents): Promise<number> {
  const [row] = await reader.select({ newest: max(table.key) }).from<typeof works | typeof recordEvents>(table);
  return row?.newest ?? 0;
}
