import { and, eq, lt, not } from 'drizzle-orm';
import { endKeptStatements } from '#lib/catalog/ownership/commands/kept-statements.ts';
import { deleteExpiredChallenges } from '#lib/community/accounts/commands/passkeys.ts';
import { deleteInvitationsBefore } from '#lib/community/invitations/commands/expire.ts';
import { deleteExpiredBlocks } from '#lib/community/invitations/commands/retained-blocks.ts';
import { deleteNotificationsBefore } from '#lib/community/notifications/commands/notify.ts';
import { expireDrafts } from '#lib/governance/additions/commands/draft.ts';
import { expireVisibilityLinks } from '#lib/governance/identity/commands/visibility-requests.ts';
import { deleteAuditEntriesBefore } from '#lib/platform/audit/entries.ts';
import { isOpenAt } from '#lib/platform/auth/sessions.ts';
import { addMs, daysMs, now } from '#lib/platform/clock.ts';
import { rateLimits, sessions, signInTokens } from '#lib/platform/db/schema/accounts.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { expireArchives } from '#lib/portal/exports/commands/expire.ts';

/** Deletes expired data, and data whose retention period in the settings is over (docs/operate.md, Retention). */
export async function deleteExpiredData(tx: Writer): Promise<void> {
  const at = now();
  const settings = env();
  const daysAgo = (days: number): Date => addMs(at, -daysMs(days));
  const finishedBefore = daysAgo(settings.JOB_RETENTION_DAYS);
  await tx.delete(jobs).where(and(eq(jobs.state, 'done'), lt(jobs.finishedAt, finishedBefore)));
  // An email that was not delivered in this time is obsolete, and its address must not be stored any longer.
  const isUnsent = and(eq(jobs.state, 'failed'), eq(jobs.kind, 'send-mail'), lt(jobs.finishedAt, finishedBefore));
  await tx.delete(jobs).where(isUnsent);
  const failedBefore = daysAgo(settings.FAILED_JOB_RETENTION_DAYS);
  if (settings.FAILED_JOB_RETENTION_DAYS > 0) await tx.delete(jobs).where(and(eq(jobs.state, 'failed'), lt(jobs.finishedAt, failedBefore)));
  await deleteExpiredChallenges(tx);
  await tx.delete(signInTokens).where(lt(signInTokens.expires, at));
  await tx.delete(sessions).where(not(isOpenAt(tx, at)));
  await expireVisibilityLinks(tx);
  await deleteExpiredBlocks(tx);
  if (settings.NOTIFICATION_RETENTION_DAYS > 0) await deleteNotificationsBefore(tx, daysAgo(settings.NOTIFICATION_RETENTION_DAYS));
  if (settings.INVITATION_RETENTION_DAYS > 0) await deleteInvitationsBefore(tx, daysAgo(settings.INVITATION_RETENTION_DAYS));
  if (settings.AUDIT_RETENTION_DAYS > 0) await deleteAuditEntriesBefore(tx, daysAgo(settings.AUDIT_RETENTION_DAYS));
  await expireArchives(tx);
  await expireDrafts(tx);
  await endKeptStatements(tx);
  await tx.delete(rateLimits).where(lt(rateLimits.expire, at));
}
