import { and, eq, inArray, or } from 'drizzle-orm';
import { reviseAuthorsInOrder } from '#lib/catalog/authors/commands/mark-changed.ts';
import { retainBlocks } from '#lib/community/invitations/commands/retained-blocks.ts';
import { invitationsLifecycle } from '#lib/community/invitations/lifecycle.ts';
import { accountPairKey, type InvitationState, isInvitationOpen } from '#lib/community/invitations/model/invitation.ts';
import { notify } from '#lib/community/notifications/commands/notify.ts';
import { closeReview } from '#lib/governance/cases/commands/open.ts';
import { erasedAccount, erasedRecord, formerMember } from '#lib/platform/auth/erased-account.ts';
import { now } from '#lib/platform/clock.ts';
import { rowsOf } from '#lib/platform/db/rows.ts';
import { collaborations, invitations, messages, threadMembers, threads } from '#lib/platform/db/schema/invitations.ts';
import { notifications } from '#lib/platform/db/schema/notifications.ts';
import { reports } from '#lib/platform/db/schema/reports.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import type { ErasedAccount } from '#lib/platform/db/table-lifecycle.ts';
import { newId } from '#lib/platform/id.ts';
import { eraseTables } from './tables.ts';

type Invitation = typeof invitations.$inferSelect;
type Side = 'sender' | 'recipient';

const sideOf = (accountId: string, { senderId }: Invitation): Side => (senderId === accountId ? 'sender' : 'recipient');
const otherOf = (accountId: string, { senderId, recipientId }: Invitation): string => (senderId === accountId ? recipientId : senderId);

/**
 * Erases what connects the account with others. Open invitations end, threads close, and texts that it wrote are deleted. The others keep
 * their own texts, and see "a former member" as the other side. If both sides are erased, nothing is stored.
 */
export async function eraseConnections(tx: Writer, erased: ErasedAccount): Promise<void> {
  const { accountId, seals } = erased;
  const rows = await lockInvitations(tx, accountId);
  const threadIds = await threadsWith(tx, accountId, rows);
  await retainBlocks(tx, { accountId, seals, declines: declinesOf(accountId, rows) });
  await endCollaborations(tx, accountId, threadIds);
  for (const row of rows) await closeInvitation(tx, accountId, row);
  for (const threadId of threadIds) await closeThread(tx, accountId, threadId);
  await eraseTables(tx, erased, invitationsLifecycle);
  await removeName(tx, accountId, { rows, threadIds });
  await removeQuotes(tx, accountId, rows);
}

/** Returns when an invitation between the account and each other account was last declined. */
function declinesOf(accountId: string, rows: readonly Invitation[]): Map<string, Date> {
  const declines = new Map<string, Date>();
  for (const row of rows) {
    const other = otherOf(accountId, row);
    if (row.state !== 'declined' || !row.decidedAt || other === erasedAccount) continue;
    if (row.decidedAt > (declines.get(other) ?? new Date(0))) declines.set(other, row.decidedAt);
  }
  return declines;
}

/** Locks the account's invitations, so that none is answered meanwhile. If one was just accepted, its thread is found afterwards. */
async function lockInvitations(tx: Writer, accountId: string): Promise<Invitation[]> {
  const isParty = or(eq(invitations.senderId, accountId), eq(invitations.recipientId, accountId));
  const invitationIds = await tx.select({ id: invitations.id }).from(invitations).where(isParty).orderBy(invitations.id);
  const rows: Invitation[] = [];
  for (const { id } of invitationIds) rows.push(...(await tx.update(invitations).set({ id }).where(eq(invitations.id, id)).returning()));
  return rows;
}

async function threadsWith(tx: Writer, accountId: string, rows: readonly Invitation[]): Promise<string[]> {
  const ids = rows.map(({ id }) => id);
  const invitationThreads =
    ids.length > 0 ? await tx.select({ id: threads.id }).from(threads).where(inArray(threads.invitationId, ids)) : [];
  const memberThreads = await tx.select({ id: threadMembers.threadId }).from(threadMembers).where(eq(threadMembers.accountId, accountId));
  return [...new Set([...invitationThreads, ...memberThreads].map(({ id }) => id))].sort();
}

