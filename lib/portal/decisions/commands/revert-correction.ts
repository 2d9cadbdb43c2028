import { recordSlug } from '#lib/catalog/authors/queries/find.ts';
import { revertEffectiveCorrection } from '#lib/governance/corrections/commands/revert.ts';
import { type CorrectionIdInput, isEffective } from '#lib/governance/corrections/model.ts';
import { correctionById, holdersAmongAuthors } from '#lib/governance/corrections/queries.ts';
import { endRecordCorrection, lockRecordCorrection } from '#lib/governance/record-corrections/commands/decide.ts';
import { correctedRecordOf, decidingOwnerOf } from '#lib/governance/record-corrections/queries.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { passkeyRefusal } from '#lib/platform/auth/reauthentication.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { reviewerOf } from '../queries/reviewers.ts';

type RevertErrorCode = 'not_a_reviewer' | 'passkey_sign_in_needed' | 'unknown_correction' | 'too_close_to_revert';
type RevertOutcome = Outcome<{ path: string }, RevertErrorCode>;

const revertRefusal = async (tx: Writer, actor: Actor): Promise<RevertErrorCode | null> =>
  (await reviewerOf(tx, actor)) ? passkeyRefusal(actor) : 'not_a_reviewer';

/**
 * Reverts an accepted correction immediately, as a reviewer. The page shows the sources' value until the correction is decided again.
 * Refused to the suggester, and to the owners of records that sign the work.
 */
export async function revertCorrectionAsReviewer(tx: Writer, actor: Actor, { correctionId }: CorrectionIdInput): Promise<RevertOutcome> {
  const refusal = await revertRefusal(tx, actor);
  if (refusal) return refused(refusal);
  const correction = await correctionById(tx, correctionId);
  if (!correction) return refused('unknown_correction');
  const accountsTooClose = [correction.suggesterId, ...(await holdersAmongAuthors(tx, correction.workId))];
  if (accountsTooClose.includes(actor.accountId)) return refused('too_close_to_revert');
  return revertEffectiveCorrection(tx, correctionId, actor.accountId);
}

/** Reverts an accepted correction of an unclaimed record, as a reviewer. For a claimed record, only its owner decides. */
export async function revertRecordCorrectionAsReviewer(
  tx: Writer,
  actor: Actor,
  { correctionId }: CorrectionIdInput,
): Promise<RevertOutcome> {
  const refusal = await revertRefusal(tx, actor);
  if (refusal) return refused(refusal);
  const correction = await lockRecordCorrection(tx, correctionId);
  if (!correction || !isEffective(correction.state)) return refused('unknown_correction');
  const isOwned = decidingOwnerOf(await correctedRecordOf(tx, correction)) !== null;
  if (isOwned || correction.suggesterId === actor.accountId) return refused('too_close_to_revert');
  await endRecordCorrection(tx, correction, 'reverted', actor.accountId);
  return done({ path: `/authors/${await recordSlug(tx, correction.authorId)}` });
}
