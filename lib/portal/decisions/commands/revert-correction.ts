import { endEffective } from '#lib/governance/corrections/commands/revert.ts';
import type { CorrectionRef } from '#lib/governance/corrections/model.ts';
import { correctionById, ownersOn } from '#lib/governance/corrections/queries.ts';
import { type Actor, needsPasskey } from '#lib/platform/auth/actor.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { type Outcome, refused } from '#lib/platform/outcome.ts';
import { reviewerOf } from '../queries/reviewers.ts';

type Code = 'not_a_reviewer' | 'passkey_sign_in_needed' | 'unknown_correction' | 'too_close_to_revert';

/**
 * Ends an accepted correction at once, as a reviewer: the page shows what the sources say until it is decided again. Not of one who has
 * suggested it, or owns a record that signs the work.
 */
export async function revertAsReviewer(
  tx: Writer,
  actor: Actor,
  { correctionId }: CorrectionRef,
): Promise<Outcome<{ path: string }, Code>> {
  if (!(await reviewerOf(tx, actor))) return refused('not_a_reviewer');
  const needed = needsPasskey(actor);
  if (needed) return refused(needed);
  const correction = await correctionById(tx, correctionId);
  if (!correction) return refused('unknown_correction');
  const close = [correction.suggesterId, ...(await ownersOn(tx, correction.workId))];
  if (close.includes(actor.accountId)) return refused('too_close_to_revert');
  return endEffective(tx, correctionId, actor.accountId);
}
