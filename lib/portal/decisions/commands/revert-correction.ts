import { endCorrection, lockCorrection } from '#lib/governance/corrections/commands/decide.ts';
import { notifyOfChange } from '#lib/governance/corrections/commands/notify.ts';
import { type CorrectionIdInput, isEffective } from '#lib/governance/corrections/model.ts';
import { isDecidedByOwner, subjectQueries } from '#lib/governance/corrections/queries/subjects.ts';
import { holdersAmongAuthors } from '#lib/governance/corrections/queries/works.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { passkeyRefusal } from '#lib/platform/auth/reauthentication.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { reviewerOf } from '../queries/reviewers.ts';

type RevertErrorCode = 'not_a_reviewer' | 'passkey_sign_in_needed' | 'unknown_correction' | 'too_close_to_revert';

/**
 * Reverts an accepted correction immediately, as a reviewer. The page shows the sources' value until the correction is decided again.
 * Refused to the suggester, and to the owners of records that sign the work. For a claimed record, only its owner decides.
 */
export async function revertCorrectionAsReviewer(
  tx: Writer,
  actor: Actor,
  { correctionId }: CorrectionIdInput,
): Promise<Outcome<{ path: string }, RevertErrorCode>> {
  const refusal = (await reviewerOf(tx, actor)) ? passkeyRefusal(actor) : 'not_a_reviewer';
  if (refusal) return refused(refusal);
  const correction = await lockCorrection(tx, correctionId);
  if (!correction) return refused('unknown_correction');
  const { subject, subjectId, suggesterId } = correction;
  const accountsTooClose = [suggesterId, ...(subject === 'work' ? await holdersAmongAuthors(tx, subjectId) : [])];
  if (accountsTooClose.includes(actor.accountId) || (await isDecidedByOwner(tx, correction))) return refused('too_close_to_revert');
  if (!isEffective(correction.state)) return refused('unknown_correction');
  await endCorrection(tx, correction, 'reverted', actor.accountId);
  const once = `reverted ${correction.decidedAt?.toISOString() ?? ''}`;
  await notifyOfChange(tx, correction, { change: 'correction_reverted', once, except: [actor.accountId] });
  return done({ path: (await subjectQueries[subject].nameOf(tx, subjectId))?.path ?? '/' });
}
