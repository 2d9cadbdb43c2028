import { aliasedTable, and, eq, inArray, ne, notExists, notInArray, or, sql } from 'drizzle-orm';
import { reviseAuthorsInOrder } from '#lib/catalog/authors/commands/mark-changed.ts';
import type { PowerErrorCode } from '#lib/catalog/powers/model.ts';
import { mayUse, powerRefusalOf } from '#lib/catalog/powers/queries.ts';
import { lockAccountRows } from '#lib/community/accounts/commands/lock.ts';
import { notify } from '#lib/community/notifications/commands/notify.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import { firstOf, hasRow, rowsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { collaborations } from '#lib/platform/db/schema/invitations.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { accountPairKey } from '../model/invitation.ts';
import { type ThreadRow, threadRowOf, threadsBetween } from '../queries/threads.ts';

type CollaborationErrorCode =
  | PowerErrorCode
  | 'unknown_thread'
  | 'thread_closed'
  | 'record_not_held'
  | 'collaborator_needs_proof'
  | 'nothing_to_end';

const isActive = inArray(collaborations.state, ['proposed', 'confirmed']);

/**
 * Ends collaborations that previous owners of one of the two records have declared. They are no longer shown, and the current owners have
 * not declared them.
 */
async function endEarlierCollaborations(tx: Writer, { invitation }: ThreadRow): Promise<void> {
  const { senderAuthorId, recipientAuthorId } = invitation;
  const isActiveOfPair = and(eq(collaborations.pair, accountPairKey(senderAuthorId, recipientAuthorId)), isActive);
  const isInOtherThread = and(isActiveOfPair, notInArray(collaborations.threadId, threadsBetween(tx, invitation)));
  await tx.update(collaborations).set({ state: 'ended', endedAt: now() }).where(isInOtherThread);
}

/**
 * Declares that the two members of a thread collaborate. The first declaration is a proposal; the second one confirms it, and both records
 * show the collaboration. Concurrent declarations confirm it too. Both need the power when they are made.
 */
export async function declareCollaboration(
  tx: Writer,
  actor: Actor,
  { threadId }: { threadId: string },
): Promise<Outcome<{ state: 'proposed' | 'confirmed' }, CollaborationErrorCode>> {
  const threadBeforeLock = await threadRowOf(tx, actor, threadId);
  if (!threadBeforeLock) return refused('unknown_thread');
  const { senderId, recipientId, senderAuthorId, recipientAuthorId } = threadBeforeLock.invitation;
  await lockAccountRows(tx, [senderId, recipientId]);
  const thread = await threadRowOf(tx, actor, threadId);
  if (!thread || thread.closed) return refused('thread_closed');
  if (!(await doBothOwnRecords(tx, thread))) return refused('record_not_held');
  const code = await powerRefusalOf(tx, thread.ownAuthorId, 'collaborate');
  if (code) return refused(code);
  await endEarlierCollaborations(tx, thread);
  const at = now();
  const [fromAuthorId, toAuthorId] =
    actor.accountId === senderId ? [senderAuthorId, recipientAuthorId] : [recipientAuthorId, senderAuthorId];
  const pair = accountPairKey(senderAuthorId, recipientAuthorId);
  const row = { id: newId(), threadId, pair, fromAuthorId, toAuthorId, proposedBy: actor.accountId, state: 'proposed', proposedAt: at };
  const [proposedRow] = await tx.insert(collaborations).values(row).onConflictDoNothing().returning({ id: collaborations.id });
  if (proposedRow) {
    await notifyOtherMember(
      tx,
      thread,
      'attestation_requested',
      // At most one notification a month, however often the proposal is withdrawn and repeated.
      `${threadId}:${actor.accountId}:${at.toISOString().slice(0, 7)}`,
      'They suggest that both profiles say that you work together. That is shown only if you confirm it.',
    );
    return done({ state: 'proposed' });
  }
  const isProposedByOther = and(
    eq(collaborations.pair, pair),
    eq(collaborations.state, 'proposed'),
    ne(collaborations.proposedBy, actor.accountId),
  );
  // The other owner may have lost the proof, or have declared it before it was needed.
  if ((await hasRow(tx, collaborations, isProposedByOther)) && !(await mayUse(tx, toAuthorId, 'collaborate')))
    return refused('collaborator_needs_proof');
  const [confirmedRow] = await tx.update(collaborations).set({ state: 'confirmed', decidedAt: at }).where(isProposedByOther).returning();
  if (confirmedRow) {
    await reviseAuthorsInOrder(tx, [senderAuthorId, recipientAuthorId]);
    await notifyOtherMember(tx, thread, 'attestation_given', confirmedRow.id, 'Both profiles now say that you work together.');
  }
  const active = await firstOf(tx, collaborations, and(eq(collaborations.pair, pair), isActive));
  return done({ state: active?.state === 'confirmed' ? 'confirmed' : 'proposed' });
}

