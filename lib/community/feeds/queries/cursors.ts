import { and, desc, eq, gt, lt, max, ne, sql } from 'drizzle-orm';
import { isWorkShownInListsText, visibleRecordText } from '#lib/catalog/visibility/queries.ts';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { keysOf } from '#lib/platform/db/rows.ts';
import { workContexts } from '#lib/platform/db/schema/contexts.ts';
import type { recordEvents } from '#lib/platform/db/schema/follows.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';

/** A followed subject, with its newest work in the requested range. */
interface FollowedWork {
  of: 'author' | 'context';
  key: number;
  work: number;
}

/** A range of work keys, both bounds exclusive. */
export interface KeyRange {
  below: number;
  above: number;
}

const authorFollowedWorksQuery = `select a.key as key, (select s.work_key from authorships s where s.author_key = a.key and s.work_key < ? and s.work_key > ?
    and s.state <> 'not_mine' order by s.work_key desc limit 1) as work
  from follows f join authors a on a.id = f.author_id
  where f.account_id = ? and f.state = 'on' and ${visibleRecordText('a')}`;

const contextFollowedWorksQuery = `select c.key as key, (select w.work_key from work_contexts w where w.context_key = c.key and w.work_key < ? and w.work_key > ?
    and ${isWorkShownInListsText('w.work_key')} order by w.work_key desc limit 1) as work
  from context_follows f join contexts c on c.id = f.context_id
  where f.account_id = ? and f.state = 'on'`;

interface FollowedWorkRow {
  key: number;
  work: number | null;
}

/**
 * Returns the newest work in the range for each author, topic, venue and institution that the account follows without muting. One index
 * look-up each.
 */
export async function newestFollowedWorks(reader: Reader, accountId: string, { below, above }: KeyRange): Promise<FollowedWork[]> {
  const args = [below, above, accountId];
  // Subjects without a work are removed here: a condition in SQL would repeat the look-up.
  const toFollowedWorks = (of: FollowedWork['of'], rows: FollowedWorkRow[]): FollowedWork[] =>
    rows.flatMap(({ key, work }) => (work === null ? [] : [{ of, key, work }]));
  const authors = await reader.query<FollowedWorkRow>(authorFollowedWorksQuery, [], args);
  return [
    ...toFollowedWorks('author', authors),
    ...toFollowedWorks('context', await reader.query<FollowedWorkRow>(contextFollowedWorksQuery, [], args)),
  ];
}

const isInRange = (key: typeof authorships.workKey | typeof workContexts.workKey) =>
  and(lt(key, sql.placeholder('below')), gt(key, sql.placeholder('above')));

const arrivalQueries = {
  author: (reader: Reader) => {
    const { workKey, authorKey, state } = authorships;
    return reader
      .selectDistinct({ key: workKey })
      .from(authorships)
      .where(and(eq(authorKey, sql.placeholder('key')), isInRange(workKey), ne(state, 'not_mine')))
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

/** Returns the keys of the works of an author or context in a range, newest first. */
export async function arrivalKeysOf(
  reader: Reader,
  { of, key }: Pick<FollowedWork, 'of' | 'key'>,
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
