import { and, lt, ne } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import { auditEntries } from '#lib/platform/db/schema/accounts.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { logSecurityEvent } from '#lib/platform/log/security-events.ts';

/**
 * Writes an entry of the audit log about an account, or about the operator at the command line (null).
 * @param event the security event to log as well, if the account acts by its role
 */
export async function writeAuditEntry(
  tx: Writer,
  entry: { accountId: string | null; action: string; subject: string; subjectId: string; facts?: Record<string, unknown> },
  event?: 'admin_act' | 'review_act',
): Promise<void> {
  await tx.insert(auditEntries).values({ id: newId(), at: now(), facts: {}, ...entry });
  if (event) logSecurityEvent(event, { action: entry.action, subject: entry.subject });
}

/** Deletes entries older than `moment`, except roster invitations: they prevent a second invitation to the same person. */
export async function deleteAuditEntriesBefore(tx: Writer, moment: Date): Promise<void> {
  await tx.delete(auditEntries).where(and(lt(auditEntries.at, moment), ne(auditEntries.action, 'roster.invited')));
}
