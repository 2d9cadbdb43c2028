import { and, eq } from 'drizzle-orm';
import { audit } from '../../accounts/commands/roles.ts';
import type { Actor } from '../../auth/actor.ts';
import { now } from '../../clock.ts';
import { roles } from '../../db/schema/accounts.ts';
import type { Writer } from '../../db/store.ts';
import { done, type Outcome, refused } from '../../outcome.ts';
import { mayVolunteer } from '../queries/reviewers.ts';

/** Offers to decide on what waits: the owner's own act, open from L4 on. It counts only while the record stays there. */
export async function volunteer(tx: Writer, actor: Actor): Promise<Outcome<void, 'level_too_low_to_review'>> {
  const { accountId } = actor;
  if (!(await mayVolunteer(tx, accountId))) return refused('level_too_low_to_review');
  const row = { accountId, role: 'reviewer', grantedBy: accountId, grantedAt: now() };
  const [kept] = await tx.insert(roles).values(row).onConflictDoNothing().returning({ role: roles.role });
  if (kept) await audit(tx, { accountId, action: 'role.granted', subject: 'account', subjectId: accountId, facts: { role: 'reviewer' } });
  return done(undefined);
}

/** Takes the offer back. Votes already given stay. */
export async function stepDown(tx: Writer, actor: Actor): Promise<Outcome> {
  const { accountId } = actor;
  const which = and(eq(roles.accountId, accountId), eq(roles.role, 'reviewer'));
  const [gone] = await tx.delete(roles).where(which).returning({ role: roles.role });
  if (gone) await audit(tx, { accountId, action: 'role.revoked', subject: 'account', subjectId: accountId, facts: { role: 'reviewer' } });
  return done(undefined);
}
