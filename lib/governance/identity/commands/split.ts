import { and, eq } from 'drizzle-orm';
import { createAuthors } from '#lib/catalog/authors/commands/create.ts';
import type { AuthorRow } from '#lib/catalog/authors/queries/find.ts';
import { namesUnlistedPeople } from '#lib/catalog/visibility/model.ts';
import { isAnyOf } from '#lib/platform/db/prepared.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { authorshipPins } from '#lib/platform/db/schema/identity.ts';
import { authorships } from '#lib/platform/db/schema/works.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { type MovedRows, noMovedRows } from '../model/changes.ts';
import { moveAuthorships } from './authorships.ts';
import { moveRows, movesNamed } from './moves.ts';
import { suggestionsOf } from './suggest-same-person.ts';

/**
 * Creates a record from some works of another. Source mappings still point to the original record, so pins assign these works to the new
 * one, which keeps imports from moving them back. Followers, name variants and proofs stay with the original.
 */
export async function splitRecord(
  tx: Writer,
  author: AuthorRow,
  { changeId, name, works }: { changeId: string; name: string; works: readonly number[] },
): Promise<{ created: AuthorRow; moved: MovedRows }> {
  const suggestions = await suggestionsOf(tx, [author.key]);
  const kind = author.kind === 'organisation' ? 'organisation' : 'person';
  const unlisted = namesUnlistedPeople(author);
  const [key = 0] = await createAuthors(tx, [{ name, kind, unlisted }]);
  const [created] = await tx.select().from(authors).where(eq(authors.key, key));
  if (!created) throw new Error('The record that a split makes was not created.');
  const movedAuthorships = await moveAuthorships(tx, author, created, works);
  // The owner's opinion on a work does not apply to the new record.
  await tx
    .update(authorships)
    .set({ state: 'asserted', resolvedBy: 'split' })
    .where(and(eq(authorships.authorKey, created.key), isAnyOf(authorships.workKey, works)));
  const rows = await moveRows(tx, author, created, movesNamed('listings', 'pinsTo'), works);
  const pinRows = works.map((workKey) => ({ workKey, fromKey: author.key, toKey: created.key, changeId }));
  await tx.bulkInsert(authorshipPins, pinRows, { onConflict: 'ignore' });
  return { created, moved: { ...noMovedRows(), ...rows, suggestions, authorships: movedAuthorships } };
}

/** Moves one work of a record to another that is there, by a decision. Imports keep it there. */
export async function pinWork(
  tx: Writer,
  {
    from,
    to,
    workKey,
    changeId,
  }: { from: { key: number; id: string }; to: { key: number; id: string }; workKey: number; changeId: string },
): Promise<void> {
  await moveAuthorships(tx, from, to, [workKey]);
  await tx
    .update(authorships)
    .set({ resolvedBy: 'split' })
    .where(and(eq(authorships.authorKey, to.key), eq(authorships.workKey, workKey)));
  const pin = { workKey, fromKey: from.key, toKey: to.key, changeId };
  await tx.bulkInsert(authorshipPins, [pin], { onConflict: { target: ['workKey', 'fromKey'], update: ['toKey', 'changeId'] } });
}

/** Deletes the pins of a split. */
export async function deletePins(tx: Writer, changeId: string): Promise<void> {
  await tx.delete(authorshipPins).where(eq(authorshipPins.changeId, changeId));
}
