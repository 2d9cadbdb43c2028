import { and, eq, exists, inArray, lt, not, or } from 'drizzle-orm';
import { blocks, invitations } from '#lib/platform/db/schema/invitations.ts';
import type { Writer } from '#lib/platform/db/store.ts';

/**
 * Deletes invitations that were sent before a moment and ended without a conversation. Keeps those between two accounts with a block or
 * mute, because they identify the person.
 */
export async function deleteInvitationsBefore(tx: Writer, moment: Date): Promise<void> {
  const { senderId, recipientId, state, sentAt } = invitations;
  const { accountId, blockedId } = blocks;
  const isBetween = or(and(eq(accountId, senderId), eq(blockedId, recipientId)), and(eq(accountId, recipientId), eq(blockedId, senderId)));
  const block = tx.select({ accountId }).from(blocks).where(isBetween);
  const isEnded = inArray(state, ['declined', 'withdrawn', 'expired']);
  await tx.delete(invitations).where(and(isEnded, lt(sentAt, moment), not(exists(block))));
}
