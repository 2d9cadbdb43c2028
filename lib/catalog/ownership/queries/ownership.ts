import { and, eq, isNotNull, isNull, type Placeholder, sql } from 'drizzle-orm';
import { findPublicRecord, findRecordChain } from '#lib/catalog/authors/queries/find.ts';
import { isFullyVisible, isSuppressed } from '#lib/catalog/visibility/model.ts';
import { visibleRecord } from '#lib/catalog/visibility/queries.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { claims } from '#lib/platform/db/schema/claims.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { type Refused, refused } from '#lib/platform/outcome.ts';
import { type InvitationLimits, mintOwner, type Owner, parseInvitationLimits } from '../model.ts';

/** Condition for a record that can be claimed: neither merged nor suppressed. */
const isClaimable = (authorId: string | Placeholder) => and(eq(authors.id, authorId), visibleRecord());

// Literals, not parameters, so that both engines use the partial index claims_one_per_author.
const isHolding = sql`${claims.state} in ('notice_period', 'in_review', 'accepted', 'suspended')`;

type HoldingClaim = typeof claims.$inferSelect;

/** Returns the claim that currently holds a record: in public notice, in review, accepted or suspended. */
export async function holdingClaimOf(reader: Reader, authorId: string): Promise<HoldingClaim | null> {
  const [claim] = await reader.prepared(selectHoldingClaim, { authorId });
  return claim ?? null;
}

const selectHoldingClaim = (reader: Reader) =>
  reader
    .select()
    .from(claims)
    .where(and(eq(claims.authorId, sql.placeholder('authorId')), isHolding))
    .limit(1)
    .prepare();

/** Returns proof that an account owns a record by an accepted claim, or null. */
export async function proveOwnership(reader: Reader, actor: Actor, authorId: string): Promise<Owner | null> {
  const [record] = await reader.prepared(selectOwnedRecord, { authorId, accountId: actor.accountId });
  return record ? mintOwner(actor.accountId, record.id) : null;
}

export type NotOwned = 'not_your_record' | 'profile_merged';

/**
 * Returns why an account may not change a record that it does not own now. A record that it owned until a merge leads to the one that
 * remains.
 */
export async function refuseOwnership(reader: Reader, actor: Actor, authorId: string): Promise<Refused<NotOwned>> {
  const isMerged = and(eq(authors.id, authorId), isNotNull(authors.mergedInto), ownedBy(actor));
  const [merged] = await reader.select({ id: authors.id }).from(authors).where(isMerged);
  const remaining = merged && (await findPublicRecord(reader, merged.id));
  if (!remaining) return refused('not_your_record');
  const isOwner = (await proveOwnership(reader, actor, remaining.id)) !== null;
  return { ...refused('profile_merged'), path: isOwner ? `/me/records/${remaining.slug}` : `/authors/${remaining.slug}` };
}

/** Returns whether the record at a URL was merged, the account owned it until then, and does not own the record that remains. */
export async function isLostByMerge(reader: Reader, actor: Actor, name: string): Promise<boolean> {
  const chain = await findRecordChain(reader, name);
  const remaining = chain.pop();
  const owned = chain.some(({ ownerId, claimState }) => ownerId === actor.accountId && claimState === 'claimed');
  return owned && remaining !== undefined && (await proveOwnership(reader, actor, remaining.id)) === null;
}

const ownedBy = ({ accountId }: Actor) => and(eq(authors.ownerId, accountId), eq(authors.claimState, 'claimed'));

const isOwned = and(eq(authors.ownerId, sql.placeholder('accountId')), eq(authors.claimState, 'claimed'));

const selectOwnedRecord = (reader: Reader) =>
  reader
    .select({ id: authors.id })
    .from(authors)
    .where(and(isClaimable(sql.placeholder('authorId')), isOwned))
    .prepare();

export interface OwnedRecord {
  id: string;
  slug: string;
  name: string;
  availability: ({ open: boolean; purposes: string[]; note: string | null } & InvitationLimits) | null;
  /** Until when it is listed as open to collaborate; null if it is not listed, or not any more. */
  listedUntil: Date | null;
  indicatorsHidden: boolean;
  /** False if the record is suppressed; then nothing else can be changed. */
  isVisible: boolean;
  /** Whether lists may name it. */
  isInLists: boolean;
}

/** Returns the records that an account owns, by name. */
export async function ownedRecordsOf(reader: Reader, actor: Actor): Promise<OwnedRecord[]> {
  const rows = await reader.prepared(selectOwnedRecords, { accountId: actor.accountId });
  return rows.map(({ availability, visibility, listedUntil, worksCount, ...record }) => ({
    ...record,
    listedUntil: listedUntil && listedUntil > now() ? listedUntil : null,
    isVisible: !isSuppressed({ visibility }),
    isInLists: isFullyVisible({ visibility }) && worksCount > 0,
    availability: availability && {
      open: availability.open,
      purposes: availability.purposes,
      note: availability.note ?? null,
      ...parseInvitationLimits(availability),
    },
  }));
}

const selectOwnedRecords = (reader: Reader) =>
  reader
    .select(columnsOf(authors, 'id', 'slug', 'name', 'availability', 'listedUntil', 'indicatorsHidden', 'visibility', 'worksCount'))
    .from(authors)
    .where(and(isOwned, isNull(authors.mergedInto)))
    .orderBy(authors.sortName, authors.key)
    .prepare();

/** Returns the account's claim in public notice that ends first; null if there is none. */
export async function pendingClaimOf(reader: Reader, actor: Actor): Promise<{ name: string; slug: string; until: Date } | null> {
  const [claim] = await reader.prepared(selectPendingClaim, { accountId: actor.accountId });
  return claim?.until ? { ...claim, until: claim.until } : null;
}

const selectPendingClaim = (reader: Reader) =>
  reader
    .select({ name: authors.name, slug: authors.slug, until: claims.noticeEndsAt })
    .from(claims)
    .innerJoin(authors, eq(authors.id, claims.authorId))
    .where(and(eq(claims.accountId, sql.placeholder('accountId')), eq(claims.state, 'notice_period'), visibleRecord()))
    .orderBy(claims.noticeEndsAt)
    .limit(1)
    .prepare();
