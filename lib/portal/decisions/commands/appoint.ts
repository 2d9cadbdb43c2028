import { notify } from '#lib/community/notifications/commands/notify.ts';
import { withdrawVotes } from '#lib/governance/cases/commands/open.ts';
import { writeAuditEntry } from '#lib/platform/audit/entries.ts';
import { acceptReviewerOffer, isAdmin, lockReviewerOffer, removeRoles } from '#lib/platform/audit/roles.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { passkeyRefusal } from '#lib/platform/auth/reauthentication.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { type AppointErrorCode, meetsAllConditions } from '../model/reviewers.ts';
import { reviewerConditionsOf } from '../queries/reviewers.ts';

interface Appointment {
  accountId: string;
}

/** Returns the refusal of an appointment or dismissal, or null. Only an admin with a passkey may do it, and never for themselves. */
async function appointRefusal(tx: Writer, actor: Actor, { accountId }: Appointment): Promise<AppointErrorCode | null> {
  if (!(await isAdmin(tx, actor.accountId))) return 'not_an_admin';
  return passkeyRefusal(actor) ?? (accountId === actor.accountId ? 'own_appointment' : null);
}

/** Makes a volunteer a reviewer if they meet the conditions now. */
export async function appointReviewer(tx: Writer, actor: Actor, { accountId }: Appointment): Promise<Outcome<void, AppointErrorCode>> {
  const code = await appointRefusal(tx, actor, { accountId });
  if (code) return refused(code);
  // The offer is locked first. Of two concurrent admins, the second finds no offer and changes nothing.
  if (!(await lockReviewerOffer(tx, accountId))) return refused('unknown_volunteer');
  if (!meetsAllConditions(await reviewerConditionsOf(tx, accountId))) return refused('reviewer_not_eligible');
  await acceptReviewerOffer(tx, accountId, actor.accountId);
  const facts = { role: 'reviewer' };
  await writeAuditEntry(
    tx,
    { accountId: actor.accountId, action: 'role.granted', subject: 'account', subjectId: accountId, facts },
    'admin_act',
  );
  const notice = { accountId, kind: 'reviewer_changed' as const, facts: { change: 'appointed', path: '/review' } };
  await notify(tx, { ...notice, onceKey: `reviewer_changed:${newId()}` });
  return done(undefined);
}

/** Declines a volunteer, or revokes the role of a reviewer. Their votes on open cases no longer count. */
export async function dismissReviewer(
  tx: Writer,
  actor: Actor,
  { accountId }: Appointment,
): Promise<Outcome<'dismissed' | 'declined', AppointErrorCode>> {
  const code = await appointRefusal(tx, actor, { accountId });
  if (code) return refused(code);
  const removedRoles = await removeRoles(tx, accountId, 'reviewer', 'volunteer');
  if (removedRoles.length === 0) return refused('unknown_volunteer');
  const change = removedRoles.includes('reviewer') ? 'dismissed' : 'declined';
  const votes = change === 'dismissed' ? await withdrawVotes(tx, accountId) : 0;
  const facts = { role: change === 'dismissed' ? 'reviewer' : 'volunteer', votes };
  const action = change === 'dismissed' ? 'role.revoked' : 'role.declined';
  await writeAuditEntry(tx, { accountId: actor.accountId, action, subject: 'account', subjectId: accountId, facts }, 'admin_act');
  const notice = { accountId, kind: 'reviewer_changed' as const, facts: { change, path: '/me#review' } };
  await notify(tx, { ...notice, onceKey: `reviewer_changed:${newId()}` });
  return done(change);
}
