import { eq, inArray, lte } from 'drizzle-orm';
import { enqueueRefresh, markAuthorsChanged } from '#lib/catalog/authors/commands/mark-changed.ts';
import { removeHiddenWorks } from '#lib/catalog/search-index/documents.ts';
import { now } from '#lib/platform/clock.ts';
import { addedWorks } from '#lib/platform/db/schema/additions.ts';
import { authors, ownerStatements } from '#lib/platform/db/schema/authors.ts';
import type { Writer } from '#lib/platform/db/store.ts';

/** Ends the time for which photos, names and added works are shown that were shown before they needed a strong proof. */
export async function endKeptStatements(tx: Writer): Promise<void> {
  const ended = { keptUntil: null };
  const statements = await tx
    .update(ownerStatements)
    .set(ended)
    .where(lte(ownerStatements.keptUntil, now()))
    .returning({ authorId: ownerStatements.authorId });
  const added = await tx.update(addedWorks).set(ended).where(lte(addedWorks.keptUntil, now())).returning({ authorId: addedWorks.authorId });
  const ids = [...new Set([...statements, ...added].map(({ authorId }) => authorId))];
  if (ids.length === 0) return;
  await markAuthorsChanged(tx, ids);
  const addedIds = new Set(added.map(({ authorId }) => authorId));
  const rows = await tx
    .select({ key: authors.key, id: authors.id })
    .from(authors)
    .where(addedIds.size === 0 ? eq(authors.id, '') : inArray(authors.id, [...addedIds]));
  for (const { key } of rows) await removeHiddenWorks(tx, key);
  await enqueueRefresh(tx);
}
