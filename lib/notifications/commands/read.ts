import { and, eq, isNull } from 'drizzle-orm';
import type { Actor } from '../../auth/actor.ts';
import { now } from '../../clock.ts';
import { notifications } from '../../db/schema/notifications.ts';
import type { Writer } from '../../db/store.ts';
import { done, type Outcome } from '../../outcome.ts';

/** Marks one notice of the account as read, or all of them. What is read, or not the account's own, stays as it is. */
export async function readNotifications(tx: Writer, actor: Actor, { id }: { id?: string | undefined } = {}): Promise<Outcome<number>> {
  const mine = and(
    eq(notifications.accountId, actor.accountId),
    isNull(notifications.readAt),
    id === undefined ? undefined : eq(notifications.id, id),
  );
  const read = await tx.update(notifications).set({ readAt: now() }).where(mine).returning({ id: notifications.id });
  return done(read.length);
}
