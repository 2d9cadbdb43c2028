import { and, desc, eq, ne, or } from 'drizzle-orm';
import type { Actor } from '../../auth/actor.ts';
import { authors } from '../../db/schema/authors.ts';
import { claimEvents, claims } from '../../db/schema/claims.ts';
import type { Reader } from '../../db/store.ts';
import type { ClaimEvent, ObjectionView } from '../model.ts';

const objected: ClaimEvent = 'object';

/** True while a strong proof was shown against a claim to the record, and no claim to it has been accepted since. */
export async function objectionStands(reader: Reader, authorId: string): Promise<boolean> {
  const [latest] = await reader
    .select({ event: claimEvents.event })
    .from(claimEvents)
    .innerJoin(claims, eq(claims.id, claimEvents.claimId))
    .where(and(eq(claims.authorId, authorId), or(eq(claimEvents.event, objected), eq(claimEvents.toState, 'accepted'))))
    .orderBy(desc(claimEvents.at))
    .limit(1);
  return latest?.event === objected;
}

/** The accounts that have objected to a claim. */
export async function objectorsTo(reader: Reader, claimId: string): Promise<string[]> {
  const against = and(eq(claimEvents.claimId, claimId), eq(claimEvents.event, objected));
  const rows = await reader.selectDistinct({ accountId: claimEvents.accountId }).from(claimEvents).where(against);
  return rows.flatMap(({ accountId }) => accountId ?? []);
}

/** The objections of an account to claims of others, newest first; to one record only where it is named. */
export async function objectionsOf(reader: Reader, actor: Actor, authorId?: string): Promise<ObjectionView[]> {
  const mine = and(eq(claimEvents.accountId, actor.accountId), eq(claimEvents.event, objected), ne(authors.visibility, 'suppressed'));
  return reader
    .select({
      id: claimEvents.id,
      author: { id: authors.id, slug: authors.slug, name: authors.name },
      at: claimEvents.at,
      claimStage: claims.state,
    })
    .from(claimEvents)
    .innerJoin(claims, eq(claims.id, claimEvents.claimId))
    .innerJoin(authors, eq(authors.id, claims.authorId))
    .where(authorId === undefined ? mine : and(mine, eq(authors.id, authorId)))
    .orderBy(desc(claimEvents.at))
    .limit(100);
}
