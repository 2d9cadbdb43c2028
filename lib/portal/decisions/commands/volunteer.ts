import { and, eq } from 'drizzle-orm';
import { writeAuditEntry } from '#lib/platform/audit/entries.ts';
import { addReviewerOffer, removeRoles } from '#lib/platform/audit/roles.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { firstOf } from '#lib/platform/db/rows.ts';
import { roles } from '#lib/platform/db/schema/accounts.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { isAppointed } from '../model/reviewers.ts';
import { mayVolunteer } from '../queries/reviewers.ts';

/**
 * Offers to review cases; open to owners at L4 or above. The offer has no effect until an admin appoints the account. A role that the
 * account granted to itself becomes an offer too.
 */
export async function volunteer(tx: Writer, actor: Actor): Promise<Outcome<void, 'level_too_low_to_review'>> {
  const { accountId } = actor;
  if (!(await mayVolunteer(tx, accountId))) return refused('level_too_low_to_review');
  const existing = await firstOf(tx, roles, and(eq(roles.accountId, accountId), eq(roles.role, 'reviewer')));
  if (existing && isAppointed(accountId, existing)) return done(undefined);
  await removeRoles(tx, accountId, 'reviewer');
  if (await addReviewerOffer(tx, accountId))
    await writeAuditEntry(tx, { accountId, action: 'role.offered', subject: 'account', subjectId: accountId, facts: { role: 'reviewer' } });
  return done(undefined);
}

/** Withdraws the offer or gives up the role. Votes already cast remain. */
export async function stepDown(tx: Writer, actor: Actor): Promise<Outcome> {
  const { accountId } = actor;
  const [role] = await removeRoles(tx, accountId, 'reviewer', 'volunteer');
  if (role) await writeAuditEntry(tx, { accountId, action: 'role.revoked', subject: 'account', subjectId: accountId, facts: { role } });
  return done(undefined);
}
