import { isWorkShownInListsText, visibleRecordText } from '#lib/catalog/visibility/queries.ts';
import type { Reader } from '#lib/platform/db/store.ts';

/** Something followed, with the newest of its works in the stretch that was asked for. */
interface Head {
  of: 'author' | 'context';
  key: number;
  work: number;
}

/** A stretch of arrivals: works with keys between the two, neither included. */
export interface Stretch {
  below: number;
  above: number;
}

const ofAuthors = `select a.key as key, (select s.work_key from authorships s where s.author_key = a.key and s.work_key < ? and s.work_key > ?
    and s.state <> 'not_mine' order by s.work_key desc limit 1) as work
  from follows f join authors a on a.id = f.author_id
  where f.account_id = ? and f.state = 'on' and ${visibleRecordText('a')}`;

const ofContexts = `select c.key as key, (select w.work_key from work_contexts w where w.context_key = c.key and w.work_key < ? and w.work_key > ?
    and ${isWorkShownInListsText('w.work_key')} order by w.work_key desc limit 1) as work
  from context_follows f join contexts c on c.id = f.context_id
  where f.account_id = ? and f.state = 'on'`;

interface HeadRow {
  key: number;
  work: number | null;
}

/** One look-up in an index for each author, topic, venue and institution that an account follows and has not muted. */
export async function headsOf(reader: Reader, accountId: string, { below, above }: Stretch): Promise<Head[]> {
  const args = [below, above, accountId];
  // What has no work there is left out here: as a condition in SQL the look-up would be made twice.
  const heads = (of: Head['of'], rows: HeadRow[]): Head[] => rows.flatMap(({ key, work }) => (work === null ? [] : [{ of, key, work }]));
  const authors = await reader.query<HeadRow>(ofAuthors, [], args);
  return [...heads('author', authors), ...heads('context', await reader.query<HeadRow>(ofContexts, [], args))];
}

const arrivals = {
  author: `select distinct s.work_key from authorships s where s.author_key = ? and s.work_key < ? and s.work_key > ?
    and s.state <> 'not_mine' order by s.work_key desc limit ?`,
  context: `select w.work_key from work_contexts w where w.context_key = ? and w.work_key < ? and w.work_key > ?
    and ${isWorkShownInListsText('w.work_key')} order by w.work_key desc limit ?`,
};

/** Keys of the works of an author or a context in a stretch, the last to arrive first. */
export async function arrivalsAt(
  reader: Reader,
  { of, key }: Pick<Head, 'of' | 'key'>,
  { below, above }: Stretch,
  limit: number,
): Promise<number[]> {
  const rows = await reader.query<{ work_key: number }>(arrivals[of], [], [key, below, above, limit]);
  return rows.map(({ work_key }) => work_key);
}

/** Those of some works that lists may show: see `isWorkShownInListsText`. */
export async function seenOf(reader: Reader, keys: readonly number[]): Promise<number[]> {
  const rows = await reader.query<{ key: number }>(
    `select w.key from works w where w.key in $many and ${isWorkShownInListsText('w.key')}`,
    keys,
  );
  const found = new Set(rows.map(({ key }) => key));
  return keys.filter((key) => found.has(key));
}

/** The key of the last work, or of the last news of a record, that has arrived; 0 where there is none. */
export async function newestKey(reader: Reader, table: 'works' | 'record_events'): Promise<number> {
  const [row] = await reader.query<{ newest: number | null }>(`select max(key) as newest from ${table}`, []);
  return row?.newest ?? 0;
}
