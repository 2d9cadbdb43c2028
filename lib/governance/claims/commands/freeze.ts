import { and, eq, isNotNull } from 'drizzle-orm';
import { enqueueRefresh, touchAuthors } from '#lib/catalog/authors/commands/mark-changed.ts';
import { logEvent } from '#lib/catalog/trust/commands/log.ts';
import { isFrozen } from '#lib/catalog/trust/queries/log.ts';
import { hasRow } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import type { Writer } from '#lib/platform/db/store.ts';

/** Freezes a record whose owner was found to be somebody else (trust.md, L0): until that is fixed nobody has shown who it is. */
export async function freeze(tx: Writer, authorId: string): Promise<void> {
  await touchAuthors(tx, [authorId], async () => {
    if (!(await isFrozen(tx, authorId))) await logEvent(tx, { authorId, kind: 'frozen', facts: { because: 'impersonation' } });
  });
}

/** A record whose owner was not somebody else after all is frozen no longer: two people have found whose it is. */
export async function unfreeze(tx: Writer, authorId: string): Promise<void> {
  if (!(await isFrozen(tx, authorId))) return;
  await logEvent(tx, { authorId, kind: 'unfrozen', facts: { because: 'settled' } });
  await enqueueRefresh(tx);
}

/** Freezes a record that nobody owns: where it went to the person who has shown that it is theirs, it is known whose it is. */
export async function freezeUnowned(tx: Writer, authorId: string | null): Promise<void> {
  if (authorId === null) return;
  const owned = and(eq(authors.id, authorId), isNotNull(authors.ownerId));
  if (!(await hasRow(tx, authors, owned))) await freeze(tx, authorId);
}
