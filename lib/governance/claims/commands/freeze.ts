import { and, eq, isNotNull } from 'drizzle-orm';
import { enqueueRecomputation, enqueueRefresh } from '#lib/catalog/authors/commands/mark-changed.ts';
import { logEvent } from '#lib/catalog/trust/commands/log.ts';
import { isFrozen } from '#lib/catalog/trust/queries/log.ts';
import { hasRow } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import type { Writer } from '#lib/platform/db/store.ts';

/** Freezes a record whose owner was an impersonator (trust.md, L0), until its owner is established. */
export async function freezeRecord(tx: Writer, authorId: string): Promise<void> {
  await enqueueRecomputation(tx, [authorId], async () => {
    if (!(await isFrozen(tx, authorId))) await logEvent(tx, { authorId, kind: 'frozen', facts: { because: 'impersonation' } });
  });
}

/** Unfreezes a record after a granted appeal of its owner: two votes have established whose it is. */
export async function unfreezeRecord(tx: Writer, authorId: string): Promise<void> {
  if (!(await isFrozen(tx, authorId))) return;
  await logEvent(tx, { authorId, kind: 'unfrozen', facts: { because: 'settled' } });
  await enqueueRefresh(tx);
}

/** Freezes a record that has no owner. If it was assigned to the rightful owner, there is no need to. */
export async function freezeIfUnowned(tx: Writer, authorId: string | null): Promise<void> {
  if (authorId === null) return;
  const isOwned = and(eq(authors.id, authorId), isNotNull(authors.ownerId));
  if (!(await hasRow(tx, authors, isOwned))) await freezeRecord(tx, authorId);
}
