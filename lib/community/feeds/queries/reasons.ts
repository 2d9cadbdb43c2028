import { type ContextKind, contextPathSegments } from '#lib/catalog/contexts/model/context.ts';
import { visibleRecordText } from '#lib/catalog/visibility/queries.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { FeedReason } from '../model.ts';

/** The works that a saved search has contributed to a page. */
export interface SearchArrivals {
  reason: FeedReason;
  keys: readonly number[];
}

// SQLite keeps the written order of tables in a cross join. The query begins with the few works of a page, however much the account
// follows.
const peopleQuery = `select distinct s.work_key, a.name, a.slug
  from authorships s cross join authors a cross join follows f
  where a.key = s.author_key and f.author_id = a.id and s.work_key in $many and f.account_id = ? and f.state = 'on' and s.state <> 'not_mine'
    and ${visibleRecordText('a')}
  order by s.work_key, a.name, a.slug`;

const contextsQuery = `select w.work_key, c.kind, c.name, c.slug
  from work_contexts w cross join contexts c cross join context_follows f
  where c.key = w.context_key and f.context_id = c.id and w.work_key in $many and f.account_id = ? and f.state = 'on'
  order by w.work_key, c.kind, c.name`;

/** Returns why each work is in the feed of an account: the followed subjects that it matches, people first. Muted ones are excluded. */
export async function feedReasonsOf(
  reader: Reader,
  accountId: string,
  keys: readonly number[],
  searches: readonly SearchArrivals[],
): Promise<Map<number, FeedReason[]>> {
  const reasons = new Map<number, FeedReason[]>(keys.map((key) => [key, []]));
  const addReason = (key: number, reason: FeedReason) => reasons.get(key)?.push(reason);
  if (keys.length === 0) return reasons;
  for (const { work_key, name, slug } of await reader.query<{ work_key: number; name: string; slug: string }>(peopleQuery, keys, [
    accountId,
  ]))
    addReason(work_key, { kind: 'author', name, path: `/authors/${slug}` });
  const rows = await reader.query<{ work_key: number; kind: ContextKind; name: string; slug: string }>(contextsQuery, keys, [accountId]);
  for (const { work_key, kind, name, slug } of rows) addReason(work_key, { kind, name, path: `/${contextPathSegments[kind]}/${slug}` });
  for (const { reason, keys: searchKeys } of searches) for (const key of searchKeys) addReason(key, reason);
  return reasons;
}
