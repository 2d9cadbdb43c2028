import { and, inArray, isNull, ne, or } from 'drizzle-orm';
import { recountFollowers } from '#lib/catalog/authors/commands/fields.ts';
import { reviseAuthors } from '#lib/catalog/authors/commands/mark-changed.ts';
import { visibleRecord } from '#lib/catalog/visibility/queries.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { follows } from '#lib/platform/db/schema/follows.ts';
import type { Writer } from '#lib/platform/db/store.ts';

const batchSize = 500;

/**
 * Follows many records for an archive import: like `followAuthor` for each, but in few statements, so that thousands do not block other
 * writers for long. Skips records that are already followed, hidden or owned by the account.
 * @returns the number of new follows
 */
export async function followMany(tx: Writer, { accountId }: Actor, requests: readonly { id: string; muted: boolean }[]): Promise<number> {
  const muted = new Map(requests.map((each) => [each.id, each.muted]));
  const ids = [...muted.keys()].sort();
  let count = 0;
  for (let start = 0; start < ids.length; start += batchSize) {
    const isFollowable = and(
      inArray(authors.id, ids.slice(start, start + batchSize)),
      visibleRecord(),
      or(isNull(authors.ownerId), ne(authors.ownerId, accountId)),
    );
    // Locks the records first, so that the second of two concurrent changes counts the rows of the first.
    const lockedRecords = await reviseAuthors(tx, isFollowable);
    if (lockedRecords.length === 0) continue;
    const rows = lockedRecords.map(({ id }) => ({ accountId, authorId: id, state: muted.get(id) ? 'muted' : 'on', since: now() }));
    const inserted = await tx.insert(follows).values(rows).onConflictDoNothing().returning({ id: follows.authorId });
    count += inserted.length;
    const followedIds = inserted.map(({ id }) => id);
    if (followedIds.length > 0) await recountFollowers(tx, followedIds);
  }
  return count;
}
