import { hash, randomBytes } from 'node:crypto';
import { and, eq, exists, gt, inArray, not, or, type SQL, sql } from 'drizzle-orm';
import { daysMs, later, minutesMs, now } from '#lib/platform/clock.ts';
import { roles, sessions } from '#lib/platform/db/schema/accounts.ts';
import type { Reader, Writer } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { newId } from '#lib/platform/id.ts';
import { logSecurityEvent } from '#lib/platform/log/security-events.ts';
import { type Actor, freshMinutes, mintActor } from './actor.ts';

/** A session ends after so many days without use; of an account that decides or administers earlier. */
const idleDays = (): number => env().SESSION_IDLE_DAYS;
const idleDaysOfDeciders = (): number => Math.min(7, idleDays());
const freshMs = minutesMs(freshMinutes);

/** What the database keeps of a token, or of the code of a mail: anyone who reads it can use neither. */
export const tokenHash = (token: string): string => hash('sha256', token, 'base64url');

/** Why a session may not change who can sign in, or who is signed in: that needs a recent sign-in. */
export const freshRefusal = (session: OpenSession | null): 'not_signed_in' | 'reauthentication_required' | null =>
  session === null ? 'not_signed_in' : isFresh(session) ? null : 'reauthentication_required';

/** A session that is open: who, and since when they are signed in. */
export interface OpenSession {
  actor: Actor;
  signedInAt: Date;
  /** Names the session in its owner's list; null for one that is older than the list. */
  id: string | null;
  seenAt: Date | null;
  by: SignInMethod | null;
}

/** How somebody has signed in. */
const signInMethods = ['email', 'orcid', 'passkey', 'recovery'] as const;
export type SignInMethod = (typeof signInMethods)[number];

/** What a new session is told of itself. */
export interface SessionOrigin {
  by: SignInMethod;
  /** Browser and system in a few words (lib/platform/auth/devices.ts). */
  device: string;
  /** The seal of the network that it comes from; null where that says nothing (lib/portal/sign-in/requests.ts). */
  network: string | null;
}

/** Opens a session for an account. @returns the token for its cookie, of which the database keeps a hash alone */
export async function startSession(tx: Writer, accountId: string, origin: SessionOrigin): Promise<{ token: string; expires: Date }> {
  const opened = { token: randomBytes(32).toString('base64url'), expires: later(now(), daysMs(env().SESSION_DAYS)) };
  await insertSession(tx, accountId, opened, origin);
  return opened;
}

/** Inserts the session of a token that was made already, and logs the sign-in. Every session is inserted here. */
export async function insertSession(
  tx: Writer,
  accountId: string,
  { token, expires }: { token: string; expires: Date },
  { by, device, network }: SessionOrigin,
): Promise<void> {
  const at = now();
  const row = { id: newId(), sessionToken: tokenHash(token), userId: accountId, expires, createdAt: at, seenAt: at };
  await tx.insert(sessions).values({ ...row, signedInBy: by, device, network });
  logSecurityEvent('sign_in', { method: by });
}

/**
 * Locks an account by its id until the transaction ends: its erasure and its other changes come before, or wait. Before any row, so that no
 * two transactions wait for each other. Rows of several accounts are locked by `lockAccountRows` (lib/community/accounts/commands/lock.ts).
 * @returns false where the account is gone
 */
export async function lockAccount(tx: Writer, accountId: string): Promise<boolean> {
  await tx.lock(`account ${accountId}`);
  return (await tx.query('select id from accounts where id = ?', [], [accountId])).length > 0;
}

interface FoundSession {
  account_id: string;
  name: string | null;
  email: string | null;
  confirmed: boolean | number;
  created_at: Date | number | null;
  id: string | null;
  seen_at: Date | number | null;
  signed_in_by: SignInMethod | null;
  network: string | null;
}

// A session that is older than `seen_at` was last seen when it was opened, or else counts from its end.
const seen = 'coalesce(s.seen_at, s.created_at, s.expires)';
const openOne = `select a.id as account_id, a.name, a.email, a.email_verified is not null as confirmed, s.created_at, s.id, s.seen_at,
    s.signed_in_by, s.network
  from sessions s join accounts a on a.id = s.user_id where s.session_token = ? and s.expires > ? and (${seen} > ? or (${seen} > ?
    and not exists (select 1 from roles r where r.account_id = s.user_id and r.role in ('admin', 'reviewer'))))`;

