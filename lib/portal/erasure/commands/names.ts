import { and, eq, inArray } from 'drizzle-orm';
import { refreshAuthor } from '#lib/catalog/refresh/commands/authors.ts';
import { rowsOf } from '#lib/platform/db/rows.ts';
import { authorNames, authorSlugs, authors, ownerStatements } from '#lib/platform/db/schema/authors.ts';
import { notifications } from '#lib/platform/db/schema/notifications.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { containsText } from '#lib/platform/db/table-lifecycle.ts';
import { isSlugOf, slugBase } from '#lib/platform/names/name-key.ts';

/** Name that an owner stated for their record, which may differ from the sources. */
interface StatedName {
  authorId: string;
  name: string;
}

/** Returns the names that the account states for records, before its statements are deleted. */
export async function statedNames(tx: Writer, accountId: string, ids: readonly string[]): Promise<StatedName[]> {
  if (ids.length === 0) return [];
  const isStatedName = and(
    eq(ownerStatements.accountId, accountId),
    eq(ownerStatements.field, 'name'),
    inArray(ownerStatements.authorId, [...ids]),
  );
  return tx.select({ authorId: ownerStatements.authorId, name: ownerStatements.value }).from(ownerStatements).where(isStatedName);
}

/**
 * Restores the records to what their sources state, immediately. A queued refresh would show the owner's statements, and the slug made from
 * them, until it runs. Records merged into others since are included.
 */
export async function restoreSourceFacts(tx: Writer, ids: readonly string[]): Promise<void> {
  const rows = await rowsOf(tx, authors, inArray(authors.id, [...ids]), authors.key);
  for (const { id } of rows) await refreshAuthor(tx, id);
}

/** Records that the account has ever owned, whose slugs may contain a name that no source gives. */
interface ErasedNames {
  accountId: string;
  /** Permanent ids of the records. */
  ids: readonly string[];
  stated: readonly StatedName[];
}

/**
 * Deletes slugs that contain a name given only by the owner, including former ones. They answer 404, since a 410 would confirm the name.
 * Slugs made from names in the sources remain. If somebody else owns the record now, only slugs of the name that the account was still
 * stating are deleted. Notifications to others are renamed to the sources' name.
 */
export async function eraseStatedNames(tx: Writer, { accountId, ids, stated }: ErasedNames): Promise<void> {
  for (const id of ids) {
    const [record] = await tx.select().from(authors).where(eq(authors.id, id));
    if (!record) continue;
    const names = stated.filter(({ authorId, name }) => authorId === id && name !== record.name).map(({ name }) => name);
    const isOwnedByOther = record.ownerId !== null && record.ownerId !== accountId;
    const written = await tx.select({ slug: authorNames.slug }).from(authorNames).where(eq(authorNames.authorKey, record.key));
    const sourceSlugs = [slugBase(record.sourceName ?? record.name), ...written.flatMap(({ slug }) => slug ?? [])];
    const slugs = await tx.select({ slug: authorSlugs.slug }).from(authorSlugs).where(eq(authorSlugs.authorKey, record.key));
    const removedSlugs = slugs
      .map(({ slug }) => slug)
      .filter(
        (slug) =>
          slug !== record.slug &&
          !sourceSlugs.some((base) => isSlugOf(slug, base)) &&
          (!isOwnedByOther || names.some((name) => isSlugOf(slug, slugBase(name)))),
      );
    if (removedSlugs.length > 0) await tx.delete(authorSlugs).where(inArray(authorSlugs.slug, removedSlugs));
    for (const name of names) await renameInNotifications(tx, name, { ...record, removedSlugs });
  }
}

async function renameInNotifications(
  tx: Writer,
  name: string,
  replacement: { name: string; slug: string; removedSlugs: readonly string[] },
): Promise<void> {
  const mentionsName = containsText(notifications.facts, JSON.stringify(name).slice(1, -1));
  for (const { id, facts } of await tx.select().from(notifications).where(mentionsName)) {
    if (facts.name !== name) continue;
    const segments = (facts.path ?? '').split('/').map((each) => (replacement.removedSlugs.includes(each) ? replacement.slug : each));
    const change = { facts: { ...facts, name: replacement.name, path: segments.join('/') } };
    await tx.update(notifications).set(change).where(eq(notifications.id, id));
  }
}
