import { and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { AuthorRow } from '#lib/catalog/authors/queries/find.ts';
import { haveCommonCoauthor } from '#lib/catalog/graph/queries/path.ts';
import { parseInvitationLimits } from '#lib/catalog/ownership/model.ts';
import { holdingClaimOf, ownedRecordsOf } from '#lib/catalog/ownership/queries/ownership.ts';
import { trustOf } from '#lib/catalog/trust/queries/snapshots.ts';
import { visibleRecord } from '#lib/catalog/visibility/queries.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { addMs, daysMs, now } from '#lib/platform/clock.ts';
import { firstOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { coauthorEdges } from '#lib/platform/db/schema/graph.ts';
import { invitations } from '#lib/platform/db/schema/invitations.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { monthDays } from '../model/availability.ts';
import { activeCooldowns } from '../model/cooldown.ts';
import { accountPairKey } from '../model/invitation.ts';
import { type InviteFacts, inviteRefusal, quotaDays } from '../model/invitation-policy.ts';
import type { Purpose } from '../model/purposes.ts';
import { blocksBetween } from './boundaries.ts';
import { cooldownFacts } from './cooldown.ts';
import { retainedBoundaryOf } from './retained-blocks.ts';

// Literal states, so that both engines recognize that the partial unique index covers the query.
const isUnanswered = sql`${invitations.state} in ('sent', 'seen')`;
/** Matches unanswered invitations that have not expired, whether or not the worker has run. */
const isOpen = () => and(isUnanswered, gt(invitations.expiresAt, now()));

/** The invitation to check; purpose and message may be unset. */
interface RequestedInvitation {
  recipientAuthorId: string;
  senderAuthorId?: string | undefined;
  purpose?: Purpose | undefined;
  message?: string | undefined;
}

/** The parties of a possible invitation, with the facts for its policy. */
interface InviteCase {
  facts: InviteFacts;
  recipient: AuthorRow | null;
  /** The record that the sender would write for. */
  senderAuthorId: string | null;
  senderKey: number | null;
}

/** Gathers the facts for an invitation. Inside a command the caller has locked both accounts. */
export async function inviteContext(reader: Reader, actor: Actor | null, input: RequestedInvitation): Promise<InviteCase> {
  const recipient = await firstOf(reader, authors, and(eq(authors.id, input.recipientAuthorId), visibleRecord()));
  const ownRecords = actor ? await ownedRecordsOf(reader, actor) : [];
  const senderRecord = input.senderAuthorId ? ownRecords.find(({ id }) => id === input.senderAuthorId) : ownRecords[0];
  const [record] = senderRecord ? await reader.select().from(authors).where(eq(authors.id, senderRecord.id)) : [];
  const facts: InviteFacts = {
    at: now(),
    purpose: input.purpose ?? null,
    recipient: recipient ? await recipientFacts(reader, recipient) : null,
    sender: actor && (await senderFacts(reader, actor.accountId, record ?? null, recipient ?? null, input.message ?? null)),
  };
  return { facts, recipient: recipient ?? null, senderAuthorId: record?.id ?? null, senderKey: record?.key ?? null };
}

const ownerOf = (recipient: AuthorRow | null): string | null => (recipient?.claimState === 'claimed' ? recipient.ownerId : null);

async function recipientFacts(reader: Reader, recipient: AuthorRow): Promise<NonNullable<InviteFacts['recipient']>> {
  const { kind, claimState, availability } = recipient;
  const owner = ownerOf(recipient);
  return {
    kind,
    claimState,
    noticeEndsAt: claimState === 'pending' ? await selectNoticeEnd(reader, recipient.id) : null,
    availability: availability && { open: availability.open, purposes: availability.purposes, ...parseInvitationLimits(availability) },
    openFromStrangers: owner ? await selectStrangerExpiries(reader, owner) : [],
    receivedThisMonth: owner && parseInvitationLimits(availability).monthly !== null ? await selectReceivedTimes(reader, owner) : [],
  };
}

async function senderFacts(
  reader: Reader,
  accountId: string,
  record: (AuthorRow & { stale: boolean }) | null,
  recipient: AuthorRow | null,
  text: string | null,
): Promise<NonNullable<InviteFacts['sender']>> {
  const owner = ownerOf(recipient);
  const pair = owner ? accountPairKey(accountId, owner) : '';
  const blocking = owner ? await blocksBetween(reader, accountId, owner) : { byThem: false, byYou: false };
  const retained = owner ? await retainedBoundaryOf(reader, owner, accountId) : { blocked: false, declinedAt: null };
  const recordKeys = record && recipient ? ([record.key, recipient.key] as const) : null;
  const requiresSharedContext = parseInvitationLimits(recipient?.availability).from === 'known';
  return {
    isRecipient: owner === accountId,
    level: record && (await levelOf(reader, record)),
    sentThisWeek: await selectSentTimes(reader, accountId, addMs(now(), -daysMs(quotaDays))),
    sharesWork: recordKeys ? await haveSharedWork(reader, ...recordKeys) : false,
    sharesCollaborator: recordKeys && requiresSharedContext ? await haveCommonCoauthor(reader, ...recordKeys) : false,
    openUntil: await selectOpenUntil(reader, pair),
    declinedAt: laterOf(await selectLastDecline(reader, pair), retained.declinedAt),
    blockedByThem: blocking.byThem || retained.blocked,
    blockedByYou: blocking.byYou,
    cooldowns: activeCooldowns(await cooldownFacts(reader, accountId), { recipientId: owner, text }),
  };
}

const laterOf = (one: Date | null, other: Date | null): Date | null => (one && other && one < other ? other : (one ?? other));

async function selectNoticeEnd(reader: Reader, authorId: string): Promise<Date | null> {
  const claim = await holdingClaimOf(reader, authorId);
  return claim?.state === 'notice_period' ? claim.noticeEndsAt : null;
}

/**
 * Returns the verification level of a record. Until the snapshot includes a new claim, this is at least the level that the claim itself
 * gives.
 */
async function levelOf(reader: Reader, record: { key: number; id: string; stale: boolean }): Promise<number> {
  const trust = await trustOf(reader, record.key);
  if (!record.stale) return trust?.level ?? 0;
  const claim = await holdingClaimOf(reader, record.id);
  if (claim?.state !== 'accepted' || trust?.level === 0) return trust?.level ?? 0;
  return Math.max(trust?.level ?? 0, claim.strength === 'strong' ? 3 : 2);
}

async function selectSentTimes(reader: Reader, accountId: string, since: Date): Promise<Date[]> {
  const isRecent = and(eq(invitations.senderId, accountId), gt(invitations.sentAt, since));
  const rows = await reader.select({ at: invitations.sentAt }).from(invitations).where(isRecent).orderBy(asc(invitations.sentAt));
  return rows.map(({ at }) => at);
}

async function selectReceivedTimes(reader: Reader, accountId: string): Promise<Date[]> {
  const isRecent = and(eq(invitations.recipientId, accountId), gt(invitations.sentAt, addMs(now(), -daysMs(monthDays))));
  const rows = await reader.select({ at: invitations.sentAt }).from(invitations).where(isRecent).orderBy(asc(invitations.sentAt));
  return rows.map(({ at }) => at);
}

async function selectOpenUntil(reader: Reader, pair: string): Promise<Date | null> {
  const isOpenOfPair = and(eq(invitations.pair, pair), isOpen());
  const [row] = await reader.select({ until: invitations.expiresAt }).from(invitations).where(isOpenOfPair).limit(1);
  return row?.until ?? null;
}

async function selectLastDecline(reader: Reader, pair: string): Promise<Date | null> {
  const isDeclined = and(eq(invitations.pair, pair), eq(invitations.state, 'declined'));
  const [row] = await reader
    .select({ at: invitations.decidedAt })
    .from(invitations)
    .where(isDeclined)
    .orderBy(desc(invitations.decidedAt))
    .limit(1);
  return row?.at ?? null;
}

/** Returns the expiry times of open invitations to an account whose two records have no shared work. */
async function selectStrangerExpiries(reader: Reader, accountId: string): Promise<Date[]> {
  const openInvitations = await reader
    .select({ from: invitations.senderAuthorId, to: invitations.recipientAuthorId, until: invitations.expiresAt })
    .from(invitations)
    .where(and(eq(invitations.recipientId, accountId), isOpen()))
    .orderBy(asc(invitations.expiresAt));
  if (openInvitations.length === 0) return [];
  const ids = [...new Set(openInvitations.flatMap(({ from, to }) => [from, to]))];
  const rows = await reader.select({ id: authors.id, key: authors.key }).from(authors).where(inArray(authors.id, ids));
  const keys = new Map(rows.map(({ id, key }) => [id, key]));
  const expiries: Date[] = [];
  for (const { from, to, until } of openInvitations) {
    const [one, other] = [keys.get(from), keys.get(to)];
    if (one === undefined || other === undefined || !(await haveSharedWork(reader, one, other))) expiries.push(until);
  }
  return expiries;
}

async function haveSharedWork(reader: Reader, one: number, other: number): Promise<boolean> {
  const edge = and(eq(coauthorEdges.authorKey, Math.min(one, other)), eq(coauthorEdges.coauthorKey, Math.max(one, other)));
  const rows = await reader.select({ works: coauthorEdges.works }).from(coauthorEdges).where(edge).limit(1);
  return rows.length > 0;
}

/** Upper bound on the viewer's records that are tried. */
const maxTriedRecords = 8;

/** Returns the case for the first of the viewer's records that meets all conditions, or for their first record if none does. */
export async function bestInviteContext(reader: Reader, actor: Actor | null, recipientAuthorId: string): Promise<InviteCase> {
  const ownRecords = actor ? await ownedRecordsOf(reader, actor) : [];
  const firstCase = await inviteContext(reader, actor, { recipientAuthorId });
  if (ownRecords.length < 2 || isAllowed(firstCase)) return firstCase;
  for (const { id } of ownRecords.slice(1, maxTriedRecords)) {
    const nextCase = await inviteContext(reader, actor, { recipientAuthorId, senderAuthorId: id });
    if (isAllowed(nextCase)) return nextCase;
  }
  return firstCase;
}

function isAllowed({ facts }: InviteCase): boolean {
  const { theirs, yours } = inviteRefusal(facts);
  return theirs.length + yours.length === 0;
}
