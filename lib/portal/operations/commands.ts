import { and, eq, gt } from 'drizzle-orm';
import { isAdmin } from '#lib/platform/audit/roles.ts';
import { type Actor, needsPasskey } from '#lib/platform/auth/actor.ts';
import { daysMs, later, now } from '#lib/platform/clock.ts';
import { announcements, auditEntries } from '#lib/platform/db/schema/accounts.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import type { AnnouncementInput, OperationErrorCode } from './model.ts';

/** Returns why somebody may not do what is the operator's, or null: an admin does, after a fresh sign-in with a passkey. */
const adminRefusal = async (tx: Writer, actor: Actor): Promise<'not_an_admin' | 'passkey_sign_in_needed' | null> =>
  (await isAdmin(tx, actor.accountId)) ? needsPasskey(actor) : 'not_an_admin';

const audit = (tx: Writer, actor: Actor, action: string, subject: string, subjectId: string, facts: Record<string, unknown> = {}) =>
  tx.insert(auditEntries).values({ id: newId(), at: now(), accountId: actor.accountId, action, subject, subjectId, facts });

/** Tells everybody something on every page, for some days. */
export async function announce(
  tx: Writer,
  actor: Actor,
  { text, href, days }: AnnouncementInput,
): Promise<Outcome<string, OperationErrorCode>> {
  const code = await adminRefusal(tx, actor);
  if (code) return refused(code);
  const [at, id] = [now(), newId()];
  await tx.insert(announcements).values({ id, text, href, from: at, until: later(at, daysMs(days)), createdBy: actor.accountId });
  await audit(tx, actor, 'announce', 'announcement', id, { days });
  return done(id);
}

/** Takes an announcement down before its time. */
export async function endAnnouncement(tx: Writer, actor: Actor, { id }: { id: string }): Promise<Outcome<void, OperationErrorCode>> {
  const code = await adminRefusal(tx, actor);
  if (code) return refused(code);
  const at = now();
  const stands = and(eq(announcements.id, id), gt(announcements.until, at));
  const ended = await tx.update(announcements).set({ until: at }).where(stands).returning({ id: announcements.id });
  if (ended.length === 0) return refused('unknown_announcement');
  await audit(tx, actor, 'end-announcement', 'announcement', id);
  return done(undefined);
}

/** Gives a job that gave up another try, now. */
export async function retryJob(tx: Writer, actor: Actor, { id }: { id: string }): Promise<Outcome<void, OperationErrorCode>> {
  const code = await adminRefusal(tx, actor);
  if (code) return refused(code);
  const again = { state: 'waiting', attempts: 0, runAt: now(), finishedAt: null, lastError: null };
  const failed = and(eq(jobs.id, id), eq(jobs.state, 'failed'));
  const [job] = await tx.update(jobs).set(again).where(failed).returning({ kind: jobs.kind });
  if (!job) return refused('unknown_job');
  await audit(tx, actor, 'retry-job', 'job', id, { kind: job.kind });
  return done(undefined);
}
