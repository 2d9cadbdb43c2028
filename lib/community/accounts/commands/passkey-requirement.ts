import { and, eq, isNotNull, isNull, ne, or } from 'drizzle-orm';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { passkeyRefusal } from '#lib/platform/auth/reauthentication.ts';
import { lockAccount } from '#lib/platform/auth/sessions.ts';
import { now } from '#lib/platform/clock.ts';
import { accounts, sessions } from '#lib/platform/db/schema/accounts.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { countPasskeys } from '../queries/passkeys.ts';
import { notifySecurityChange } from './security-changes.ts';
import { endSessionsWhere } from './sessions.ts';

/** Removes the passkey requirement of an account and notifies it. Does nothing if there is no requirement. */
export async function removePasskeyRequirement(tx: Writer, accountId: string): Promise<void> {
  const isRequired = and(eq(accounts.id, accountId), isNotNull(accounts.passkeyRequiredAt));
  const [dropped] = await tx.update(accounts).set({ passkeyRequiredAt: null }).where(isRequired).returning({ id: accounts.id });
  if (dropped) await notifySecurityChange(tx, accountId, 'passkey_not_required');
}

/**
 * Makes a passkey the only sign-in method of the account, or allows all methods again. Turning it on ends the sessions started by other
 * methods. Both directions need a recent sign-in with a passkey.
 */
export async function requirePasskey(
  tx: Writer,
  actor: Actor,
  { required }: { required: boolean },
): Promise<Outcome<void, 'needs_a_passkey' | 'passkey_sign_in_needed'>> {
  const { accountId } = actor;
  await lockAccount(tx, accountId);
  if ((await countPasskeys(tx, accountId)) === 0) return refused('needs_a_passkey');
  const code = passkeyRefusal(actor);
  if (code) return refused(code);
  if (!required) {
    await removePasskeyRequirement(tx, accountId);
    return done(undefined);
  }
  const isNotRequired = and(eq(accounts.id, accountId), isNull(accounts.passkeyRequiredAt));
  const [changed] = await tx.update(accounts).set({ passkeyRequiredAt: now() }).where(isNotRequired).returning({ id: accounts.id });
  if (!changed) return done(undefined);
  const isOtherMethod = or(isNull(sessions.signedInBy), ne(sessions.signedInBy, 'passkey'));
  await endSessionsWhere(tx, accountId, and(eq(sessions.userId, accountId), isOtherMethod));
  await notifySecurityChange(tx, accountId, 'passkey_required');
  return done(undefined);
}
