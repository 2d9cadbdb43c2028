import { markChanged } from '#lib/catalog/authors/commands/mark-changed.ts';
import { isFrozen } from '#lib/catalog/trust/queries/log.ts';
import { unfreeze } from '#lib/governance/claims/commands/freeze.ts';
import { audit } from '#lib/platform/audit/roles.ts';
import { type Actor, needsPasskey } from '#lib/platform/auth/actor.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { isCloseTo } from '../queries/conflicts-of-interest.ts';
import { reviewerOf } from '../queries/reviewers.ts';

/**
 * Lets a frozen record be claimed again, once it is known whose it is: an admin's act, in the audit log and on the record's. Not of one
 * who has a part in it: who claims or has claimed it, objected, reported it, or is a co-author.
 */
export async function liftFreeze(
  tx: Writer,
  actor: Actor,
  { authorId }: { authorId: string },
): Promise<Outcome<void, 'not_a_reviewer' | 'passkey_sign_in_needed' | 'too_close_to_decide' | 'not_frozen'>> {
  if ((await reviewerOf(tx, actor))?.role !== 'admin') return refused('not_a_reviewer');
  const needed = needsPasskey(actor);
  if (needed) return refused(needed);
  if (await isCloseTo(tx, actor.accountId, authorId)) return refused('too_close_to_decide');
  await markChanged(tx, [authorId]);
  if (!(await isFrozen(tx, authorId))) return refused('not_frozen');
  await audit(tx, { accountId: actor.accountId, action: 'record.unfrozen', subject: 'author', subjectId: authorId }, 'admin_act');
  await unfreeze(tx, authorId);
  return done(undefined);
}
