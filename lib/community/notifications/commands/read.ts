import { and, eq, isNull } from 'drizzle-orm';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import { notifications } from '#lib/platform/db/schema/notifications.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome } from '#lib/platform/outcome.ts';

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
