import { and, eq, inArray, lte } from 'drizzle-orm';
import { newestKey } from '#lib/community/feeds/queries/cursors.ts';
import { mailAddressOf } from '#lib/community/notifications/commands/notify.ts';
import { advanceDigest, setDigest, unsubscribeTokenOf } from '#lib/community/notifications/commands/settings.ts';
import { isTimeZone, nextDigest, type Schedule } from '#lib/community/notifications/model/digest-schedule.ts';
import { toSchedule } from '#lib/community/notifications/queries/settings.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { addMs, minutesMs, now } from '#lib/platform/clock.ts';
import { hasRow } from '#lib/platform/db/rows.ts';
import { recordEvents } from '#lib/platform/db/schema/follows.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { digests } from '#lib/platform/db/schema/notifications.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import type { Reader, Store, Writer } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { unsubscribeLinks } from '#lib/platform/mail/unsubscribe.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { digestMessage } from './mail.ts';
import { digestOf } from './queries.ts';

/** Enqueues a digest at its time. The time is part of the deduplication key, so a changed schedule gets its own job. */
const enqueueDigest = (tx: Writer, accountId: string, due: Date, runAt = due): Promise<void> =>
  enqueue(tx, { kind: 'send-digest', payload: { accountId, due: due.getTime() }, onceKey: `digest:${accountId}:${due.getTime()}`, runAt });

/** Sets an account's digest schedule. When it is switched on, the first digest covers what arrives from then on. */
export async function setSchedule(
  tx: Writer,
  actor: Actor,
  schedule: Schedule,
): Promise<Outcome<{ nextAt: Date | null }, 'unknown_time_zone' | 'needs_address_for_mail'>> {
  if (!isTimeZone(schedule.timeZone)) return refused('unknown_time_zone');
  const { accountId } = actor;
  // Sample accounts have no confirmed address either, but may view the settings.
  if (schedule.frequency !== 'off' && !actor.emailConfirmed) return refused('needs_address_for_mail');
  await unsubscribeTokenOf(tx, accountId);
  const at = now();
  const nextAt = nextDigest(schedule, at);
  const [before] = await tx.select().from(digests).where(eq(digests.accountId, accountId));
  const isSwitchedOn = before?.frequency === 'off' && nextAt !== null;
  const startPosition = isSwitchedOn
    ? { lastAt: at, lastWork: await newestKey(tx, works), lastNews: await newestKey(tx, recordEvents) }
    : {};
  await setDigest(tx, accountId, { ...schedule, nextAt, question: 'answered', ...startPosition });
  if (nextAt) await enqueueDigest(tx, accountId, nextAt);
  return done({ nextAt });
}

/** Returns whether works are being assigned to topics; a digest of topics would miss some of them. */
async function isSettling(reader: Reader): Promise<boolean> {
  const isOpen = and(eq(jobs.kind, 'find-topics'), inArray(jobs.state, ['waiting', 'running']), lte(jobs.runAt, now()));
  return hasRow(reader, jobs, isOpen);
}

const retryDelayMs = minutesMs(2);
const maxDelayMs = minutesMs(60);

/**
 * Sends the digest of an account if it is still due. New items are read before the transaction. Within it, one conditional update advances
 * the account to its next digest, so that only one of several workers or attempts sends the mail. No mail is sent if nothing is new.
 */
export async function sendDigest(store: Store, { accountId, due }: { accountId: string; due: number }): Promise<void> {
  const at = now();
  const dueAt = new Date(due);
  const isDue = and(eq(digests.accountId, accountId), eq(digests.nextAt, dueAt));
  const [row] = await store.reader.select().from(digests).where(isDue);
  if (!row) return;
  if (at.getTime() - due < maxDelayMs && (await isSettling(store.reader))) {
    await store.transact((tx) => enqueue(tx, { kind: 'send-digest', payload: { accountId, due }, runAt: addMs(at, retryDelayMs) }));
    return;
  }
  const schedule = toSchedule(row);
  // Read before the newest work key, so that each event refers to works that existed before it.
  const news = await newestKey(store.reader, recordEvents);
  const upperBounds = { at, work: await newestKey(store.reader, works), news };
  const digest = await digestOf(store.reader, row, upperBounds);
  const nextAt = nextDigest(schedule, at);
  await store.transact(async (tx) => {
    const progress = { nextAt, lastAt: digest.notifiedUntil, lastWork: upperBounds.work, lastNews: upperBounds.news };
    const token = await advanceDigest(tx, isDue, progress);
    if (token === null) return;
    if (nextAt) await enqueueDigest(tx, accountId, nextAt);
    const to = digest.isEmpty ? null : await mailAddressOf(tx, accountId);
    if (to === null) return;
    const message = digestMessage(digest, { ...schedule, base: env().PUBLIC_URL, stop: unsubscribeLinks(token, 'digest') });
    await enqueue(tx, { kind: 'send-mail', payload: { to, ...message } });
  });
}

const maxPerRun = 1000;

/** Enqueues overdue digests whose job was lost. A waiting job is not duplicated. */
export async function enqueueDueDigests(tx: Writer): Promise<void> {
  const overdue = await tx
    .select({ accountId: digests.accountId, nextAt: digests.nextAt })
    .from(digests)
    .where(lte(digests.nextAt, addMs(now(), -maxDelayMs)))
    .limit(maxPerRun);
  for (const { accountId, nextAt } of overdue) if (nextAt) await enqueueDigest(tx, accountId, nextAt, now());
}