async function closeInvitation(tx: Writer, accountId: string, row: Invitation): Promise<void> {
  const other = otherOf(accountId, row);
  if (other === erasedAccount || other === accountId) {
    await tx.delete(invitations).where(eq(invitations.id, row.id));
    return;
  }
  const side = sideOf(accountId, row);
  const wasOpen = isInvitationOpen(row.state as InvitationState);
  const endedState = wasOpen ? { state: side === 'sender' ? 'withdrawn' : 'expired', decidedAt: now() } : {};
  const erasedSide =
    side === 'sender'
      ? { senderId: erasedAccount, senderAuthorId: erasedRecord, message: '', workIds: [], link: null, expectedTime: null }
      : { recipientId: erasedAccount, recipientAuthorId: erasedRecord, declineReason: null, seenAt: null };
  const erasedFields = { ...erasedSide, ...endedState, pair: accountPairKey(erasedAccount, other) };
  await tx.update(invitations).set(erasedFields).where(eq(invitations.id, row.id));
  if (!wasOpen || side === 'sender') return;
  const facts = { name: formerMember, path: `/invitations/${row.id}` };
  await notify(tx, { accountId: other, kind: 'invitation_ended', facts, onceKey: `invitation_ended:${row.id}` });
}

/** Closes a thread. The other side keeps it; the account's messages remain as empty entries. */
async function closeThread(tx: Writer, accountId: string, threadId: string): Promise<void> {
  const members = await tx.select({ id: threadMembers.accountId }).from(threadMembers).where(eq(threadMembers.threadId, threadId));
  if (members.every(({ id }) => id === accountId || id === erasedAccount)) {
    await tx.delete(messages).where(eq(messages.threadId, threadId));
    await tx.delete(threadMembers).where(eq(threadMembers.threadId, threadId));
    await tx.delete(threads).where(eq(threads.id, threadId));
    return;
  }
  const isOwnMessage = and(eq(messages.threadId, threadId), eq(messages.accountId, accountId));
  await tx.update(messages).set({ accountId: erasedAccount, body: '', workIds: [] }).where(isOwnMessage);
  const isOwnMembership = and(eq(threadMembers.threadId, threadId), eq(threadMembers.accountId, accountId));
  await tx
    .update(threadMembers)
    .set({ accountId: erasedAccount, readAt: null, archivedAt: null, mutedAt: null, leftAt: now() })
    .where(isOwnMembership);
}

/** Deletes the account's collaborations, which need the consent of both sides, and updates the pages of both records. */
async function endCollaborations(tx: Writer, accountId: string, threadIds: readonly string[]): Promise<void> {
  const inThreads = threadIds.length > 0 ? inArray(collaborations.threadId, [...threadIds]) : undefined;
  const deletedRows = await tx
    .delete(collaborations)
    .where(or(eq(collaborations.proposedBy, accountId), inThreads))
    .returning({ from: collaborations.fromAuthorId, to: collaborations.toAuthorId });
  const ids = deletedRows.flatMap(({ from, to }) => [from, to]);
  await reviseAuthorsInOrder(tx, ids);
}

/** Removes the account's name and id from notifications of others. */
async function removeName(
  tx: Writer,
  accountId: string,
  { rows, threadIds }: { rows: readonly Invitation[]; threadIds: readonly string[] },
): Promise<void> {
  const paths = new Set([...rows.map(({ id }) => `/invitations/${id}`), ...threadIds.map((id) => `/threads/${id}`)]);
  const otherIds = [...new Set(rows.map((row) => otherOf(accountId, row)))].filter((id) => id !== erasedAccount);
  for (const other of otherIds) {
    const notificationRows = await tx.select().from(notifications).where(eq(notifications.accountId, other));
    for (const { id, facts, onceKey } of notificationRows) {
      if (!paths.has((facts.path ?? '').replace(/#.*$/, '')) || facts.name === formerMember) continue;
      const key = onceKey.includes(accountId) ? `${onceKey.replace(accountId, erasedAccount)}:${newId()}` : onceKey;
      const { author: _, ...rest } = facts;
      const change = { facts: { ...rest, name: formerMember }, onceKey: key };
      await tx.update(notifications).set(change).where(eq(notifications.id, id));
    }
  }
}

/** Removes quotes of the account's texts from reports of misuse. Open cases are closed, since the accused account no longer exists. */
async function removeQuotes(tx: Writer, accountId: string, rows: readonly Invitation[]): Promise<void> {
  const otherByInvitation = new Map(rows.map((row) => [row.id, otherOf(accountId, row)]));
  const otherIds = [...new Set(otherByInvitation.values())];
  if (otherIds.length === 0) return;
  const misuseReports = await rowsOf(tx, reports, and(eq(reports.kind, 'misuse'), inArray(reports.reporterId, otherIds)));
  for (const { id, facts, state, reporterId } of misuseReports) {
    if (typeof facts.invitation !== 'string' || otherByInvitation.get(facts.invitation) !== reporterId) continue;
    const { text: _, ...rest } = facts;
    const change = { facts: rest, state: state === 'open' ? 'moot' : state };
    await tx.update(reports).set(change).where(eq(reports.id, id));
    if (state === 'open') await closeReview(tx, 'report', id);
  }
}
