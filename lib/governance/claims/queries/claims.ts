import { and, desc, eq, sql } from 'drizzle-orm';
import { holdingClaimOf, isClaimable } from '#lib/catalog/ownership/queries/ownership.ts';
import type { Strength } from '#lib/catalog/trust/model/snapshot.ts';
import { trustOf } from '#lib/catalog/trust/queries/snapshots.ts';
import { notSuppressed } from '#lib/catalog/visibility/queries.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { claims } from '#lib/platform/db/schema/claims.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { type ClaimErrorCode, type ClaimFacts, type ClaimStage, type ClaimView, claimRefusal } from '../model/claim.ts';

/** Gathers the facts of a claim, except for its proof. */
export async function claimFacts(reader: Reader, actor: Actor | null, authorId: string): Promise<ClaimFacts> {
  const [author] = await reader.prepared(claimableAuthorQuery, { authorId });
  if (!author) return { accountId: actor?.accountId ?? null, author: null, holder: null };
  const trust = await trustOf(reader, author.key);
  const claim = await holdingClaimOf(reader, authorId);
  return {
    accountId: actor?.accountId ?? null,
    author: { kind: author.kind, worksCount: author.worksCount, level: trust?.level ?? null },
    holder: claim && { accountId: claim.accountId, stage: claim.state as ClaimStage, strength: claim.strength as Strength },
  };
}

const claimableAuthorQuery = (reader: Reader) =>
  reader
    .select({ key: authors.key, kind: authors.kind, worksCount: authors.worksCount })
    .from(authors)
    .where(isClaimable(sql.placeholder('authorId')))
    .prepare();

/** Returns why the actor may not claim a record, or null. */
export const claimRefusalFor = async (reader: Reader, actor: Actor | null, authorId: string): Promise<ClaimErrorCode | null> =>
  claimRefusal(await claimFacts(reader, actor, authorId));

/** Returns the claims of an account, newest first. */
export async function claimsOf(reader: Reader, actor: Actor): Promise<ClaimView[]> {
  const rows = await reader
    .select({
      ...columnsOf(claims, 'id', 'strength', 'createdAt', 'noticeEndsAt', 'waitsForAdmin', 'decidedAt', 'reason', 'remedy'),
      stage: claims.state,
      author: columnsOf(authors, 'id', 'slug', 'name'),
    })
    .from(claims)
    .innerJoin(authors, eq(authors.id, claims.authorId))
    .where(and(eq(claims.accountId, actor.accountId), notSuppressed()))
    .orderBy(desc(claims.createdAt))
    .limit(100);
  return rows as ClaimView[];
}
