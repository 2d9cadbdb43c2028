import { eq } from 'drizzle-orm';
import { endSessionsWhere } from '#lib/community/accounts/commands/sessions.ts';
import { liftSuspension, suspendAccount } from '#lib/community/accounts/commands/suspension.ts';
import { withdrawSentInvitations } from '#lib/community/invitations/commands/respond.ts';
import { writeAuditEntry } from '#lib/platform/audit/entries.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { lockAccount } from '#lib/platform/auth/sessions.ts';
import { sessions } from '#lib/platform/db/schema/accounts.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { cancelErasure } from '#lib/portal/erasure/commands/request.ts';
import { adminRefusal } from '#lib/portal/operations/commands.ts';
import type { AccountErrorCode, AccountInput, SuspensionInput } from './model.ts';

/** Suspends an account, and withdraws its unanswered invitations. Admins are refused. */
export async function suspend(tx: Writer, actor: Actor, input: SuspensionInput): Promise<Outcome<void, AccountErrorCode>> {
  const code = await adminRefusal(tx, actor);
  if (code) return refused(code);
  const outcome = await suspendAccount(tx, input);
  if (!outcome.ok) return outcome;
  await withdrawSentInvitations(tx, input.accountId);
  await writeAccountEntry(tx, actor, 'account.suspended', input.accountId, { reason: input.reason, ...outcome.value });
  return done(undefined);
}

/** Lifts the suspension of an account. */
export async function lift(tx: Writer, actor: Actor, { accountId }: AccountInput): Promise<Outcome<void, AccountErrorCode>> {
  const code = await adminRefusal(tx, actor);
  if (code) return refused(code);
  const outcome = await liftSuspension(tx, { accountId });
  if (!outcome.ok) return outcome;
  await writeAccountEntry(tx, actor, 'account.suspension-lifted', accountId);
  return done(undefined);
}

/** Ends all sessions of an account, whose owner can sign in again. */
export async function endSessionsOfAccount(
  tx: Writer,
  actor: Actor,
  { accountId }: AccountInput,
): Promise<Outcome<void, AccountErrorCode>> {
  const code = await adminRefusal(tx, actor);
  if (code) return refused(code);
  if (!(await lockAccount(tx, accountId))) return refused('unknown_account');
  const ended = await endSessionsWhere(tx, accountId, eq(sessions.userId, accountId));
  await writeAccountEntry(tx, actor, 'sessions.ended', accountId, { sessions: ended });
  return done(undefined);
}

/** Keeps an account whose erasure waits: the erasure is cancelled, and its owner is told. */
export async function keepAccount(tx: Writer, actor: Actor, { accountId }: AccountInput): Promise<Outcome<void, AccountErrorCode>> {
  const code = await adminRefusal(tx, actor);
  if (code) return refused(code);
  const outcome = await cancelErasure(tx, { accountId });
  if (!outcome.ok) return outcome;
  await writeAccountEntry(tx, actor, 'erasure.cancelled', accountId);
  return done(undefined);
}

const writeAccountEntry = (tx: Writer, { accountId }: Actor, action: string, subjectId: string, facts = {}): Promise<void> =>
  writeAuditEntry(tx, { accountId, action, subject: 'account', subjectId, facts }, 'admin_act');
