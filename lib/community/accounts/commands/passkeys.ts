import { randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { passkeyRefusal } from '#lib/platform/auth/reauthentication.ts';
import { endSessions, lockAccount, tokenHash } from '#lib/platform/auth/sessions.ts';
import { addMs, minutesMs, now } from '#lib/platform/clock.ts';
import { hasRow } from '#lib/platform/db/rows.ts';
import { passkeyChallenges, passkeys, sessions } from '#lib/platform/db/schema/accounts.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { challengeMinutes, maxPasskeys } from '../model/account.ts';
import { countPasskeys, isBoundToPasskey } from '../queries/passkeys.ts';
import { removePasskeyRequirement } from './passkey-requirement.ts';
import { logSecurityMeasure, notifySecurityChange } from './security-changes.ts';

const challengeTtlMs = minutesMs(challengeMinutes);

interface Challenge {
  purpose: 'add' | 'sign-in';
  /** The account that adds a passkey; null for a sign-in. */
  accountId: string | null;
}

/** Deletes expired challenges. */
export async function deleteExpiredChallenges(tx: Writer): Promise<void> {
  await tx.delete(passkeyChallenges).where(lte(passkeyChallenges.expires, now()));
}

/** Stores a challenge for five minutes. @returns the token for the browser's cookie, which the answer requires */
export async function storeChallenge(tx: Writer, { purpose, accountId }: Challenge, challenge: string): Promise<string> {
  const at = now();
  await deleteExpiredChallenges(tx);
  const token = randomBytes(32).toString('base64url');
  const row = { id: tokenHash(token), purpose, accountId, challenge, expires: addMs(at, challengeTtlMs) };
  await tx.insert(passkeyChallenges).values(row);
  return token;
}

/** Consumes a challenge of this browser, purpose and account. A challenge can be used once, even if the answer is wrong. */
export async function consumeChallenge(tx: Writer, { purpose, accountId }: Challenge, token: string | undefined): Promise<string | null> {
  if (!token) return null;
  const isMatching = and(
    eq(passkeyChallenges.id, tokenHash(token)),
    eq(passkeyChallenges.purpose, purpose),
    accountId === null ? isNull(passkeyChallenges.accountId) : eq(passkeyChallenges.accountId, accountId),
  );
  const [row] = await tx.delete(passkeyChallenges).where(isMatching).returning();
  return row && row.expires > now() ? row.challenge : null;
}

export type NewPasskey = Pick<typeof passkeys.$inferSelect, 'id' | 'publicKey' | 'counter' | 'transports' | 'backedUp' | 'name'>;

/** Stores a passkey after its answer was verified. A credential belongs to one account only. */
export async function addPasskey(
  tx: Writer,
  { accountId }: Actor,
  passkey: NewPasskey,
): Promise<Outcome<void, 'passkey_known' | 'too_many_passkeys' | 'not_signed_in'>> {
  // The lock serializes concurrent additions, so that the limit holds, and a concurrent erasure.
  if (!(await lockAccount(tx, accountId))) return refused('not_signed_in');
  const isOwn = and(eq(passkeys.accountId, accountId), isNull(passkeys.revokedAt));
  const existing = await tx.select({ id: passkeys.id }).from(passkeys).where(isOwn);
  if (existing.length >= maxPasskeys) return refused('too_many_passkeys');
  const row = { ...passkey, accountId, createdAt: now() };
  const [stored] = await tx.insert(passkeys).values(row).onConflictDoNothing().returning({ id: passkeys.id });
  if (!stored) return refused('passkey_known');
  await notifySecurityChange(tx, accountId, 'passkey_added');
  await logSecurityMeasure(tx, accountId, 'passkey_added');
  return done(undefined);
}

/**
 * Stores the use of a passkey and its counter in one conditional update. Returns null for a revoked passkey, and for one whose counter has
 * not increased, which indicates a cloned authenticator (WebAuthn §6.1.1). Authenticators without a counter report 0.
 */
export async function storePasskeyUse(tx: Writer, id: string, counter: number): Promise<{ accountId: string } | null> {
  const hasCounterIncreased = or(lt(passkeys.counter, counter), and(eq(passkeys.counter, 0), sql`${counter} = 0`));
  const [passkey] = await tx
    .update(passkeys)
    .set({ counter, usedAt: now() })
    .where(and(eq(passkeys.id, id), isNull(passkeys.revokedAt), hasCounterIncreased))
    .returning({ accountId: passkeys.accountId });
  return passkey ?? null;
}

export async function renamePasskey(
  tx: Writer,
  { accountId }: Actor,
  { passkeyId, name }: { passkeyId: string; name: string },
): Promise<Outcome<void, 'unknown_passkey'>> {
  const isOwn = and(eq(passkeys.id, passkeyId), eq(passkeys.accountId, accountId), isNull(passkeys.revokedAt));
  const [renamed] = await tx.update(passkeys).set({ name }).where(isOwn).returning({ id: passkeys.id });
  return renamed ? done(undefined) : refused('unknown_passkey');
}

/**
 * Revokes a passkey, and ends the other sessions that were started with a passkey. The last passkey of a reviewer, an admin, or an account
 * that requires one can be revoked only after a recent sign-in with a passkey. The requirement is then removed.
 */
export async function revokePasskey(
  tx: Writer,
  actor: Actor,
  { passkeyId, keep }: { passkeyId: string; keep: string | null },
): Promise<Outcome<void, 'unknown_passkey' | 'passkey_sign_in_needed'>> {
  const { accountId } = actor;
  await lockAccount(tx, accountId);
  const isOwn = and(eq(passkeys.id, passkeyId), eq(passkeys.accountId, accountId), isNull(passkeys.revokedAt));
  if (!(await hasRow(tx, passkeys, isOwn))) return refused('unknown_passkey');
  const isLast = (await countPasskeys(tx, accountId)) === 1;
  const code = isLast && (await isBoundToPasskey(tx, accountId)) ? passkeyRefusal(actor) : null;
  if (code) return refused(code);
  const [revoked] = await tx.update(passkeys).set({ revokedAt: now() }).where(isOwn).returning({ id: passkeys.id });
  if (!revoked) return refused('unknown_passkey');
  const isPasskeySession = and(eq(sessions.userId, accountId), eq(sessions.signedInBy, 'passkey'), gt(sessions.expires, now()));
  await endSessions(tx, and(isPasskeySession, keep === null ? undefined : sql`${sessions.id} <> ${keep}`));
  await notifySecurityChange(tx, accountId, 'passkey_removed');
  if (isLast) {
    await removePasskeyRequirement(tx, accountId);
    await logSecurityMeasure(tx, accountId, 'passkeys_gone');
  }
  return done(undefined);
}
