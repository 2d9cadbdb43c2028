import { hash } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import { openReview } from '#lib/governance/cases/commands/open.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { erasedAccount } from '#lib/platform/auth/erased-account.ts';
import { withinLimit } from '#lib/platform/auth/rate-limits.ts';
import { now } from '#lib/platform/clock.ts';
import { invitations, messages, threads } from '#lib/platform/db/schema/invitations.ts';
import { reports } from '#lib/platform/db/schema/reports.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { submissionLimits } from '#lib/platform/limits.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import type { MisuseReason } from '../model/report.ts';

/** Upper bound on messages of the other party that a report quotes, newest ones. */
const maxQuotedMessages = 10;

/**
 * Reports messages of the other party of an invitation to the reviewers. The report quotes their current text, so later changes do not
 * affect it. The other party is not notified.
 */
export async function fileMisuseReport(
  tx: Writer,
  actor: Actor,
  { invitationId, reason, note }: { invitationId: string; reason: MisuseReason; note?: string | undefined },
): Promise<Outcome<{ reportId: string }, 'unknown_invitation' | 'too_many_reports' | 'already_reported'>> {
  const [invitation] = await tx.select().from(invitations).where(eq(invitations.id, invitationId));
  const otherParty = invitation && otherPartyOf(invitation, actor);
  if (!invitation || !otherParty || otherParty.otherId === erasedAccount) return refused('unknown_invitation');
  if (!(await withinLimit(tx, 'report-account', actor.accountId, submissionLimits.account))) return refused('too_many_reports');
  const quotedTexts = await selectQuotedTexts(tx, invitation, otherParty.otherId);
  const onceKey = hash('sha256', JSON.stringify([actor.accountId, invitationId, 'misuse', reason]), 'base64url');
  const statement = { kind: 'misuse', reason, facts: { invitation: invitationId, text: quotedTexts }, note: note || null };
  const origin = { reporterId: actor.accountId, state: 'open', onceKey, createdAt: now() };
  const row = { id: newId(), subject: 'author', subjectId: otherParty.otherAuthorId, ...statement, ...origin };
  const [stored] = await tx.insert(reports).values(row).onConflictDoNothing().returning({ id: reports.id });
  if (!stored) return refused('already_reported');
  const parties = [actor.accountId, otherParty.otherId];
  await openReview(tx, { kind: 'report', subjectId: stored.id, authorId: otherParty.otherAuthorId, parties });
  return done({ reportId: stored.id });
}

function otherPartyOf(invitation: typeof invitations.$inferSelect, actor: Actor): { otherId: string; otherAuthorId: string } | null {
  const { senderId, senderAuthorId, recipientId, recipientAuthorId } = invitation;
  if (recipientId === actor.accountId) return { otherId: senderId, otherAuthorId: senderAuthorId };
  return senderId === actor.accountId ? { otherId: recipientId, otherAuthorId: recipientAuthorId } : null;
}

async function selectQuotedTexts(tx: Writer, invitation: typeof invitations.$inferSelect, otherId: string): Promise<string[]> {
  const rows = await tx
    .select({ body: messages.body })
    .from(messages)
    .innerJoin(threads, eq(threads.id, messages.threadId))
    .where(and(eq(threads.invitationId, invitation.id), eq(messages.accountId, otherId)))
    .orderBy(desc(messages.sentAt))
    .limit(maxQuotedMessages);
  const messageTexts = rows.map(({ body }) => body).reverse();
  return invitation.senderId === otherId ? [invitation.message, ...messageTexts] : messageTexts;
}
