import { and, eq, isNull, ne, or, type SQL } from 'drizzle-orm';
import { writeAuditEntry } from '#lib/platform/audit/entries.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { endSessions } from '#lib/platform/auth/sessions.ts';
import { hasRow } from '#lib/platform/db/rows.ts';
import { sessions } from '#lib/platform/db/schema/accounts.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { findAccounts } from '../queries/named-accounts.ts';
import { pendingChangeOf } from '../queries/pending-change.ts';
import { stopAddressChange } from './address-change.ts';

/** Ends one session of the account. */
export async function endOneSession(
  tx: Writer,
  { accountId }: Actor,
  { sessionId }: { sessionId: string },
): Promise<Outcome<void, 'unknown_session'>> {
  const isOwn = and(eq(sessions.id, sessionId), eq(sessions.userId, accountId));
  return (await endSessionsWhere(tx, accountId, isOwn)) > 0 ? done(undefined) : refused('unknown_session');
}

/** Ends all sessions of the account except `keep`. @returns how many ended */
export async function endOtherSessions(tx: Writer, { accountId }: Actor, keptSessionId: string): Promise<Outcome<number>> {
  const isOtherSession = and(eq(sessions.userId, accountId), or(isNull(sessions.id), ne(sessions.id, keptSessionId)));
  return done(await endSessionsWhere(tx, accountId, isOtherSession));
}

/**
 * Ends sessions of an account. Stops an address change that one of them confirmed, because a session that the owner ends may be an
 * attacker's.
 * @returns how many sessions ended
 */
export async function endSessionsWhere(tx: Writer, accountId: string, condition: SQL | undefined): Promise<number> {
  const pending = await pendingChangeOf(tx, accountId);
  const isOpen = async (): Promise<boolean> =>
    pending !== null && (await hasRow(tx, sessions, and(eq(sessions.userId, accountId), eq(sessions.id, pending.sessionId))));
  const wasOpen = await isOpen();
  const endedCount = await endSessions(tx, condition);
  if (wasOpen && !(await isOpen())) await stopAddressChange(tx, accountId);
  return endedCount;
}

/**
 * Ends all sessions of an account, identified by its id, current address or former address, or those of all accounts. For the operator's
 * command line. Also stops a pending address change of the given account, which may be an attacker's.
 * @returns how many ended
 */
export async function endSessionsOf(tx: Writer, target: { account: string } | 'everybody'): Promise<Outcome<number, 'unknown_account'>> {
  const subjectIds = target === 'everybody' ? [target] : await findAccounts(tx, target.account);
  if (subjectIds.length === 0) return refused('unknown_account');
  let endedCount = 0;
  for (const subjectId of subjectIds) {
    const condition = target === 'everybody' ? undefined : eq(sessions.userId, subjectId);
    const facts = { sessions: await endSessions(tx, condition) };
    endedCount += facts.sessions;
    if (target !== 'everybody') await stopAddressChange(tx, subjectId);
    await writeAuditEntry(tx, { accountId: null, action: 'sessions.ended', subject: 'account', subjectId, facts });
  }
  return done(endedCount);
}
