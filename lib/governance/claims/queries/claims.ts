import { and, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { holdingClaimOf } from '#lib/catalog/ownership/queries/ownership.ts';
import type { Strength } from '#lib/catalog/trust/model/snapshot.ts';
import { isFrozen } from '#lib/catalog/trust/queries/log.ts';
import { latestLevelOf } from '#lib/catalog/trust/queries/snapshots.ts';
import { isSuppressed } from '#lib/catalog/visibility/model.ts';
import { notSuppressed } from '#lib/catalog/visibility/queries.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { columnsOf, hasRow } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { claims, disputes } from '#lib/platform/db/schema/claims.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { sealPrintedAddress } from '#lib/platform/keys/seal.ts';
import { type ClaimErrorCode, type ClaimFacts, type ClaimStage, type ClaimView, claimRefusal, revealsNothing } from '../model/claim.ts';
import { staffAddressesOf } from './staff-list.ts';

/** Gathers the facts of a claim, except for its proof. A hidden record is included: a strong proof for it works. */
export async function claimFacts(reader: Reader, actor: Actor | null, authorId: string): Promise<ClaimFacts> {
  const [author] = await reader.prepared(claimableAuthorQuery, { authorId });
  if (!author) return { accountId: actor?.accountId ?? null, author: null, holder: null };
  const level = await latestLevelOf(reader, author.key);
  const claim = await holdingClaimOf(reader, authorId);
  return {
    accountId: actor?.accountId ?? null,
    author: {
      ...{ kind: author.kind, worksCount: author.worksCount, level, isHidden: isSuppressed(author) },
      staffAddress: author.worksCount === 0 ? await staffAddressOf(reader, actor, { key: author.key, authorId }) : null,
    },
    holder: claim && { accountId: claim.accountId, stage: claim.state as ClaimStage, strength: claim.strength as Strength },
  };
}

/** Returns whether the staff list names a record, and whether the account has confirmed the address beside it; null if it does not. */
async function staffAddressOf(
  reader: Reader,
  actor: Actor | null,
  { key, authorId }: { key: number; authorId: string },
): Promise<'confirmed' | 'other' | null> {
  const addresses = await staffAddressesOf(reader, key);
  if (addresses.size === 0 || (await isFrozen(reader, authorId))) return null;
  const own = actor?.emailConfirmed ? actor.email : null;
  return own && addresses.has(sealPrintedAddress()(own)) ? 'confirmed' : 'other';
}

const claimableAuthorQuery = (reader: Reader) =>
  reader
    .select(columnsOf(authors, 'key', 'kind', 'worksCount', 'visibility'))
    .from(authors)
    .where(and(eq(authors.id, sql.placeholder('authorId')), isNull(authors.mergedInto)))
    .prepare();

/** Whether an account holds a record, or has shown a strong proof against its holder: then its claim page is shown, hidden or not. */
export async function isProver(reader: Reader, { accountId }: Actor, authorId: string): Promise<boolean> {
  if ((await holdingClaimOf(reader, authorId))?.accountId === accountId) return true;
  const isOwn = and(eq(disputes.authorId, authorId), eq(disputes.accountId, accountId));
  return hasRow(reader, disputes, and(isOwn, eq(disputes.state, 'open'), eq(disputes.strength, 'strong')));
}

/** Returns why the actor may not claim a record, or null. */
export async function claimRefusalFor(reader: Reader, actor: Actor | null, authorId: string): Promise<ClaimErrorCode | null> {
  const facts = await claimFacts(reader, actor, authorId);
  return revealsNothing(facts, 'weak') ? 'unknown_author' : claimRefusal(facts);
}

/** Returns the claims of an account, newest first. A claim to a hidden record is listed for its owner. */
export async function claimsOf(reader: Reader, actor: Actor): Promise<ClaimView[]> {
  return (await reader.prepared(claimsQuery, { accountId: actor.accountId })) as ClaimView[];
}

const claimsQuery = (reader: Reader) =>
  reader
    .select({
      ...columnsOf(claims, 'id', 'strength', 'createdAt', 'noticeEndsAt', 'waitsForAdmin', 'decidedAt', 'reason', 'remedy'),
      stage: claims.state,
      author: columnsOf(authors, 'id', 'slug', 'name'),
    })
    .from(claims)
    .innerJoin(authors, eq(authors.id, claims.authorId))
    .where(and(eq(claims.accountId, sql.placeholder('accountId')), or(notSuppressed(), inArray(claims.state, ['accepted', 'suspended']))))
    .orderBy(desc(claims.createdAt))
    .limit(100)
    .prepare();
