import { and, eq, gt } from 'drizzle-orm';
import { writeAuditEntry } from '#lib/platform/audit/entries.ts';
import { isAdmin } from '#lib/platform/audit/roles.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { passkeyRefusal } from '#lib/platform/auth/reauthentication.ts';
import { addMs, daysMs, now } from '#lib/platform/clock.ts';
import { announcements } from '#lib/platform/db/schema/accounts.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { retryFailedJob } from '#lib/platform/jobs/queue.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import type { AnnouncementInput, OperationErrorCode } from './model/operations.ts';

/** Returns the refusal of an operator's act, or null. It requires an admin with a recent sign-in by passkey. */
export const adminRefusal = async (tx: Writer, actor: Actor): Promise<'not_an_admin' | 'passkey_sign_in_needed' | null> =>
  (await isAdmin(tx, actor.accountId)) ? passkeyRefusal(actor) : 'not_an_admin';

/** Publishes an announcement on every page for a number of days. */
export async function announce(
  tx: Writer,
  actor: Actor,
  { text, href, days }: AnnouncementInput,
): Promise<Outcome<string, OperationErrorCode>> {
  const code = await adminRefusal(tx, actor);
  if (code) return refused(code);
  const [at, id] = [now(), newId()];
  await tx.insert(announcements).values({ id, text, href, from: at, until: addMs(at, daysMs(days)), createdBy: actor.accountId });
  await writeAuditEntry(
    tx,
    { accountId: actor.accountId, action: 'announce', subject: 'announcement', subjectId: id, facts: { days } },
    'admin_act',
  );
  return done(id);
}

export async function endAnnouncement(tx: Writer, actor: Actor, { id }: { id: string }): Promise<Outcome<void, OperationErrorCode>> {
  const code = await adminRefusal(tx, actor);
  if (code) return refused(code);
  const at = now();
  const isActive = and(eq(announcements.id, id), gt(announcements.until, at));
  const endedRows = await tx.update(announcements).set({ until: at }).where(isActive).returning({ id: announcements.id });
  if (endedRows.length === 0) return refused('unknown_announcement');
  await writeAuditEntry(
    tx,
    { accountId: actor.accountId, action: 'end-announcement', subject: 'announcement', subjectId: id },
    'admin_act',
  );
  return done(undefined);
}

export async function retryJob(tx: Writer, actor: Actor, { id }: { id: string }): Promise<Outcome<void, OperationErrorCode>> {
  const code = await adminRefusal(tx, actor);
  if (code) return refused(code);
  const kind = await retryFailedJob(tx, id);
  if (kind === null) return refused('unknown_job');
  await writeAuditEntry(
    tx,
    { accountId: actor.accountId, action: 'retry-job', subject: 'job', subjectId: id, facts: { kind } },
    'admin_act',
  );
  return done(undefined);
}
