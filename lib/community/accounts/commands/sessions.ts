import { and, eq, isNull, ne, or } from 'drizzle-orm';
import { audit } from '#lib/platform/audit/roles.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { endSessions } from '#lib/platform/auth/sessions.ts';
import { accounts, sessions } from '#lib/platform/db/schema/accounts.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { emailAddress } from '#lib/platform/mail/address.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';

/** Ends one session of the account's own. */
export async function endOneSession(
  tx: Writer,
  { accountId }: Actor,
  { sessionId }: { sessionId: string },
): Promise<Outcome<void, 'unknown_session'>> {
  const own = and(eq(sessions.id, sessionId), eq(sessions.userId, accountId));
  return (await endSessions(tx, own)) > 0 ? done(undefined) : refused('unknown_session');
}

/** Ends every session of the account but the one that asks. @returns how many ended */
export async function endOtherSessions(tx: Writer, { accountId }: Actor, keep: string): Promise<Outcome<number>> {
  const others = and(eq(sessions.userId, accountId), or(isNull(sessions.id), ne(sessions.id, keep)));
  return done(await endSessions(tx, others));
}

/**
 * Ends all sessions of an account, named by its address or its id, or those of everybody: for the command line of the operator.
 * @returns how many ended
 */
export async function endSessionsOf(tx: Writer, who: { account: string } | 'everybody'): Promise<Outcome<number, 'unknown_account'>> {
  const subjectId = who === 'everybody' ? who : await accountIdOf(tx, who.account);
  if (subjectId === null) return refused('unknown_account');
  const whose = who === 'everybody' ? undefined : eq(sessions.userId, subjectId);
  const ended = await endSessions(tx, whose);
  const facts = { sessions: ended };
  await audit(tx, { accountId: null, action: 'sessions.ended', subject: 'account', subjectId, facts });
  return done(ended);
}

async function accountIdOf(tx: Writer, given: string): Promise<string | null> {
  const email = emailAddress(given);
  const which = email.ok ? eq(accounts.email, email.value) : eq(accounts.id, given);
  const [account] = await tx.select({ id: accounts.id }).from(accounts).where(which);
  return account?.id ?? null;
}
