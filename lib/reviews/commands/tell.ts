import { and, eq, inArray, isNull } from 'drizzle-orm';
import { now } from '../../clock.ts';
import { roles } from '../../db/schema/accounts.ts';
import { notifications } from '../../db/schema/notifications.ts';
import type { Writer } from '../../db/store.ts';
import { notify } from '../../notifications/commands.ts';
import { queue } from '../queries/queue.ts';
import { reviewerAt } from '../queries/reviewers.ts';

/** More people than this decide on no instance; a limit to what one job reads. */
const mostReviewers = 500;

/**
 * Tells everybody who decides that something waits for them: admins, and volunteers while their record stands at L4. One notice for all
 * that waits: none while an earlier one is unread, and at most one a day, so that a busy day fills nobody's mailbox.
 */
export async function tellReviewers(tx: Writer): Promise<void> {
  const decides = inArray(roles.role, ['admin', 'reviewer']);
  const rows = await tx
    .selectDistinct({ accountId: roles.accountId })
    .from(roles)
    .where(decides)
    .orderBy(roles.accountId)
    .limit(mostReviewers);
  for (const { accountId } of rows) await tellOne(tx, accountId);
}

async function tellOne(tx: Writer, accountId: string): Promise<void> {
  const unread = and(eq(notifications.accountId, accountId), eq(notifications.kind, 'review_waiting'), isNull(notifications.readAt));
  if ((await tx.select({ id: notifications.id }).from(notifications).where(unread).limit(1)).length > 0) return;
  const reviewer = await reviewerAt(tx, accountId);
  const waiting = reviewer ? (await queue(tx, reviewer, null, null)).rows.filter(({ voted }) => !voted) : [];
  const [oldest] = waiting;
  if (!oldest) return;
  const day = now().toISOString().slice(0, 10);
  const facts = { path: '/review', since: oldest.openedAt.toISOString().slice(0, 10) };
  await notify(tx, { accountId, kind: 'review_waiting', facts, onceKey: `review_waiting:${day}` });
}
