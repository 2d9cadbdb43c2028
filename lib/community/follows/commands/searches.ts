import { and, eq } from 'drizzle-orm';
import { formatWorksQuery, nameOfSearch, parseSavedSearch } from '#lib/catalog/search-index/model/saved.ts';
import { isTooBroad } from '#lib/catalog/search-index/new-matches.ts';
import { lockAccountRows } from '#lib/community/accounts/commands/lock.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import { firstOf } from '#lib/platform/db/rows.ts';
import { savedSearches } from '#lib/platform/db/schema/follows.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { maxSavedSearches } from '../model.ts';

type SaveSearchErrorCode = 'empty_search' | 'search_too_broad' | 'too_many_searches';

/** Saves a search for works, so that new matches appear in the feed. Idempotent. */
export async function saveSearch(
  tx: Writer,
  actor: Actor,
  { query }: { query: string },
): Promise<Outcome<{ id: string; query: string }, SaveSearchErrorCode>> {
  const search = parseSavedSearch(query);
  if (!search) return refused('empty_search');
  const canonical = formatWorksQuery(search);
  // The lock makes the second of two concurrent saves count the first.
  await lockAccountRows(tx, [actor.accountId]);
  const isOwn = eq(savedSearches.accountId, actor.accountId);
  const ownSearches = await tx.select({ id: savedSearches.id, query: savedSearches.query }).from(savedSearches).where(isOwn);
  const existing = ownSearches.find((each) => each.query === canonical);
  if (existing) return done(existing);
  if (ownSearches.length >= maxSavedSearches) return refused('too_many_searches');
  if (await isTooBroad(tx, search)) return refused('search_too_broad');
  const row = { id: newId(), accountId: actor.accountId, query: canonical, name: nameOfSearch(search), state: 'on', since: now() };
  const [inserted] = await tx.insert(savedSearches).values(row).onConflictDoNothing().returning({ id: savedSearches.id });
  if (inserted) return done({ id: inserted.id, query: canonical });
  const concurrent = await firstOf(tx, savedSearches, and(isOwn, eq(savedSearches.query, canonical)));
  return done({ id: concurrent?.id ?? '', query: canonical });
}
