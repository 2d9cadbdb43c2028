import { and, asc, desc, eq, ne, or, sql } from 'drizzle-orm';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { erasedAccount } from '#lib/platform/auth/erased-account.ts';
import { firstOf } from '#lib/platform/db/rows.ts';
import { blocks, invitations, threads } from '#lib/platform/db/schema/invitations.ts';
import { reports } from '#lib/platform/db/schema/reports.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { BlockView, InvitationDetail, InvitationState, InvitationView } from '../model/invitation.ts';
import { parseMessage } from '../model/markdown.ts';
import type { DeclineReason, ExpectedTime, Purpose } from '../model/purposes.ts';
import { recordNameLookup } from './names.ts';
import { workRefs } from './work-refs.ts';

type Row = typeof invitations.$inferSelect;

/** Returns whom an account has blocked or muted, by account id. */
async function boundariesBy(reader: Reader, actor: Actor): Promise<Map<string, string>> {
  const rows = await reader.prepared(boundariesQuery, { accountId: actor.accountId });
  return new Map(rows.map(({ id, kind }) => [id, kind]));
}

const boundariesQuery = (reader: Reader) =>
  reader
    .select({ id: blocks.blockedId, kind: blocks.kind })
    .from(blocks)
    .where(eq(blocks.accountId, sql.placeholder('accountId')))
    .prepare();

/** Returns the other party of an invitation; null if the account is not a party, or the other account is erased. */
export async function findOtherParty(reader: Reader, actor: Actor, invitationId: string): Promise<string | null> {
  const row = await firstOf(reader, invitations, and(eq(invitations.id, invitationId), ne(invitations.senderId, invitations.recipientId)));
  const other = row?.senderId === actor.accountId ? row.recipientId : row?.recipientId === actor.accountId ? row.senderId : null;
  return other === erasedAccount ? null : other;
}

const isSentBy = (actor: Actor, { senderId }: Row): boolean => senderId === actor.accountId;
const otherPartyOf = (actor: Actor, row: Row): string => (isSentBy(actor, row) ? row.recipientId : row.senderId);

async function toInvitationViews(
  reader: Reader,
  actor: Actor,
  rows: { invitation: Row; threadId: string | null }[],
): Promise<InvitationView[]> {
  const authorIds = rows.flatMap(({ invitation }) => [invitation.senderAuthorId, invitation.recipientAuthorId]);
  const nameOf = await recordNameLookup(reader, authorIds);
  const boundaries = await boundariesBy(reader, actor);
  return rows.map(({ invitation, threadId }) => ({
    id: invitation.id,
    role: isSentBy(actor, invitation) ? 'sender' : 'recipient',
    state: invitation.state as InvitationState,
    purpose: invitation.purpose as Purpose,
    message: invitation.message,
    expectedTime: invitation.expectedTime as ExpectedTime | null,
    link: invitation.link,
    workIds: invitation.workIds,
    from: nameOf(invitation.senderAuthorId),
    to: nameOf(invitation.recipientAuthorId),
    sentAt: invitation.sentAt,
    seenAt: isSentBy(actor, invitation) ? null : invitation.seenAt,
    decidedAt: invitation.decidedAt,
    expiresAt: invitation.expiresAt,
    declineReason: invitation.declineReason as DeclineReason | null,
    threadId,
    blocked: boundaries.get(otherPartyOf(actor, invitation)) === 'block',
    muted: boundaries.get(otherPartyOf(actor, invitation)) === 'mute',
    erased: otherPartyOf(actor, invitation) === erasedAccount,
  }));
}

const isParty = (actor: Actor) => or(eq(invitations.senderId, actor.accountId), eq(invitations.recipientId, actor.accountId));

/** Returns an invitation as one of its two parties sees it; null for others. */
export async function invitationDetailOf(reader: Reader, actor: Actor, invitationId: string): Promise<InvitationDetail | null> {
  const rows = await reader
    .select({ invitation: invitations, threadId: threads.id })
    .from(invitations)
    .leftJoin(threads, eq(threads.invitationId, invitations.id))
    .where(and(eq(invitations.id, invitationId), isParty(actor)))
    .limit(1);
  const [view] = await toInvitationViews(reader, actor, rows);
  if (!view) return null;
  const works = await workRefs(reader, view.workIds);
  return {
    ...view,
    text: parseMessage(view.message),
    works: view.workIds.flatMap((id) => works.get(id) ?? []),
    reported: await isReported(reader, actor, invitationId),
  };
}