/** Returns when a session ends unless it is used before. */
export function sessionEnd(
  session: { expires: Date; seenAt: Date | null; createdAt: Date | null },
  { decides }: { decides: boolean },
): Date {
  const { expires, seenAt, createdAt } = session;
  const idleEnd = later(seenAt ?? createdAt ?? expires, daysMs(decides ? idleDaysOfDeciders() : idleDays()));
  return new Date(Math.min(idleEnd.getTime(), expires.getTime()));
}

/** True of the sessions that are open at an instant, as `openSession` has it: for what reads or deletes many at once. */
export function isOpenAt(reader: Reader, at: Date): SQL {
  const seenAt = sql`coalesce(${sessions.seenAt}, ${sessions.createdAt}, ${sessions.expires})`;
  const seenAfter = (days: number): SQL => sql`${seenAt} > ${sql.param(later(at, -daysMs(days)), sessions.expires)}`;
  const decides = and(eq(roles.accountId, sessions.userId), inArray(roles.role, ['admin', 'reviewer']));
  const role = reader.select({ role: roles.role }).from(roles).where(decides);
  const isUsed = or(seenAfter(idleDaysOfDeciders()), and(seenAfter(idleDays()), not(exists(role))));
  return sql`(${gt(sessions.expires, at)} and ${isUsed})`;
}

/** SQLite gives an instant as milliseconds, PostgreSQL as a Date. */
const instantOf = (value: Date | number | null): Date | null => (value === null ? null : new Date(value));

/** The open session of a cookie's token, or null. One query by primary key, prepared once: every request of somebody signed in asks it. */
export async function openSession(reader: Reader, token: string | undefined): Promise<OpenSession | null> {
  if (!token) return null;
  const at = now();
  const args = [tokenHash(token), at, later(at, -daysMs(idleDaysOfDeciders())), later(at, -daysMs(idleDays()))];
  const [found] = await reader.query<FoundSession>(openOne, [], args);
  if (!found) return null;
  const { account_id: accountId, name, email, confirmed, id, signed_in_by: by, network } = found;
  const signedInAt = instantOf(found.created_at) ?? new Date(0);
  const passkeyAt = by === 'passkey' ? signedInAt : null;
  const actor = mintActor({ accountId, name, email, emailConfirmed: email !== null && Boolean(confirmed), passkeyAt, network });
  return { actor, signedInAt, id, seenAt: instantOf(found.seen_at), by };
}

/** The confirmed address of the account whose session was just opened; null where it has none. */
export async function confirmedAddress(reader: Reader, token: string): Promise<string | null> {
  const actor = (await openSession(reader, token))?.actor;
  return actor?.emailConfirmed ? actor.email : null;
}

const seenEveryMs = minutesMs(60);

/** True where a session was not seen for an hour, or has no name yet: then it is time to note it. */
export const isToNote = ({ id, seenAt }: OpenSession): boolean =>
  id === null || seenAt === null || now().getTime() - seenAt.getTime() > seenEveryMs;

/** Notes that a session is in use, for its owner's list. */
export async function noteSession(tx: Writer, token: string, { id }: OpenSession, device: string): Promise<void> {
  const named = id === null ? { id: newId(), device } : {};
  await tx
    .update(sessions)
    .set({ seenAt: now(), ...named })
    .where(eq(sessions.sessionToken, tokenHash(token)));
}

/** True while the session is young enough for what needs a recent sign-in, such as linking another sign-in method. */
export const isFresh = (session: OpenSession): boolean => now().getTime() - session.signedInAt.getTime() <= freshMs;

export async function endSession(tx: Writer, token: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.sessionToken, tokenHash(token)));
}

/** Ends the sessions that a condition finds. @returns how many */
export const endSessions = async (tx: Writer, which: SQL | undefined): Promise<number> =>
  (await tx.delete(sessions).where(which).returning({ userId: sessions.userId })).length;
