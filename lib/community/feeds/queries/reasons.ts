import { and, eq, ne, sql } from 'drizzle-orm';
import { type ContextKind, contextPathSegments } from '#lib/catalog/contexts/model/context.ts';
import { visibleRecord } from '#lib/catalog/visibility/queries.ts';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { contexts, workContexts } from '#lib/platform/db/schema/contexts.ts';
import { contextFollows, follows } from '#lib/platform/db/schema/follows.ts';
import { authorships } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { FeedReason } from '../model.ts';

/** The works that a saved search has contributed to a page. */
export interface SearchArrivals {
  reason: FeedReason;
  keys: readonly number[];
}

// SQLite keeps the written order of tables in a cross join. The queries begin with the few works of a page, however much the account
// follows.
const selectPeople = (reader: Reader) => {
  const { workKey, authorKey, state } = authorships;
  const { id, name, slug } = authors;
  return reader
    .selectDistinct({ workKey, id, name, slug })
    .from(authorships)
    .crossJoin(authors)
    .crossJoin(follows)
    .where(
      and(
        ...[eq(authors.key, authorKey), eq(follows.authorId, authors.id), isInList(workKey, 'keys')],
        ...[eq(follows.accountId, sql.placeholder('accountId')), eq(follows.state, 'on'), ne(state, 'not_mine'), visibleRecord()],
      ),
    )
    .orderBy(workKey, name, slug)
    .prepare();
};

const selectContexts = (reader: Reader) => {
  const { id, kind, name, slug } = contexts;
  const { workKey, contextKey } = workContexts;
  return reader
    .select({ workKey, id, kind, name, slug })
    .from(workContexts)
    .crossJoin(contexts)
    .crossJoin(contextFollows)
    .where(
      and(
        ...[eq(contexts.key, contextKey), eq(contextFollows.contextId, contexts.id), isInList(workKey, 'keys')],
        ...[eq(contextFollows.accountId, sql.placeholder('accountId')), eq(contextFollows.state, 'on')],
      ),
    )
    .orderBy(workKey, kind, name)
    .prepare();
};

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
  const values = { keys: encodeList(keys), accountId };
  for (const { workKey, id, name, slug } of await reader.prepared(selectPeople, values))
    addReason(workKey, { kind: 'author', id, name, path: `/authors/${slug}` });
  for (const row of await reader.prepared(selectContexts, values)) {
    const kind = row.kind as ContextKind;
    addReason(row.workKey, { kind, id: row.id, name: row.name, path: `/${contextPathSegments[kind]}/${row.slug}` });
  }
  for (const { reason, keys: searchKeys } of searches) for (const key of searchKeys) addReason(key, reason);
  return reasons;
}
