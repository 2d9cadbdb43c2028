import { and, desc, eq, exists, gt, lt, max, ne, sql } from 'drizzle-orm';
import { isWorkShownInListsText, visibleRecord } from '#lib/catalog/visibility/queries.ts';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { keysOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { workContexts } from '#lib/platform/db/schema/contexts.ts';
import type { recordEvents } from '#lib/platform/db/schema/follows.ts';
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

/**
 * Returns the authors, topics, venues and institutions that the account follows without muting and that have works in the range, those with
 * the newest works first. One index look-up each.
 */
export async function followedSubjectsOf(reader: Reader, accountId: string, { below, above }: KeyRange): Promise<FollowedSubject[]> {
  const args = [below, above, accountId];
  // Subjects without a work are removed here: a condition in SQL would repeat the look-up.
  const toSubjects = (of: FollowedSubject['of'], rows: FollowedSubjectRow[]): FollowedSubject[] =>
    rows.flatMap(({ key, newest }) => (newest === null ? [] : [{ of, key, newest }]));
  const authorRows = await reader.query<FollowedSubjectRow>(followedAuthorsQuery, [], args);
  const contextRows = await reader.query<FollowedSubjectRow>(followedContextsQuery, [], args);
  return [...toSubjects('author', authorRows), ...toSubjects('context', contextRows)].sort((a, b) => b.newest - a.newest);
}

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
