import { hash, randomBytes } from 'node:crypto';
import { and, eq, exists, gt, inArray, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import { addMs, daysMs, minutesMs, now } from '#lib/platform/clock.ts';
import { columnsOf, hasRow } from '#lib/platform/db/rows.ts';
import { accounts, roles, sessions } from '#lib/platform/db/schema/accounts.ts';
import type { Reader, Writer } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { newId } from '#lib/platform/id.ts';
import { logSecurityEvent } from '#lib/platform/log/security-events.ts';
import { type Actor, mintActor } from './actor.ts';

/** Days without use after which a session expires; fewer for admins and reviewers. */
const idleDays = (): number => env().SESSION_IDLE_DAYS;
const idleDaysOfReviewers = (): number => Math.min(7, idleDays());

/** Hashes a token, or an emailed code, for storage, so that reading the database reveals neither. */
export const tokenHash = (token: string): string => hash('sha256', token, 'base64url');

/** An open session: its account, and when it was opened. */
export interface OpenSession {
  actor: Actor;
  signedInAt: Date;
  /** Identifies the session in its owner's list; null for a session that has not been updated yet. */
  id: string | null;
  seenAt: Date | null;
  signInMethod: SignInMethod | null;
}

/** The methods by which a session can be opened. */
const signInMethods = ['email', 'orcid', 'passkey', 'recovery'] as const;
export type SignInMethod = (typeof signInMethods)[number];

/** The origin of a new session. */
export interface SessionOrigin {
  signInMethod: SignInMethod;
  /** Browser and system (lib/platform/auth/devices.ts). */
  device: string;
  /** The seal of the network; null if the network identifies nobody (lib/portal/sign-in/requests.ts). */
  network: string | null;
}

/** Opens a session for an account. @returns the token for its cookie; the database stores only its hash */
export async function startSession(tx: Writer, accountId: string, origin: SessionOrigin): Promise<{ token: string; expires: Date }> {
  const session = { token: randomBytes(32).toString('base64url'), expires: addMs(now(), daysMs(env().SESSION_DAYS)) };
  await insertSession(tx, accountId, session, origin);
  return session;
}

/** Inserts the session of an existing token, and logs the sign-in. Every session is inserted here. */
export async function insertSession(
  tx: Writer,
  accountId: string,
  { token, expires }: { token: string; expires: Date },
  { signInMethod, device, network }: SessionOrigin,
): Promise<void> {
  const at = now();
  const row = { id: newId(), sessionToken: tokenHash(token), userId: accountId, expires, createdAt: at, seenAt: at };
  await tx.insert(sessions).values({ ...row, signedInBy: signInMethod, device, network });
  logSecurityEvent('sign_in', { method: signInMethod });
}

/**
 * Locks an account by its id until the transaction ends, against its erasure and other changes. Taken before any row lock, so that
 * transactions cannot deadlock. `lockAccountRows` (lib/community/accounts/commands/lock.ts) locks the rows of several accounts.
 * @returns false if the account does not exist
 */
export async function lockAccount(tx: Writer, accountId: string): Promise<boolean> {
  await tx.lock(`account ${accountId}`);
  return hasRow(tx, accounts, eq(accounts.id, accountId));
}

/** Returns whether an admin has suspended an account. A session that opens at the same moment is never open, and ends when it is lifted. */
export const isSuspended = (tx: Writer, accountId: string): Promise<boolean> =>
  hasRow(tx, accounts, and(eq(accounts.id, accountId), isNotNull(accounts.suspendedAt)));

/** Returns when a session expires unless it is used before. */
export function sessionEnd(
  session: { expires: Date; seenAt: Date | null; createdAt: Date | null },
  { decides }: { decides: boolean },
): Date {
  const { expires, seenAt, createdAt } = session;
  const idleEnd = addMs(seenAt ?? createdAt ?? expires, daysMs(decides ? idleDaysOfReviewers() : idleDays()));
  return new Date(Math.min(idleEnd.getTime(), expires.getTime()));
}

/** The instants after which an open session ends, and was last used: by reviewers and admins, or by others. */
const instantsAt = (at: Date) => ({ at, seenByReviewer: addMs(at, -daysMs(idleDaysOfReviewers())), seen: addMs(at, -daysMs(idleDays())) });

/** The condition of open sessions. Sessions without `seenAt` were last used when opened, or else count from their expiry. */
function isOpen(reader: Reader, instant: (name: keyof ReturnType<typeof instantsAt>) => SQL): SQL {
  const seenAt = sql`coalesce(${sessions.seenAt}, ${sessions.createdAt}, ${sessions.expires})`;
  const isDecider = and(eq(roles.accountId, sessions.userId), inArray(roles.role, ['admin', 'reviewer']));
  const role = reader.select({ role: roles.role }).from(roles).where(isDecider);
  const isRecentlyUsed = or(gt(seenAt, instant('seenByReviewer')), and(gt(seenAt, instant('seen')), not(exists(role))));
  return sql`(${gt(sessions.expires, instant('at'))} and ${isRecentlyUsed})`;
}

/** Returns the condition of sessions that are open at an instant, for reading or deleting many of them. */
export function isOpenAt(reader: Reader, at: Date): SQL {
  const instants = instantsAt(at);
  return isOpen(reader, (name) => sql`${sql.param(instants[name], sessions.expires)}`);
}

const selectOpenSession = (reader: Reader) =>
  reader
    .select({
      ...{ accountId: accounts.id, name: accounts.name, email: accounts.email, emailVerified: accounts.emailVerified },
      ...columnsOf(sessions, 'createdAt', 'id', 'seenAt', 'signedInBy', 'network'),
    })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.userId))
    .where(
      and(
        eq(sessions.sessionToken, sql.placeholder('token')),
        isNull(accounts.suspendedAt),
        isOpen(reader, (name) => sql`${sql.param(sql.placeholder(name), sessions.expires)}`),
      ),
    )
    .prepare();

