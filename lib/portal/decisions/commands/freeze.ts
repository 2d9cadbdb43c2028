import { markAuthorsChanged } from '#lib/catalog/authors/commands/mark-changed.ts';
import { isFrozen } from '#lib/catalog/trust/queries/log.ts';
import { unfreezeRecord } from '#lib/governance/claims/commands/freeze.ts';
import { writeAuditEntry } from '#lib/platform/audit/entries.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { passkeyRefusal } from '#lib/platform/auth/reauthentication.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { isCloseTo } from '../queries/conflicts-of-interest.ts';
import { reviewerOf } from '../queries/reviewers.ts';

/**
 * Lifts the freeze of a record after its ownership is clarified. Only admins can do this; it is in the audit log and the record's log. An
 * admin is refused if they claim or have claimed the record, objected to a claim, reported the record, or are a co-author.
 */
export async function liftFreeze(
  tx: Writer,
  actor: Actor,
  { authorId }: { authorId: string },
): Promise<Outcome<void, 'not_a_reviewer' | 'passkey_sign_in_needed' | 'too_close_to_decide' | 'not_frozen'>> {
  if ((await reviewerOf(tx, actor))?.role !== 'admin') return refused('not_a_reviewer');
  const refusal = passkeyRefusal(actor);
  if (refusal) return refused(refusal);
  if (await isCloseTo(tx, actor.accountId, authorId)) return refused('too_close_to_decide');
  await markAuthorsChanged(tx, [authorId]);
  if (!(await isFrozen(tx, authorId))) return refused('not_frozen');
  await writeAuditEntry(tx, { accountId: actor.accountId, action: 'record.unfrozen', subject: 'author', subjectId: authorId }, 'admin_act');
  await unfreezeRecord(tx, authorId);
  return done(undefined);
}
