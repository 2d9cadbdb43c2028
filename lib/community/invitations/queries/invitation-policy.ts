import { and, asc, eq, gt, or, sql } from 'drizzle-orm';
import type { AuthorRow } from '#lib/catalog/authors/queries/find.ts';
import { haveCommonCoauthor } from '#lib/catalog/graph/queries/path.ts';
import { parseInvitationLimits } from '#lib/catalog/ownership/model.ts';
import { holdingClaimOf, type OwnedRecord, ownedRecordsOf } from '#lib/catalog/ownership/queries/ownership.ts';
import { latestLevelOf } from '#lib/catalog/trust/queries/snapshots.ts';
import { visibleRecord } from '#lib/catalog/visibility/queries.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { addMs, daysMs, now } from '#lib/platform/clock.ts';
import { encodeList, isInList, placeholderFor } from '#lib/platform/db/prepared.ts';
import { columnsOf, idsOf, keysOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { coauthorEdges } from '#lib/platform/db/schema/graph.ts';
import { invitations } from '#lib/platform/db/schema/invitations.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { monthDays } from '../model/availability.ts';
import { activeCooldowns, type CooldownFacts } from '../model/cooldown.ts';
import { accountPairKey } from '../model/invitation.ts';
import { type InviteFacts, inviteRefusal } from '../model/invitation-policy.ts';
import type { Purpose } from '../model/purposes.ts';
import { blocksWith } from './boundaries.ts';
import { cooldownFacts } from './cooldown.ts';
import { retainedBoundariesOf } from './retained-blocks.ts';

// Literal states, so that both engines recognize that the partial unique index covers the query.
const isUnanswered = sql`${invitations.state} in ('sent', 'seen')`;
/** Matches unanswered invitations that have not expired, whether or not the worker has run. */
const isOpen = () => and(isUnanswered, gt(invitations.expiresAt, placeholderFor(invitations.expiresAt, 'at')));

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

/** What is known of a sender for every recipient. */
interface SenderSide {
  accountId: string;
  records: readonly (AuthorRow & { stale: boolean })[];
  cooldowns: CooldownFacts;
}

/** What is known of a recipient for every sender. */
interface RecipientSide {
  record: AuthorRow | null;
  /** The account that would receive an invitation. */
  owner: string | null;
  facts: InviteFacts['recipient'];
}

type Invitation = Pick<RequestedInvitation, 'senderAuthorId' | 'purpose' | 'message'>;

/** Gathers the facts for an invitation. Inside a command the caller has locked both accounts. */
export async function inviteContext(
  reader: Reader,
  actor: Actor | null,
  { recipientAuthorId, ...invitation }: RequestedInvitation,
): Promise<InviteCase> {
  const recipients = await recipientSides(reader, [recipientAuthorId]);
  const [found] = await gatherCases(reader, actor && (await senderSide(reader, actor)), recipients, invitation);
  if (!found) throw new Error('There is a case for each recipient.');
  return found;
}

/** Upper bound on the viewer's records that are tried. */
const maxTriedRecords = 8;

/**
 * Returns the case of each of some recipients, in their order: for the first of the viewer's records that meets all conditions, or for their
 * first record if none does. The number of statements does not depend on the number of recipients.
 * @param own the viewer's records, if they are read already
 */
export async function bestInviteContexts(
  reader: Reader,
  actor: Actor | null,
  recipientAuthorIds: readonly string[],
  own?: readonly OwnedRecord[],
): Promise<InviteCase[]> {
  const recipients = await recipientSides(reader, recipientAuthorIds);
  const sender = actor && (await senderSide(reader, actor, own));
  const best = await gatherCases(reader, sender, recipients, {});
  for (const { id } of sender?.records.slice(1, maxTriedRecords) ?? []) {
    const refused = recipients.flatMap((side, index) => (best[index] && !isAllowed(best[index]) ? [{ side, index }] : []));
    if (refused.length === 0) break;
    const sides = refused.map(({ side }) => side);
    const others = await gatherCases(reader, sender, sides, { senderAuthorId: id });
    for (const [at, other] of others.entries()) if (isAllowed(other)) best[refused[at]?.index ?? 0] = other;
  }
  return best;
}

export async function bestInviteContext(
  reader: Reader,
  actor: Actor | null,
  recipientAuthorId: string,
  own?: readonly OwnedRecord[],
): Promise<InviteCase> {
  const [best] = await bestInviteContexts(reader, actor, [recipientAuthorId], own);
  if (!best) throw new Error('There is a case for each recipient.');
  return best;
}

function isAllowed({ facts }: InviteCase): boolean {
  const { theirs, yours } = inviteRefusal(facts);
  return theirs.length + yours.length === 0;
}

async function senderSide(reader: Reader, actor: Actor, own?: readonly OwnedRecord[]): Promise<SenderSide> {
  const ids = idsOf(own ?? (await ownedRecordsOf(reader, actor)));
  const rows = ids.length > 0 ? await reader.prepared(selectRecords, { ids: encodeList(ids) }) : [];
  const records = ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
  return { accountId: actor.accountId, records, cooldowns: await cooldownFacts(reader, actor.accountId) };
}

const selectRecords = (reader: Reader) => reader.select().from(authors).where(isInList(authors.id, 'ids')).prepare();
const selectVisible = (reader: Reader) =>
  reader
    .select()
    .from(authors)
    .where(and(isInList(authors.id, 'ids'), visibleRecord()))
    .prepare();

async function recipientSides(reader: Reader, ids: readonly string[]): Promise<RecipientSide[]> {
  const rows = await reader.prepared(selectVisible, { ids: encodeList(ids) });
  const sides = ids.map((id) => {
    const record = rows.find((row) => row.id === id) ?? null;
    return { record, owner: record?.claimState === 'claimed' ? record.ownerId : null };
  });
  const owners = sides.flatMap(({ owner }) => owner ?? []);
  const strangers = await selectStrangerExpiries(reader, owners);
  const limited = sides.flatMap(({ record, owner }) =>
    owner && parseInvitationLimits(record?.availability).monthly !== null ? [owner] : [],
  );
  const received = await selectReceivedTimes(reader, limited);
  return Promise.all(
    sides.map(async ({ record, owner }) => {
      if (!record) return { record, owner, facts: null };
      const { id, kind, claimState, availability } = record;
      const facts = {
        ...{ kind, claimState },
        noticeEndsAt: claimState === 'pending' ? await selectNoticeEnd(reader, id) : null,
        availability: availability && { open: availability.open, purposes: availability.purposes, ...parseInvitationLimits(availability) },
        openFromStrangers: strangers.get(owner ?? '') ?? [],
        receivedThisMonth: received.get(owner ?? '') ?? [],
      };
      return { record, owner, facts };
    }),
  );
}

/** Returns the case of each recipient, for one record of the sender. */
async function gatherCases(
  reader: Reader,
  sender: SenderSide | null,
  recipients: readonly RecipientSide[],
  { senderAuthorId, purpose, message }: Invitation,
): Promise<InviteCase[]> {
  const record = (senderAuthorId ? sender?.records.find(({ id }) => id === senderAuthorId) : sender?.records[0]) ?? null;
  const common = { at: now(), purpose: purpose ?? null };
  const parties = { senderAuthorId: record?.id ?? null, senderKey: record?.key ?? null };
  if (!sender)
    return recipients.map((side) => ({ facts: { ...common, recipient: side.facts, sender: null }, recipient: side.record, ...parties }));
  const { accountId, cooldowns } = sender;
  const owners = recipients.flatMap(({ owner }) => owner ?? []);
  const pairs = owners.map((owner) => accountPairKey(accountId, owner));
  const level = record && (await levelOf(reader, record));
  const shared = record
    ? await selectSharing(reader, record.key, keysOf(recipients.flatMap((side) => side.record ?? [])))
    : new Set<number>();
  const blocks = await blocksWith(reader, accountId, owners);
  const retained = await retainedBoundariesOf(reader, owners, accountId);
  const openUntil = await selectOpenUntil(reader, pairs);
  const declinedAt = await selectLastDeclines(reader, pairs);
  const sentThisWeek = cooldowns.recent.map(({ sentAt }) => sentAt).sort((a, b) => a.getTime() - b.getTime());
  return Promise.all(
    recipients.map(async ({ record: recipient, owner, facts }): Promise<InviteCase> => {
      const pair = owner ? accountPairKey(accountId, owner) : '';
      const boundary = retained.get(owner ?? '');
      const requiresSharedContext = parseInvitationLimits(recipient?.availability).from === 'known';
      const senderFacts = {
        isRecipient: owner === accountId,
        ...{ level, sentThisWeek },
        sharesWork: recipient !== null && shared.has(recipient.key),
        sharesCollaborator:
          record !== null && recipient !== null && requiresSharedContext
            ? await haveCommonCoauthor(reader, record.key, recipient.key)
            : false,
        openUntil: openUntil.get(pair) ?? null,
        declinedAt: laterOf(declinedAt.get(pair) ?? null, boundary?.declinedAt ?? null),
        blockedByThem: blocks.byThem.has(owner ?? '') || boundary?.blocked === true,
        blockedByYou: blocks.byYou.has(owner ?? ''),
        cooldowns: activeCooldowns(cooldowns, { recipientId: owner, text: message ?? null }),
      };
      return { facts: { ...common, recipient: facts, sender: senderFacts }, recipient, ...parties };
    }),
  );
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
  const level = await latestLevelOf(reader, record.key);
  if (!record.stale) return level ?? 0;
  const claim = await holdingClaimOf(reader, record.id);
  if (claim?.state !== 'accepted' || level === 0) return level ?? 0;
  return Math.max(level ?? 0, claim.strength === 'strong' ? 3 : 2);
}

/** Returns when each of some accounts received invitations, in the last 30 days. */
async function selectReceivedTimes(reader: Reader, owners: readonly string[]): Promise<Map<string, Date[]>> {
  if (owners.length === 0) return new Map();
  const rows = await reader.prepared(selectReceived, { owners: encodeList(owners), since: addMs(now(), -daysMs(monthDays)) });
  return new Map([...Map.groupBy(rows, ({ owner }) => owner)].map(([owner, each]) => [owner, each.map(({ at }) => at)]));
}

const selectReceived = (reader: Reader) =>
  reader
    .select({ owner: invitations.recipientId, at: invitations.sentAt })
    .from(invitations)
    .where(and(isInList(invitations.recipientId, 'owners'), gt(invitations.sentAt, placeholderFor(invitations.sentAt, 'since'))))
    .orderBy(asc(invitations.sentAt))
    .prepare();

/** Returns when the open invitation of each pair of accounts that has one expires. */
async function selectOpenUntil(reader: Reader, pairs: readonly string[]): Promise<Map<string, Date>> {
  const rows = pairs.length > 0 ? await reader.prepared(selectOpenOfPairs, { pairs: encodeList(pairs), at: now() }) : [];
  return new Map(rows.map(({ pair, until }) => [pair, until]));
}

const selectOpenOfPairs = (reader: Reader) =>
  reader
    .select({ pair: invitations.pair, until: invitations.expiresAt })
    .from(invitations)
    .where(and(isInList(invitations.pair, 'pairs'), isOpen()))
    .prepare();

/** Returns when an invitation was last declined between each pair of accounts. */
async function selectLastDeclines(reader: Reader, pairs: readonly string[]): Promise<Map<string, Date>> {
  const rows = pairs.length > 0 ? await reader.prepared(selectDeclines, { pairs: encodeList(pairs) }) : [];
  return new Map(rows.flatMap(({ pair, at }) => (at ? [[pair, at]] : [])));
}

const selectDeclines = (reader: Reader) =>
  reader
    .select({ pair: invitations.pair, at: invitations.decidedAt })
    .from(invitations)
    .where(and(isInList(invitations.pair, 'pairs'), eq(invitations.state, 'declined')))
    .orderBy(asc(invitations.decidedAt))
    .prepare();

/** Returns the expiry times of open invitations to each account whose two records have no shared work. */
async function selectStrangerExpiries(reader: Reader, owners: readonly string[]): Promise<Map<string, Date[]>> {
  const expiries = new Map<string, Date[]>();
  const open = owners.length > 0 ? await reader.prepared(selectOpenReceived, { owners: encodeList(owners), at: now() }) : [];
  if (open.length === 0) return expiries;
  const ids = [...new Set(open.flatMap(({ from, to }) => [from, to]))];
  const keys = new Map((await reader.prepared(selectKeys, { ids: encodeList(ids) })).map(({ id, key }) => [id, key]));
  for (const { owner, from, to, until } of open) {
    const [one, other] = [keys.get(from), keys.get(to)];
    const isKnown = one !== undefined && other !== undefined && (await selectSharing(reader, one, [other])).size > 0;
    if (!isKnown) expiries.set(owner, [...(expiries.get(owner) ?? []), until]);
  }
  return expiries;
}

const selectOpenReceived = (reader: Reader) =>
  reader
    .select({
      owner: invitations.recipientId,
      ...{ from: invitations.senderAuthorId, to: invitations.recipientAuthorId, until: invitations.expiresAt },
    })
    .from(invitations)
    .where(and(isInList(invitations.recipientId, 'owners'), isOpen()))
    .orderBy(asc(invitations.expiresAt))
    .prepare();

const selectKeys = (reader: Reader) =>
  reader
    .select(columnsOf(authors, 'id', 'key'))
    .from(authors)
    .where(isInList(authors.id, 'ids'))
    .prepare();

/** Returns which of some records share a work with a record. */
async function selectSharing(reader: Reader, key: number, others: readonly number[]): Promise<Set<number>> {
  if (others.length === 0) return new Set();
  const rows = await reader.prepared(selectEdges, { key, others: encodeList(others) });
  return new Set(rows.map(({ one, other }) => (one === key ? other : one)));
}

const selectEdges = (reader: Reader) => {
  const { authorKey, coauthorKey } = coauthorEdges;
  const key = sql.placeholder('key');
  return reader
    .select({ one: authorKey, other: coauthorKey })
    .from(coauthorEdges)
    .where(or(and(eq(authorKey, key), isInList(coauthorKey, 'others')), and(eq(coauthorKey, key), isInList(authorKey, 'others'))))
    .prepare();
};
