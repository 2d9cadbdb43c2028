import { createHash } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import { minutesMs, now } from '../clock.ts';
import { accounts, sessions } from '../db/schema/accounts.ts';
import type { Reader, Writer } from '../db/store.ts';
import { type Actor, mintActor } from './actor.ts';

export const sessionDays = 30;
const freshMs = minutesMs(30);

/** What the database keeps of a session's token. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** A session that is open: who, and since when they are signed in. */
export interface OpenSession {
  actor: Actor;
  signedInAt: Date;
}

/** The open session of a cookie's token, or null. One query by primary key. */
export async function openSession(reader: Reader, token: string | undefined): Promise<OpenSession | null> {
  if (!token) return null;
  const [found] = await reader
    .select({
      accountId: accounts.id,
      name: accounts.name,
      email: accounts.email,
      emailVerified: accounts.emailVerified,
      createdAt: sessions.createdAt,
    })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.userId))
    .where(and(eq(sessions.sessionToken, tokenHash(token)), gt(sessions.expires, now())))
    .limit(1);
  if (!found) return null;
  const { accountId, name, email, emailVerified } = found;
  const actor = mintActor({ accountId, name, email, emailConfirmed: email !== null && emailVerified !== null });
  return { actor, signedInAt: found.createdAt ?? new Date(0) };
}

/** True while the session is young enough for what needs a recent sign-in, such as linking another way to sign in. */
export const isFresh = (session: OpenSession, at: Date = now()): boolean => at.getTime() - session.signedInAt.getTime() <= freshMs;

export async function endSession(tx: Writer, token: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.sessionToken, tokenHash(token)));
}
