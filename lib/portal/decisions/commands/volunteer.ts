import { and, eq, inArray } from 'drizzle-orm';
import { audit } from '#lib/platform/audit/roles.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import { roles } from '#lib/platform/db/schema/accounts.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { isAppointed } from '../model/reviewers.ts';
import { mayVolunteer } from '../queries/reviewers.ts';

/**
 * Offers to decide on what waits: the owner's own act, open from L4 on. It counts for nothing until an admin appoints them. A role that
 * the account has given itself becomes an offer too.
 */
export async function volunteer(tx: Writer, actor: Actor): Promise<Outcome<void, 'level_too_low_to_review'>> {
  const { accountId } = actor;
  if (!(await mayVolunteer(tx, accountId))) return refused('level_too_low_to_review');
  const [held] = await tx.select().from(roles).where(own(accountId, 'reviewer'));
  if (held && isAppointed(accountId, held)) return done(undefined);
  await tx.delete(roles).where(own(accountId, 'reviewer'));
  const row = { accountId, role: 'volunteer', grantedAt: now() };
  const [offered] = await tx.insert(roles).values(row).onConflictDoNothing().returning({ role: roles.role });
  if (offered)
    await audit(tx, { accountId, action: 'role.offered', subject: 'account', subjectId: accountId, facts: { role: 'reviewer' } });
  return done(undefined);
}

/** Takes the offer or the role back. Votes already given stay. */
export async function stepDown(tx: Writer, actor: Actor): Promise<Outcome> {
  const { accountId } = actor;
  const [gone] = await tx
    .delete(roles)
    .where(own(accountId, 'reviewer', 'volunteer'))
    .returning({ role: roles.role });
  if (gone) await audit(tx, { accountId, action: 'role.revoked', subject: 'account', subjectId: accountId, facts: { role: gone.role } });
  return done(undefined);
}

const own = (accountId: string, ...of: string[]) => and(eq(roles.accountId, accountId), inArray(roles.role, of));
