import { and, eq } from 'drizzle-orm';
import { visibleRecord } from '#lib/catalog/visibility/queries.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { hiddenSuggestions } from '#lib/platform/db/schema/follows.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import type { FollowInput } from '../model.ts';

/** Suggests a person to the account no more. Hiding again changes nothing. */
export async function hideSuggestion(
  tx: Writer,
  { accountId }: Actor,
  { authorId }: FollowInput,
): Promise<Outcome<null, 'unknown_author'>> {
  const [author] = await tx
    .select({ id: authors.id })
    .from(authors)
    .where(and(eq(authors.id, authorId), visibleRecord()));
  if (!author) return refused('unknown_author');
  await tx.insert(hiddenSuggestions).values({ accountId, authorId, since: now() }).onConflictDoNothing();
  return done(null);
}
