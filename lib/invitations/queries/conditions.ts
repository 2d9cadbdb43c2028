import { and, count, desc, eq, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import type { Actor } from '../../auth/actor.ts';
import { recordsOf } from '../../claims/queries/records.ts';
import { daysMs, later, now } from '../../clock.ts';
import { authors } from '../../db/schema/authors.ts';
import { claims } from '../../db/schema/claims.ts';
import { coauthorEdges } from '../../db/schema/graph.ts';
import { blocks, invitations } from '../../db/schema/invitations.ts';
import type { Reader } from '../../db/store.ts';
import { trustOf } from '../../trust/queries/snapshots.ts';
import { type InviteFacts, type InviteRefusals, inviteRefusal, type Purpose, pairOf } from '../model.ts';

// Literal states, so that both engines see that the partial unique index covers the query.
const isOpen = sql`${invitations.state} in ('sent', 'seen')`;

type AuthorRow = typeof authors.$inferSelect;

/** What the reader wants to send; the purpose may still be open. */
export interface Wanted {
  recipientAuthorId: string;
  senderAuthorId?: string | undefined;
  purpose?: Purpose | undefined;
}

/** Both sides of an invitation that could be sent, with what it is decided from. */
export interface InviteCase {
  facts: InviteFacts;
  recipient: AuthorRow | null;
  /** The record that the sender would write for. */
  senderAuthorId: string | null;
}

/** Gathers what an invitation is decided from. Inside a command the caller has locked both accounts. */
export async function inviteCase(reader: Reader, actor: Actor | null, wanted: Wanted): Promise<InviteCase> {
  const [recipient] = await reader
    .select()
    .from(authors)
    .where(and(eq(authors.id, wanted.recipientAuthorId), isNull(authors.mergedInto), ne(authors.visibility, 'suppressed')))
    .limit(1);
  const owner = recipient?.claimState === 'claimed' ? recipient.ownerId : null;
  const own = actor ? await recordsOf(reader, actor) : [];
  const chosen = wanted.senderAuthorId ? own.find(({ id }) => id === wanted.senderAuthorId) : own[0];
  const [record] = chosen ? await reader.select().from(authors).where(eq(authors.id, chosen.id)) : [];
  const facts: InviteFacts = {
    at: now(),
    purpose: wanted.purpose ?? null,
    recipient: recipient
      ? {
          kind: recipient.kind,
          claimState: recipient.claimState,
          availability: recipient.availability,
          openFromStrangers: owner ? await openFromStrangers(reader, owner) : 0,
        }
      : null,
    sender: actor && (await senderFacts(reader, actor.accountId, record ?? null, owner, recipient ?? null)),
  };
  return { facts, recipient: recipient ?? null, senderAuthorId: record?.id ?? null };
}

async function senderFacts(
  reader: Reader,
  accountId: string,
  record: AuthorRow | null,
  owner: string | null,
  recipient: AuthorRow | null,
): Promise<NonNullable<InviteFacts['sender']>> {
  const pair = owner ? pairOf(accountId, owner) : '';
  return {
    isRecipient: owner === accountId,
    level: record && (await levelOf(reader, record)),
    sentThisWeek: await sentSince(reader, accountId, later(now(), -daysMs(7))),
    sharesWork: record && recipient ? await shareWork(reader, record.key, recipient.key) : false,
    hasOpenWithRecipient: (await openWithin(reader, pair)) > 0,
    declinedAt: await lastDecline(reader, pair),
    blocked: owner ? await isBlocked(reader, accountId, owner) : false,
  };
}

/** The record's verification level; until its snapshot follows a new claim, the least that the claim itself gives. */
async function levelOf(reader: Reader, record: AuthorRow): Promise<number> {
  const trust = await trustOf(reader, record.key);
  if (!record.stale) return trust?.level ?? 0;
  const accepted = and(eq(claims.authorId, record.id), eq(claims.state, 'accepted'));
  const [claim] = await reader.select({ strength: claims.strength }).from(claims).where(accepted).limit(1);
  if (!claim || trust?.level === 0) return trust?.level ?? 0;
  return Math.max(trust?.level ?? 0, claim.strength === 'strong' ? 3 : 2);
}

async function sentSince(reader: Reader, accountId: string, since: Date): Promise<number> {
  const recent = and(eq(invitations.senderId, accountId), gt(invitations.sentAt, since));
  const [row] = await reader.select({ sent: count() }).from(invitations).where(recent);
  return row?.sent ?? 0;
}

async function openWithin(reader: Reader, pair: string): Promise<number> {
  const [row] = await reader
    .select({ open: count() })
    .from(invitations)
    .where(and(eq(invitations.pair, pair), isOpen));
  return row?.open ?? 0;
}

async function lastDecline(reader: Reader, pair: string): Promise<Date | null> {
  const declined = and(eq(invitations.pair, pair), eq(invitations.state, 'declined'));
  const [row] = await reader
    .select({ at: invitations.decidedAt })
    .from(invitations)
    .where(declined)
    .orderBy(desc(invitations.decidedAt))
    .limit(1);
  return row?.at ?? null;
}

/** Open invitations to an account whose two records have no work in common. */
async function openFromStrangers(reader: Reader, accountId: string): Promise<number> {
  const open = await reader
    .select({ from: invitations.senderAuthorId, to: invitations.recipientAuthorId })
    .from(invitations)
    .where(and(eq(invitations.recipientId, accountId), isOpen));
  if (open.length === 0) return 0;
  const ids = [...new Set(open.flatMap(({ from, to }) => [from, to]))];
  const rows = await reader.select({ id: authors.id, key: authors.key }).from(authors).where(inArray(authors.id, ids));
  const keys = new Map(rows.map(({ id, key }) => [id, key]));
  let strangers = 0;
  for (const { from, to } of open) {
    const [one, other] = [keys.get(from), keys.get(to)];
    if (one === undefined || other === undefined || !(await shareWork(reader, one, other))) strangers += 1;
  }
  return strangers;
}

async function shareWork(reader: Reader, one: number, other: number): Promise<boolean> {
  const edge = and(eq(coauthorEdges.authorKey, Math.min(one, other)), eq(coauthorEdges.coauthorKey, Math.max(one, other)));
  const found = await reader.select({ works: coauthorEdges.works }).from(coauthorEdges).where(edge).limit(1);
  return found.length > 0;
}

export async function isBlocked(reader: Reader, one: string, other: string): Promise<boolean> {
  const either = or(
    and(eq(blocks.accountId, one), eq(blocks.blockedId, other)),
    and(eq(blocks.accountId, other), eq(blocks.blockedId, one)),
  );
  const found = await reader.select({ since: blocks.since }).from(blocks).where(either).limit(1);
  return found.length > 0;
}

/** Every condition that keeps the reader from inviting the owner of a record, theirs and yours apart. */
export const inviteRefusalFor = async (reader: Reader, actor: Actor | null, recipientAuthorId: string): Promise<InviteRefusals> =>
  inviteRefusal((await inviteCase(reader, actor, { recipientAuthorId })).facts);
