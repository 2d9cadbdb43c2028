import { and, eq, isNull } from 'drizzle-orm';
import type { Actor } from '../auth/actor.ts';
import { now } from '../clock.ts';
import { accounts } from '../db/schema/accounts.ts';
import { notifications } from '../db/schema/notifications.ts';
import type { Writer } from '../db/store.ts';
import { env } from '../env.ts';
import { newId } from '../id.ts';
import { enqueue } from '../jobs/queue.ts';
import { noticeLetter } from '../mail/letters.ts';
import { done, type Outcome } from '../outcome.ts';
import { type NotificationKind, notificationWords } from './model.ts';

export interface Notice {
  accountId: string;
  kind: NotificationKind;
  /** Public names, and the path that the notice leads to. */
  facts: Record<string, string> & { path: string };
  /** The same event gives the same key: somebody is told once, however often a job is repeated. */
  onceKey: string;
}

/** Tells an account something, in the transaction that made it true; by mail too where the account has a confirmed address. */
export async function notify(tx: Writer, { accountId, kind, facts, onceKey }: Notice): Promise<void> {
  const row = { id: newId(), accountId, kind, facts, onceKey, createdAt: now() };
  const [told] = await tx.insert(notifications).values(row).onConflictDoNothing().returning({ id: notifications.id });
  if (!told) return;
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId));
  if (!account?.email || !account.emailVerified || account.sample) return;
  const { title, text, says } = notificationWords(kind, facts);
  const letter = noticeLetter({ title, sentence: text, says, link: `${env().PUBLIC_URL}${facts.path}` });
  await enqueue(tx, { kind: 'send-mail', payload: { to: account.email, ...letter } });
}

/** Marks what the account has been told as read. */
export async function readNotifications(tx: Writer, actor: Actor): Promise<Outcome<number>> {
  const mine = and(eq(notifications.accountId, actor.accountId), isNull(notifications.readAt));
  const read = await tx.update(notifications).set({ readAt: now() }).where(mine).returning({ id: notifications.id });
  return done(read.length);
}
