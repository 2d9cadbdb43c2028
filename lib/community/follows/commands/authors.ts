import { and, eq, sql } from 'drizzle-orm';
import { changeFollowerCount, recountFollowers } from '#lib/catalog/authors/commands/fields.ts';
import { hidesField } from '#lib/catalog/statements/queries/hidden-fields.ts';
import { visibleRecord } from '#lib/catalog/visibility/queries.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import { hasRow } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { follows, hiddenSuggestions } from '#lib/platform/db/schema/follows.ts';
import type { RowsOf, Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { type FollowErrorCode, type FollowInput, type FollowResult, followRefusal } from '../model.ts';
import { askAtFirstFollow } from './first-follow.ts';

/** The relation of an account to a record; no row if the record is merged or suppressed. */
const selectFollow = (tx: Writer) =>
  tx
    .select({
      ...{ ownerId: authors.ownerId, followers: authors.followersCount, state: follows.state },
      /** Whether the owner hides the number of followers. */
      silent: sql<boolean | number>`${sql.raw(hidesField('authors', 'followers'))}`,
    })
    .from(authors)
    .leftJoin(follows, and(eq(follows.authorId, authors.id), eq(follows.accountId, sql.placeholder('accountId'))))
    .where(and(eq(authors.id, sql.placeholder('authorId')), visibleRecord()))
    .prepare();
type AuthorFollowRow = RowsOf<ReturnType<typeof selectFollow>>[number];

async function findFollow(tx: Writer, { accountId }: Actor, authorId: string): Promise<AuthorFollowRow | null> {
  const [row] = await tx.prepared(selectFollow, { accountId, authorId });
  return row ?? null;
}

const shownFollowers = (followers: number, { silent }: AuthorFollowRow): number | null => (silent ? null : followers);

/** Follows a record. Idempotent. */
export async function followAuthor(tx: Writer, actor: Actor, { authorId }: FollowInput): Promise<Outcome<FollowResult, FollowErrorCode>> {
  const author = await findFollow(tx, actor, authorId);
  const code = followRefusal(actor.accountId, author);
  if (code || !author) return refused(code ?? 'unknown_author');
  if (author.state === 'on') return done({ state: 'on', followers: shownFollowers(author.followers, author) });
  const followers = await changeFollowerCount(tx, authorId, 1);
  if (followers === null) return refused('unknown_author');
  const row = { accountId: actor.accountId, authorId, state: 'on', since: now() };
  const insertedRows = await tx.bulkInsert(follows, [row], { onConflict: 'ignore', returning: ['authorId'] });
  if (insertedRows.length > 0) {
    const asksDigest = await askAtFirstFollow(tx, actor);
    return done({ state: 'on', followers: shownFollowers(followers, author), ...(asksDigest && { asksDigest }) });
  }
  // The account already follows the record, muted or by a concurrent request.
  const isOwnFollow = and(eq(follows.accountId, actor.accountId), eq(follows.authorId, authorId));
  await tx.update(follows).set({ state: 'on' }).where(isOwnFollow);
  return done({ state: 'on', followers: shownFollowers((await changeFollowerCount(tx, authorId, -1)) ?? 0, author) });
}

/** Unfollows a record. Idempotent. */
export async function unfollowAuthor(
  tx: Writer,
  actor: Actor,
  { authorId }: FollowInput,
): Promise<Outcome<FollowResult, 'unknown_author'>> {
  const author = await findFollow(tx, actor, authorId);
  if (!author) return refused('unknown_author');
  if (author.state === null) return done({ state: 'off', followers: shownFollowers(author.followers, author) });
  const followers = await changeFollowerCount(tx, authorId, -1);
  if (followers === null) return refused('unknown_author');
  const isOwnFollow = and(eq(follows.accountId, actor.accountId), eq(follows.authorId, authorId));
  const deletedRows = await tx.delete(follows).where(isOwnFollow).returning({ authorId: follows.authorId });
  if (deletedRows.length > 0) return done({ state: 'off', followers: shownFollowers(followers, author) });
  return done({ state: 'off', followers: shownFollowers((await changeFollowerCount(tx, authorId, 1)) ?? 0, author) });
}

/**
 * Ends the follow of a record that the account has come to own: owners are neither notified about their own record nor counted as
 * followers.
 */
export async function unfollowOwnRecord(tx: Writer, { accountId, authorId }: { accountId: string; authorId: string }): Promise<void> {
  const isOwnFollow = and(eq(follows.accountId, accountId), eq(follows.authorId, authorId));
  const deletedRows = await tx.delete(follows).where(isOwnFollow).returning({ authorId: follows.authorId });
  if (deletedRows.length > 0) await recountFollowers(tx, [authorId]);
}

/** Ends all follows of a record that ends. Returns the accounts that followed it. */
export async function endFollowsOfRecord(tx: Writer, authorId: string): Promise<string[]> {
  const rows = await tx.delete(follows).where(eq(follows.authorId, authorId)).returning({ accountId: follows.accountId });
  if (rows.length > 0) await recountFollowers(tx, [authorId]);
  return rows.map(({ accountId }) => accountId);
}

/** Hides a suggested person for the account. Idempotent. */
export async function hideSuggestion(
  tx: Writer,
  { accountId }: Actor,
  { authorId }: FollowInput,
): Promise<Outcome<null, 'unknown_author'>> {
  if (!(await hasRow(tx, authors, and(eq(authors.id, authorId), visibleRecord())))) return refused('unknown_author');
  await tx.insert(hiddenSuggestions).values({ accountId, authorId, since: now() }).onConflictDoNothing();
  return done(null);
}

/** Suggests a person again whom the account has hidden. Idempotent. */
export async function showSuggestion(tx: Writer, { accountId }: Actor, { authorId }: FollowInput): Promise<Outcome<null>> {
  await tx.delete(hiddenSuggestions).where(and(eq(hiddenSuggestions.accountId, accountId), eq(hiddenSuggestions.authorId, authorId)));
  return done(null);
}
