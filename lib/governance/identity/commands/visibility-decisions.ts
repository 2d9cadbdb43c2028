import { and, eq, inArray } from 'drizzle-orm';
import { enqueueRecomputation } from '#lib/catalog/authors/commands/mark-changed.ts';
import { sharedTies } from '#lib/catalog/visibility/model.ts';
import { notify } from '#lib/community/notifications/commands/notify.ts';
import { appealUntil } from '#lib/governance/cases/model/appeals.ts';
import { dayOf, now } from '#lib/platform/clock.ts';
import { firstOf } from '#lib/platform/db/rows.ts';
import { visibilityRequests } from '#lib/platform/db/schema/identity.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { matchesAppealLink } from '../queries/visibility.ts';
import {
  applyRequestedVisibility,
  applyVisibility,
  closePendingRequests,
  revertLowering,
  type VisibilityRequestRow,
} from './visibility.ts';
import { mailVisibilityDecision } from './visibility-mail.ts';

/** Invalidates the links already mailed to colleagues. */
async function expireSharedLinks(tx: Writer, authorId: string): Promise<void> {
  const { by, state } = visibilityRequests;
  const isSentLink = and(eq(visibilityRequests.authorId, authorId), inArray(by, sharedTies), eq(state, 'sent'));
  await tx.update(visibilityRequests).set({ state: 'expired', tokenHash: null, contact: null }).where(isSentLink);
}

/** Carries out the decision of reviewers on a request. Notifies the requester of it and of the appeal, by email if they have no account. */
export async function decideVisibility(
  tx: Writer,
  requestId: string,
  decision: 'approve' | 'reject',
  { reason, remedy }: { reason: string; remedy: string | null } = { reason: '', remedy: null },
): Promise<Outcome<void, 'unknown_request'>> {
  const requestBefore = await firstOf(tx, visibilityRequests, eq(visibilityRequests.id, requestId));
  const isUndecided = and(eq(visibilityRequests.id, requestId), inArray(visibilityRequests.state, ['open', 'waiting']));
  const state = decision === 'approve' ? 'applied' : 'rejected';
  const [row] = await tx.update(visibilityRequests).set({ state, expiresAt: null, decidedAt: now() }).where(isUndecided).returning();
  if (!row) return refused('unknown_request');
  if (decision === 'approve') {
    await closePendingRequests(tx, row.authorId);
    await applyDecision(tx, row);
  } else if (requestBefore?.state === 'waiting') {
    await expireSharedLinks(tx, row.authorId);
    await revertLowering(tx, row);
  }
  if (row.by === 'at_risk') await enqueueRecomputation(tx, [row.authorId]);
  await notifyRequester(tx, row, { done: decision === 'approve', reason, remedy: remedy ?? '' });
  return done(undefined);
}

/** Applies what reviewers have agreed with. The owner's own request also counts for a record that its owner decides on alone. */
async function applyDecision(tx: Writer, { authorId, wanted, by }: VisibilityRequestRow): Promise<boolean> {
  if (by !== 'owner') return applyRequestedVisibility(tx, authorId, wanted);
  await applyVisibility(tx, authorId, wanted);
  return true;
}

async function notifyRequester(
  tx: Writer,
  row: VisibilityRequestRow,
  notice: { done: boolean; reason: string; remedy: string },
): Promise<void> {
  if (row.accountId !== null) {
    const path = notice.done ? '/visibility' : `/appeal/suppression/${row.id}`;
    const appealFacts: Record<string, string> = notice.done ? {} : { until: dayOf(appealUntil(now())) };
    const facts = { path, decision: notice.done ? 'approve' : 'reject', reason: notice.reason, remedy: notice.remedy, ...appealFacts };
    await notify(tx, { accountId: row.accountId, kind: 'visibility_decided', facts, onceKey: `visibility_decided:${row.id}` });
  } else if (row.contact !== null) await mailVisibilityDecision(tx, { id: row.id, contact: row.contact }, notice, !notice.done);
}

/** Applies a rejected request after a granted appeal. False if the record was claimed since, because its owner decides. */
export async function applyVisibilityAfterAppeal(tx: Writer, requestId: string): Promise<boolean> {
  const isRejected = and(eq(visibilityRequests.id, requestId), eq(visibilityRequests.state, 'rejected'));
  const [row] = await tx.update(visibilityRequests).set({ state: 'applied', decidedAt: now() }).where(isRejected).returning();
  return row !== undefined && (await applyDecision(tx, row));
}

/** Emails the result of an appeal to a person without an account, and deletes their address. */
export async function answerAppealByMail(
  tx: Writer,
  requestId: string,
  { state, reason, remedy }: { state: string; reason: string; remedy: string },
): Promise<void> {
  const [row] = await tx.select().from(visibilityRequests).where(eq(visibilityRequests.id, requestId));
  if (row?.contact)
    await mailVisibilityDecision(tx, { id: row.id, contact: row.contact }, { done: state === 'granted', reason, remedy }, false);
}

/**
 * Consumes the appeal link in the answer to a rejected request. It works once, for thirty days. The address is kept until the appeal is
 * answered.
 * @returns false if the link is used, wrong or expired
 */
export async function redeemAppealLink(tx: Writer, link: { request: string; code: string }): Promise<boolean> {
  return (
    (await tx.update(visibilityRequests).set({ tokenHash: null }).where(matchesAppealLink(link)).returning({ id: visibilityRequests.id }))
      .length > 0
  );
}
