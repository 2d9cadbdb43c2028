import { and, eq, isNull, ne, or } from 'drizzle-orm';
import type { Actor } from '../../auth/actor.ts';
import { sessions } from '../../db/schema/accounts.ts';
import type { Writer } from '../../db/store.ts';
import { done, type Outcome, refused } from '../../outcome.ts';

/** Ends one session of the account's own. */
export async function endOneSession(
  tx: Writer,
  { accountId }: Actor,
  { sessionId }: { sessionId: string },
): Promise<Outcome<void, 'unknown_session'>> {
  const own = and(eq(sessions.id, sessionId), eq(sessions.userId, accountId));
  const [ended] = await tx.delete(sessions).where(own).returning({ id: sessions.id });
  return ended ? done(undefined) : refused('unknown_session');
}

/** Ends every session of the account but the one that asks. @returns how many ended */
export async function endOtherSessions(tx: Writer, { accountId }: Actor, keep: string): Promise<Outcome<number>> {
  const others = and(eq(sessions.userId, accountId), or(isNull(sessions.id), ne(sessions.id, keep)));
  const ended = await tx.delete(sessions).where(others).returning({ id: sessions.id });
  return done(ended.length);
}
