import { and, eq, inArray, isNotNull, isNull, like, ne, notExists, notInArray, or } from 'drizzle-orm';
import { createAuthors } from '#lib/catalog/authors/commands/create.ts';
import { removeCreatedProfiles } from '#lib/catalog/authors/commands/fields.ts';
import { removePersonIds } from '#lib/catalog/ingest/commands/source-people.ts';
import { notSuppressed } from '#lib/catalog/visibility/queries.ts';
import { authorSources, authors } from '#lib/platform/db/schema/authors.ts';
import { authorships } from '#lib/platform/db/schema/works.ts';
import type { Writer } from '#lib/platform/db/store.ts';

/** Creates the record of a person whom no source names. It is listed once evidence supports it (lib/catalog/refresh). */
export async function createUnlistedRecord(tx: Writer, name: string): Promise<{ key: number; id: string; slug: string }> {
  await tx.lock('authors');
  const [key = 0] = await createAuthors(tx, [{ name, kind: 'person', unlisted: true }]);
  const [author] = await tx.select({ key: authors.key, id: authors.id, slug: authors.slug }).from(authors).where(eq(authors.key, key));
  if (!author) throw new Error('The record was not made.');
  return author;
}

/**
 * Removes created profiles that no source supports and that have no owner, together with the people whom only they name. The proof that
 * listed a profile was removed with its owner.
 */
export async function removeUnsupportedProfiles(tx: Writer, authorIds: readonly string[]): Promise<void> {
  const { listedAs, ownerId, mergedInto } = authors;
  const isCreated = and(isNotNull(listedAs), ne(listedAs, 'source'), notSuppressed());
  const isSourced = and(eq(authorships.authorKey, authors.key), notInArray(authorships.source, ['owner', 'correction']));
  const sourcedAuthorships = tx.select({ key: authorships.key }).from(authorships).where(isSourced);
  const isUnsupported = and(isCreated, isNull(ownerId), isNull(mergedInto), notExists(sourcedAuthorships));
  const isEnding = and(inArray(authors.id, [...authorIds]), isUnsupported);
  const endedProfiles = await tx.select({ key: authors.key, id: authors.id }).from(authors).where(isEnding).orderBy(authors.key);
  if (endedProfiles.length === 0) return;
  const isNamedByEnded = or(...endedProfiles.map(({ id }) => like(authorSources.recordId, `${id}:%`)));
  const namedAuthors = await tx
    .select({ key: authors.key })
    .from(authorSources)
    .innerJoin(authors, eq(authors.key, authorSources.authorKey))
    .where(and(eq(authorSources.source, 'owner'), isNamedByEnded, isUnsupported));
  const keys = [...new Set([...endedProfiles, ...namedAuthors].map(({ key }) => key))].sort((a, b) => a - b);
  await removePersonIds(tx, keys);
  await removeCreatedProfiles(tx, keys);
}