/** Returns the open session of a cookie's token, or null. One prepared query by primary key, because every signed-in request runs it. */
export async function openSession(reader: Reader, token: string | undefined): Promise<OpenSession | null> {
  if (!token) return null;
  const [row] = await reader.prepared(selectOpenSession, { token: tokenHash(token), ...instantsAt(now()) });
  if (!row) return null;
  const { accountId, name, email, emailVerified, id, network, seenAt } = row;
  const signInMethod = row.signedInBy as SignInMethod | null;
  const signedInAt = row.createdAt ?? new Date(0);
  const passkeyAt = signInMethod === 'passkey' ? signedInAt : null;
  const actor = mintActor({ accountId, name, email, emailConfirmed: email !== null && emailVerified !== null, passkeyAt, network });
  return { actor, signedInAt, id, seenAt, signInMethod };
}

/** Returns the confirmed email address of the account of a session; null if it has none. */
export async function confirmedAddress(reader: Reader, token: string): Promise<string | null> {
  const actor = (await openSession(reader, token))?.actor;
  return actor?.emailConfirmed ? actor.email : null;
}

const seenIntervalMs = minutesMs(60);

/** Returns true if a session was not updated for an hour, or has no id yet. */
export const isUpdateDue = ({ id, seenAt }: OpenSession): boolean =>
  id === null || seenAt === null || now().getTime() - seenAt.getTime() > seenIntervalMs;

/** Updates when a session was last used, for its owner's list. */
export async function recordSessionUse(tx: Writer, token: string, { id }: OpenSession, device: string): Promise<void> {
  const identification = id === null ? { id: newId(), device } : {};
  await tx
    .update(sessions)
    .set({ seenAt: now(), ...identification })
    .where(eq(sessions.sessionToken, tokenHash(token)));
}

export async function endSession(tx: Writer, token: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.sessionToken, tokenHash(token)));
}

/** Ends the sessions that match a condition. @returns their number */
export const endSessions = async (tx: Writer, condition: SQL | undefined): Promise<number> =>
  (await tx.delete(sessions).where(condition).returning({ userId: sessions.userId })).length;
