import { and, count, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Actor } from '../../auth/actor.ts';
import { now } from '../../clock.ts';
import { authors } from '../../db/schema/authors.ts';
import { follows } from '../../db/schema/follows.ts';
import type { Writer } from '../../db/store.ts';
import { done, type Outcome, refused } from '../../outcome.ts';
import { isHidden, type Privacy } from '../../statements/model.ts';
import { type FollowBecause, type Followed, type FollowInput, followRefusal } from '../model.ts';

/** A record that can be followed: it stands by itself and is not suppressed. */
const isThere = (authorId: string) => and(eq(authors.id, authorId), isNull(authors.mergedInto), ne(authors.visibility, 'suppressed'));

const seen = { ownerId: authors.ownerId, followers: authors.followersCount, privacy: authors.privacy };

/** How many follow, unless the owner keeps that back. */
const shown = (followers: number, author: { privacy: Privacy | null } | undefined): number | null =>
  isHidden(author?.privacy ?? null, 'followers') ? null : followers;

/** Follows a record. Following again changes nothing. */
export async function followAuthor(tx: Writer, actor: Actor, { authorId }: FollowInput): Promise<Outcome<Followed, FollowBecause>> {
  const [author] = await tx.select(seen).from(authors).where(isThere(authorId));
  const because = followRefusal(actor.accountId, author ?? null);
  if (because) return refused(because);
  if ((await stateOf(tx, actor, authorId)) === 'on') return done({ state: 'on', followers: shown(author?.followers ?? 0, author) });
  await lock(tx, authorId);
  await tx
    .insert(follows)
    .values({ accountId: actor.accountId, authorId, state: 'on', since: now() })
    .onConflictDoUpdate({ target: [follows.accountId, follows.authorId], set: { state: 'on' } });
  return done({ state: 'on', followers: shown(await recount(tx, authorId), author) });
}

/** Stops following. Where nothing was followed, nothing changes. */
export async function unfollowAuthor(tx: Writer, actor: Actor, { authorId }: FollowInput): Promise<Outcome<Followed, 'unknown_author'>> {
  const [author] = await tx.select(seen).from(authors).where(isThere(authorId));
  if (!author) return refused('unknown_author');
  if ((await stateOf(tx, actor, authorId)) === null) return done({ state: 'off', followers: shown(author.followers, author) });
  await lock(tx, authorId);
  await tx.delete(follows).where(and(eq(follows.accountId, actor.accountId), eq(follows.authorId, authorId)));
  return done({ state: 'off', followers: shown(await recount(tx, authorId), author) });
}

/** Whoever has just come to own a record follows it no longer: nobody is told of themselves, nor counted as their own follower. */
export async function letOwnGo(tx: Writer, { accountId, authorId }: { accountId: string; authorId: string }): Promise<void> {
  const own = and(eq(follows.accountId, accountId), eq(follows.authorId, authorId));
  const gone = await tx.delete(follows).where(own).returning({ authorId: follows.authorId });
  if (gone.length > 0) await recount(tx, authorId);
}

async function stateOf(tx: Writer, actor: Actor, authorId: string): Promise<string | null> {
  const mine = and(eq(follows.accountId, actor.accountId), eq(follows.authorId, authorId));
  const [row] = await tx.select({ state: follows.state }).from(follows).where(mine);
  return row?.state ?? null;
}

/** Takes the record's row first, so that of two changes at once the second counts what the first wrote. */
const lock = (tx: Writer, authorId: string) =>
  tx
    .update(authors)
    .set({ revision: sql`${authors.revision} + 1` })
    .where(eq(authors.id, authorId))
    .returning({ id: authors.id });

async function recount(tx: Writer, authorId: string): Promise<number> {
  const [counted] = await tx.select({ followers: count() }).from(follows).where(eq(follows.authorId, authorId));
  const followersCount = counted?.followers ?? 0;
  await tx.update(authors).set({ followersCount, updatedAt: now() }).where(eq(authors.id, authorId));
  return followersCount;
}