/** Ends a confirmed collaboration, or declines a proposed one. Either member can, at any time, and nobody is notified. */
export async function endCollaboration(
  tx: Writer,
  actor: Actor,
  { threadId }: { threadId: string },
): Promise<Outcome<void, CollaborationErrorCode>> {
  const thread = await threadRowOf(tx, actor, threadId);
  if (!thread) return refused('unknown_thread');
  const { senderAuthorId, recipientAuthorId } = thread.invitation;
  const at = now();
  // Excludes collaborations that later owners of these records have declared.
  const isOwnThread = inArray(collaborations.threadId, threadsBetween(tx, thread.invitation));
  const isActiveOfPair = and(eq(collaborations.pair, accountPairKey(senderAuthorId, recipientAuthorId)), isOwnThread, isActive);
  const [endedRow] = await tx
    .update(collaborations)
    .set({ state: sql`case when ${collaborations.state} = 'confirmed' then 'ended' else 'declined' end`, endedAt: at })
    .where(isActiveOfPair)
    .returning();
  if (!endedRow) return refused('nothing_to_end');
  await reviseAuthorsInOrder(tx, [senderAuthorId, recipientAuthorId]);
  return done(undefined);
}

/** Declines the collaborations that only one of two accounts has confirmed. */
export async function declineProposedCollaborations(tx: Writer, one: string, other: string): Promise<void> {
  const threadIds = threadsBetween(tx, { pair: accountPairKey(one, other) });
  const isProposed = and(inArray(collaborations.threadId, threadIds), eq(collaborations.state, 'proposed'));
  await tx.update(collaborations).set({ state: 'declined', endedAt: now() }).where(isProposed);
}

/** Returns whether both accounts still own the records that they wrote for. */
async function doBothOwnRecords(tx: Writer, { invitation }: ThreadRow): Promise<boolean> {
  const { senderId, senderAuthorId, recipientId, recipientAuthorId } = invitation;
  const isOwnedByWriter = and(
    eq(authors.claimState, 'claimed'),
    or(
      and(eq(authors.id, senderAuthorId), eq(authors.ownerId, senderId)),
      and(eq(authors.id, recipientAuthorId), eq(authors.ownerId, recipientId)),
    ),
  );
  const rows = await tx.select({ id: authors.id }).from(authors).where(isOwnedByWriter);
  return rows.length === 2;
}

async function notifyOtherMember(
  tx: Writer,
  thread: ThreadRow,
  kind: 'attestation_requested' | 'attestation_given',
  id: string,
  what: string,
): Promise<void> {
  if (thread.otherGetsNoNotifications) return;
  const facts = { author: thread.ownAuthorId, what, path: `/threads/${thread.id}#collaboration` };
  await notify(tx, { accountId: thread.otherId, kind, facts, onceKey: `${kind}:collaboration:${id}` });
}

/**
 * Moves collaborations from a record to another one of the same owner, as part of a merge, or moves only `onlyIds` back. Skips a
 * collaboration that the target already has with the same person, and one between the two records.
 */
export async function moveCollaborations(tx: Writer, from: string, to: string, onlyIds?: readonly string[]): Promise<string[]> {
  const { id, fromAuthorId, toAuthorId } = collaborations;
  const otherCollaborations = aliasedTable(collaborations, 'other_collaborations');
  const rows = await rowsOf(tx, collaborations, or(eq(fromAuthorId, from), eq(toAuthorId, from)), id);
  const movedIds: string[] = [];
  for (const row of rows) {
    const side = row.fromAuthorId === from ? 'fromAuthorId' : 'toAuthorId';
    const other = row.fromAuthorId === from ? row.toAuthorId : row.fromAuthorId;
    if (other === to || (onlyIds && !onlyIds.includes(row.id))) continue;
    const newPair = accountPairKey(to, other);
    const isDuplicate = and(
      eq(otherCollaborations.pair, newPair),
      ne(otherCollaborations.id, row.id),
      inArray(otherCollaborations.state, ['proposed', 'confirmed']),
    );
    const duplicate = tx.select({ id: otherCollaborations.id }).from(otherCollaborations).where(isDuplicate);
    const updatedRows = await tx
      .update(collaborations)
      .set({ [side]: to, pair: newPair })
      .where(and(eq(id, row.id), notExists(duplicate)))
      .returning({ id });
    movedIds.push(...updatedRows.map((each) => each.id));
  }
  return movedIds;
}
