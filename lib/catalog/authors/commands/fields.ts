import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm';
import { chosenListing, type Listed, removedRecord, type VisibilityChoice } from '#lib/catalog/visibility/model.ts';
import { visibleRecord } from '#lib/catalog/visibility/queries.ts';
import { isAnyOf } from '#lib/platform/db/prepared.ts';
import { authorNames, authorSlugs, authors } from '#lib/platform/db/schema/authors.ts';
import { follows } from '#lib/platform/db/schema/follows.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { revisionUpdate, staleUpdate } from './mark-changed.ts';

/** Sets the visibility of a record as somebody has chosen. */
export async function setAuthorVisibility(tx: Writer, id: string, choice: VisibilityChoice): Promise<void> {
  const [current] = await tx.select({ visibility: authors.visibility, listedAs: authors.listedAs }).from(authors).where(eq(authors.id, id));
  const set = { ...chosenListing(current, choice), ...staleUpdate() };
  await tx.update(authors).set(set).where(eq(authors.id, id));
}

/** Sets why a created profile is listed, and the resulting visibility. The caller refreshes the record. */
export async function setProfileListing(tx: Writer, key: number, set: Listed): Promise<void> {
  await tx.update(authors).set(set).where(eq(authors.key, key));
}

/** Sets the slug of a record to one that `addSlug` gave it. */
export async function setSlug(tx: Writer, key: number, slug: string): Promise<void> {
  await tx.update(authors).set({ slug }).where(eq(authors.key, key));
}

/** Frees slugs of a record, so that other records can have them. */
export async function removeSlugs(tx: Writer, key: number, slugs: readonly string[]): Promise<void> {
  if (slugs.length > 0) await tx.delete(authorSlugs).where(and(eq(authorSlugs.authorKey, key), inArray(authorSlugs.slug, [...slugs])));
}

/**
 * Permanently removes a created profile: deletes its names and slugs, and suppresses the record.
 * @param keys the key of the record, and those of the co-authors that only it names
 */
export async function removeCreatedProfiles(tx: Writer, keys: readonly number[]): Promise<void> {
  for (const key of keys) {
    await tx.delete(authorNames).where(eq(authorNames.authorKey, key));
    await tx.delete(authorSlugs).where(eq(authorSlugs.authorKey, key));
    const removedFields = {
      ...removedRecord,
      name: '',
      sourceName: null,
      ...{ family: null, createdName: null, sortName: '', listName: '' },
      slug: sql`${authors.id}`,
      ...staleUpdate(),
    };
    await tx.update(authors).set(removedFields).where(eq(authors.key, key));
  }
}

/** Makes a record of a person one of a group. */
export async function setGroup(tx: Writer, id: string): Promise<void> {
  await tx
    .update(authors)
    .set({ kind: 'organisation', ...staleUpdate() })
    .where(eq(authors.id, id));
}

/** Sets the ORCID iD if the record has none. A second iD becomes an identity flag in `refreshAuthors`. */
export async function addOrcid(tx: Writer, authorKey: number, orcid: string): Promise<void> {
  const hasNoOrcid = and(eq(authors.key, authorKey), isNull(authors.orcid));
  await tx.update(authors).set({ orcid }).where(hasNoOrcid);
}

/** Sets the ORCID iD of a record, and whether its holder has authenticated with ORCID. */
export async function setOrcid(tx: Writer, key: number, orcid: string | null, orcidAuthenticated: boolean): Promise<void> {
  await tx.update(authors).set({ orcid, orcidAuthenticated }).where(eq(authors.key, key));
}

/** Redirects a record's id and slugs to another record, or removes the redirect. */
export async function setMergedInto(tx: Writer, key: number, mergedInto: number | null): Promise<void> {
  await tx.update(authors).set({ mergedInto }).where(eq(authors.key, key));
}

/**
 * Adds 1 to or subtracts 1 from the follower count of a visible record. The update locks the row, and follows change only while it is
 * locked. The count therefore stays exact without a recount, whose cost grows with the number of followers.
 * @returns the new count; null if the record is no longer visible
 */
export async function changeFollowerCount(tx: Writer, id: string, change: 1 | -1): Promise<number | null> {
  const [updated] = await tx
    .update(authors)
    .set({ followersCount: sql`${authors.followersCount} + ${change}`, ...revisionUpdate() })
    .where(and(eq(authors.id, id), visibleRecord()))
    .returning({ followers: authors.followersCount });
  return updated?.followers ?? null;
}

export async function recountFollowers(tx: Writer, ids: readonly string[]): Promise<void> {
  const followersOf = tx.select({ followers: count() }).from(follows).where(eq(follows.authorId, authors.id));
  await tx
    .update(authors)
    .set({ followersCount: sql`(${followersOf})` })
    .where(isAnyOf(authors.id, ids));
}