/** Returns whether the actor has reported the other party for this invitation. */
export async function isReported(reader: Reader, actor: Actor, invitationId: string): Promise<boolean> {
  const isOwnMisuseReport = and(eq(reports.reporterId, actor.accountId), eq(reports.kind, 'misuse'));
  const ownReports = await reader.select({ facts: reports.facts }).from(reports).where(isOwnMisuseReport);
  return ownReports.some(({ facts }) => facts.invitation === invitationId);
}

/** Returns the invitations that an account has sent or received, newest first. */
export async function invitationsOf(reader: Reader, actor: Actor, role: 'sender' | 'recipient', limit = 100): Promise<InvitationView[]> {
  return toInvitationViews(reader, actor, await reader.prepared(invitationsQueries[role], { accountId: actor.accountId, limit }));
}

const createInvitationsQuery = (side: typeof invitations.senderId | typeof invitations.recipientId) => (reader: Reader) =>
  reader
    .select({ invitation: invitations, threadId: threads.id })
    .from(invitations)
    .leftJoin(threads, eq(threads.invitationId, invitations.id))
    .where(eq(side, sql.placeholder('accountId')))
    .orderBy(desc(invitations.sentAt))
    .limit(sql.placeholder('limit'))
    .prepare();

const invitationsQueries = {
  sender: createInvitationsQuery(invitations.senderId),
  recipient: createInvitationsQuery(invitations.recipientId),
};

/** Returns the record that an invitation was sent to; null for accounts other than its recipient. */
export async function invitedRecordOf(reader: Reader, actor: Actor, invitationId: string): Promise<string | null> {
  const isReceived = and(eq(invitations.id, invitationId), eq(invitations.recipientId, actor.accountId));
  const [row] = await reader.select({ authorId: invitations.recipientAuthorId }).from(invitations).where(isReceived).limit(1);
  return row?.authorId ?? null;
}

/** Returns the people that an account has blocked, by the records that they wrote for. */
export const blocksOf = (reader: Reader, actor: Actor): Promise<BlockView[]> => selectBoundaries(reader, actor, 'block');
/** Returns the people that an account has muted, by the records that they wrote for. */
export const mutesOf = (reader: Reader, actor: Actor): Promise<BlockView[]> => selectBoundaries(reader, actor, 'mute');

async function selectBoundaries(reader: Reader, actor: Actor, kind: 'block' | 'mute'): Promise<BlockView[]> {
  const rows = await reader.prepared(blockedPeopleQuery, { accountId: actor.accountId, kind });
  const latestByAccount = new Map(rows.map((row) => [row.blockedId, row]));
  const otherAuthorId = ({ invitation, blockedId }: (typeof rows)[number]) =>
    invitation.senderId === blockedId ? invitation.senderAuthorId : invitation.recipientAuthorId;
  const nameOf = await recordNameLookup(reader, [...latestByAccount.values()].map(otherAuthorId));
  return [...latestByAccount.values()].map((row) => ({
    invitationId: row.invitation.id,
    name: nameOf(otherAuthorId(row)).name,
    since: row.since,
  }));
}

const blockedPeopleQuery = (reader: Reader) =>
  reader
    .select({ blockedId: blocks.blockedId, since: blocks.since, invitation: invitations })
    .from(blocks)
    .innerJoin(
      invitations,
      or(
        and(eq(invitations.senderId, blocks.blockedId), eq(invitations.recipientId, blocks.accountId)),
        and(eq(invitations.recipientId, blocks.blockedId), eq(invitations.senderId, blocks.accountId)),
      ),
    )
    .where(and(eq(blocks.accountId, sql.placeholder('accountId')), eq(blocks.kind, sql.placeholder('kind'))))
    .orderBy(asc(invitations.sentAt))
    .prepare();

/** Returns the thread of an invitation that the account has accepted; null if there is none. */
export async function acceptedThreadOf(reader: Reader, { accountId }: Actor, invitationId: string): Promise<string | null> {
  const [thread] = await reader
    .select({ id: threads.id })
    .from(threads)
    .innerJoin(invitations, eq(invitations.id, threads.invitationId))
    .where(and(eq(invitations.id, invitationId), eq(invitations.recipientId, accountId)));
  return thread?.id ?? null;
}
