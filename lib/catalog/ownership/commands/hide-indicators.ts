import { and, eq, sql } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import type { Owner } from '../model.ts';

/** Hides every indicator of a record, imported or computed here, or shows them again: as its owner says. */
export async function setIndicatorsHidden(
  tx: Writer,
  owner: Owner,
  { hidden }: { hidden: boolean },
): Promise<Outcome<void, 'not_your_record'>> {
  const [updated] = await tx
    .update(authors)
    .set({ indicatorsHidden: hidden, revision: sql`${authors.revision} + 1`, updatedAt: now() })
    .where(and(eq(authors.id, owner.authorId), eq(authors.ownerId, owner.accountId), eq(authors.claimState, 'claimed')))
    .returning({ id: authors.id });
  return updated ? done(undefined) : refused('not_your_record');
}
