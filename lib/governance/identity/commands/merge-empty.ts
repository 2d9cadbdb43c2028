import { eq } from 'drizzle-orm';
import type { AuthorRow } from '#lib/catalog/authors/queries/find.ts';
import { now } from '#lib/platform/clock.ts';
import { identityChanges } from '#lib/platform/db/schema/identity.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { applyChange } from './changes.ts';

/**
 * Merges a record without works and owner into the record of the same person, by a statement of the operator. It can be undone like any
 * merge. Does nothing if the record is in use, or the merge is refused.
 */
export async function mergeEmptyRecord(tx: Writer, into: AuthorRow, from: AuthorRow, reason: string): Promise<void> {
  if (from.id === into.id || from.worksCount > 0 || from.ownerId !== null) return;
  await mergeAtOnce(tx, { into, from, reason, accountId: null });
}

/**
 * Merges two records whose merge a rule has already decided. It can be undone like any merge.
 * @returns the id of the change; null if the merge is refused, and then nothing has changed
 */
export async function mergeAtOnce(
  tx: Writer,
  { into, from, reason, accountId }: { into: { id: string }; from: { id: string }; reason: string; accountId: string | null },
): Promise<string | null> {
  const change = {
    id: newId(),
    kind: 'merge',
    state: 'proposed',
    authorId: into.id,
    otherId: from.id,
    reason,
    accountId,
    proposedAt: now(),
  };
  const [stored] = await tx.insert(identityChanges).values(change).onConflictDoNothing().returning({ id: identityChanges.id });
  if (!stored) return null;
  if ((await applyChange(tx, stored.id, { byRule: true })).ok) return stored.id;
  await tx.delete(identityChanges).where(eq(identityChanges.id, stored.id));
  return null;
}
