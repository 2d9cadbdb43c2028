import { and, eq, isNull, sql } from 'drizzle-orm';
import { visibleRecordText } from '#lib/catalog/visibility/queries.ts';
import { now } from '#lib/platform/clock.ts';
import { authorNames, authorSlugs, authors } from '#lib/platform/db/schema/authors.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { changed, changingAuthors } from './mark-changed.ts';

/** Sets how a record's name is shown. A created profile that was hidden is listed again by what supports it, at its refresh. */
export async function setAuthorVisibility(tx: Writer, id: string, visibility: 'visible' | 'search_only' | 'suppressed'): Promise<void> {
  const [before] = await tx.select({ visibility: authors.visibility, listedAs: authors.listedAs }).from(authors).where(eq(authors.id, id));
  const isCreated = before !== undefined && before.listedAs !== null && before.listedAs !== 'source';
  const returns = isCreated && before.visibility === 'suppressed' && visibility !== 'suppressed';
  const unlisted = { visibility: 'unlisted', listedAs: visibility === 'search_only' ? 'nothing_search_only' : 'nothing' };
  const set = { ...(returns ? unlisted : { visibility }), ...changed() };
  await changingAuthors(
    () => tx.update(authors).set(set).where(eq(authors.id, id)),
    () => [id],
  );
}

/** Sets by what a created profile is listed, and how it is shown therefore. The caller refreshes it. */
export async function setListing(tx: Writer, key: number, set: { listedAs: string; visibility: string }): Promise<void> {
  await changingAuthors(
    () => tx.update(authors).set(set).where(eq(authors.key, key)),
    () => [key],
  );
}

/** Ends a created profile for good: its names and addresses go. @param keys of the record and of those that it alone has named */
export async function endCreated(tx: Writer, keys: readonly number[]): Promise<void> {
  for (const key of keys) {
    await tx.delete(authorNames).where(eq(authorNames.authorKey, key));
    await tx.delete(authorSlugs).where(eq(authorSlugs.authorKey, key));
    const gone = { visibility: 'suppressed', name: '', sourceName: null, sortName: '', slug: sql`${authors.id}`, ...changed() };
    await changingAuthors(
      () => tx.update(authors).set(gone).where(eq(authors.key, key)),
      () => [key],
    );
  }
}

/** Keeps the first iD that a source gives; a second one is a doubt that `refreshAuthors` raises. */
export async function addOrcid(tx: Writer, authorKey: number, orcid: string): Promise<void> {
  const without = and(eq(authors.key, authorKey), isNull(authors.orcid));
  await tx.update(authors).set({ orcid }).where(without);
}

/** Sets the iD of a record, and whether its holder has signed in with it. */
export async function setOrcid(tx: Writer, key: number, orcid: string | null, orcidAuthenticated: boolean): Promise<void> {
  await changingAuthors(
    () => tx.update(authors).set({ orcid, orcidAuthenticated }).where(eq(authors.key, key)),
    () => [key],
  );
}

/** Has a record's id and slugs lead to another record, or to itself again. */
export async function setMergedInto(tx: Writer, key: number, mergedInto: number | null): Promise<void> {
  await tx.update(authors).set({ mergedInto }).where(eq(authors.key, key));
}

/**
 * Takes the row of a record that may be shown and counts one follower more or fewer. Follows come and go only while it is held, so the count
 * stays exact without counting again, which would cost more the more follow.
 * @returns the new count; null where the record has just gone
 */
export async function countFollowers(tx: Writer, id: string, more: 1 | -1): Promise<number | null> {
  const text = `update authors set followers_count = followers_count + ?, revision = revision + 1, updated_at = ?
    where id = ? and ${visibleRecordText()} returning followers_count as followers`;
  const [counted] = await changingAuthors(
    () => tx.execute<{ followers: number }>(text, [], [more, now(), id]),
    () => [id],
  );
  return counted?.followers ?? null;
}

/** Counts the followers of some records again. */
export async function recountFollowers(tx: Writer, ids: readonly string[]): Promise<void> {
  const text =
    'update authors set followers_count = (select count(*) from follows where follows.author_id = authors.id) where id in $many returning key';
  await tx.execute(text, ids);
}
