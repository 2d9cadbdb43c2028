import { and, eq, inArray, isNull, like, or } from 'drizzle-orm';
import { createAuthors, endCreated } from '#lib/catalog/authors/commands.ts';
import { removePersonIds } from '#lib/catalog/ingest/commands/source-people.ts';
import { authorSources, authors } from '#lib/platform/db/schema/authors.ts';
import type { Writer } from '#lib/platform/db/store.ts';

/** Makes the record of a person whom no source names. It is listed once something stands behind it (lib/catalog/refresh). */
export async function createUnlisted(tx: Writer, name: string): Promise<{ key: number; id: string; slug: string }> {
  await tx.lock('authors');
  const [key = 0] = await createAuthors(tx, [{ name, kind: 'person', unlisted: true }]);
  const [made] = await tx.select({ key: authors.key, id: authors.id, slug: authors.slug }).from(authors).where(eq(authors.key, key));
  if (!made) throw new Error('The record was not made.');
  return made;
}

/** Ends created profiles that nothing stands behind and nobody owns any more, with the people whom they alone have named. */
export async function endUnlisted(tx: Writer, authorIds: readonly string[]): Promise<void> {
  const nobodys = and(eq(authors.visibility, 'unlisted'), isNull(authors.ownerId), isNull(authors.mergedInto));
  const which = and(inArray(authors.id, [...authorIds]), nobodys);
  const created = await tx.select({ key: authors.key, id: authors.id }).from(authors).where(which).orderBy(authors.key);
  if (created.length === 0) return;
  const theirs = or(...created.map(({ id }) => like(authorSources.recordId, `${id}:%`)));
  const named = await tx
    .select({ key: authors.key })
    .from(authorSources)
    .innerJoin(authors, eq(authors.key, authorSources.authorKey))
    .where(and(eq(authorSources.source, 'owner'), theirs, nobodys));
  const keys = [...new Set([...created, ...named].map(({ key }) => key))].sort((a, b) => a - b);
  await removePersonIds(tx, keys);
  await endCreated(tx, keys);
}
