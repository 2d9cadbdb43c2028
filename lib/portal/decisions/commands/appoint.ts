import { and, eq, inArray } from 'drizzle-orm';
import { notify } from '#lib/community/notifications/commands.ts';
import { audit, isAdmin } from '#lib/platform/audit/roles.ts';
import { type Actor, needsPasskey } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import { roles } from '#lib/platform/db/schema/accounts.ts';
import { reviews, reviewVotes } from '#lib/platform/db/schema/claims.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { type AppointErrorCode, meetsAll } from '../model/reviewers.ts';
import { conditionsOf } from '../queries/reviewers.ts';

interface Appointment {
  /** The account that volunteered, or is a reviewer. */
  accountId: string;
}

/** Returns why somebody may not appoint or dismiss an account, or null: an admin does, with a passkey, and never themself. */
async function appointRefusal(tx: Writer, actor: Actor, { accountId }: Appointment): Promise<AppointErrorCode | null> {
  if (!(await isAdmin(tx, actor.accountId))) return 'not_an_admin';
  return needsPasskey(actor) ?? (accountId === actor.accountId ? 'own_appointment' : null);
}

const held = (accountId: string, ...of: string[]) => and(eq(roles.accountId, accountId), inArray(roles.role, of));

/** Makes a volunteer a reviewer, if they meet the conditions now. */
export async function appointReviewer(tx: Writer, actor: Actor, { accountId }: Appointment): Promise<Outcome<void, AppointErrorCode>> {
  const code = await appointRefusal(tx, actor, { accountId });
  if (code) return refused(code);
  // The offer is held first: of two admins at once the later one finds none, and takes away nothing.
  const [offer] = await tx.update(roles).set({ role: 'volunteer' }).where(held(accountId, 'volunteer')).returning({ role: roles.role });
  if (!offer) return refused('unknown_volunteer');
  if (!meetsAll(await conditionsOf(tx, accountId))) return refused('reviewer_not_eligible');
  // The row of the offer becomes that of the role: an erasure that waits for it takes it too.
  await tx.delete(roles).where(held(accountId, 'reviewer'));
  const role = { role: 'reviewer', grantedBy: actor.accountId, grantedAt: now() };
  await tx.update(roles).set(role).where(held(accountId, 'volunteer'));
  const facts = { role: 'reviewer' };
  await audit(tx, { accountId: actor.accountId, action: 'role.granted', subject: 'account', subjectId: accountId, facts });
  const told = { accountId, kind: 'reviewer_changed' as const, facts: { change: 'appointed', path: '/review' } };
  await notify(tx, { ...told, onceKey: `reviewer_changed:${newId()}` });
  return done(undefined);
}

/** Declines a volunteer, or takes the role of a reviewer back. Votes of theirs on questions that are open no longer count. */
export async function dismissReviewer(tx: Writer, actor: Actor, { accountId }: Appointment): Promise<Outcome<void, AppointErrorCode>> {
  const code = await appointRefusal(tx, actor, { accountId });
  if (code) return refused(code);
  const gone = await tx
    .delete(roles)
    .where(held(accountId, 'reviewer', 'volunteer'))
    .returning({ role: roles.role });
  if (gone.length === 0) return refused('unknown_volunteer');
  const change = gone.some(({ role }) => role === 'reviewer') ? 'dismissed' : 'declined';
  const votes = change === 'dismissed' ? await withdrawVotes(tx, accountId) : 0;
  const facts = { role: change === 'dismissed' ? 'reviewer' : 'volunteer', votes };
  const action = change === 'dismissed' ? 'role.revoked' : 'role.declined';
  await audit(tx, { accountId: actor.accountId, action, subject: 'account', subjectId: accountId, facts });
  const told = { accountId, kind: 'reviewer_changed' as const, facts: { change, path: '/me#review' } };
  await notify(tx, { ...told, onceKey: `reviewer_changed:${newId()}` });
  return done(undefined);
}

/** Removes the votes of an account on open questions. @returns how many */
async function withdrawVotes(tx: Writer, accountId: string): Promise<number> {
  const open = tx.select({ id: reviews.id }).from(reviews).where(eq(reviews.state, 'open'));
  const theirs = and(eq(reviewVotes.accountId, accountId), inArray(reviewVotes.reviewId, open));
  return (await tx.delete(reviewVotes).where(theirs).returning({ id: reviewVotes.reviewId })).length;
}
