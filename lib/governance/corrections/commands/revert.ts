import { closeReview } from '#lib/governance/cases/commands/open.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { type CorrectionIdInput, isEffective } from '../model.ts';
import { agreementsByCorrection, ownersAmongAuthors } from '../queries.ts';
import { endCorrection, lockCorrection } from './decide.ts';

type RevertOutcome = Outcome<{ path: string }, 'unknown_correction'>;

/** Reverts an accepted or contested correction, for an owner among the authors who has agreed to it, even if before the sources changed. */
export async function revertCorrection(tx: Writer, actor: Actor, { correctionId }: CorrectionIdInput): Promise<RevertOutcome> {
  const correction = await lockCorrection(tx, correctionId);
  if (!correction || !(await ownersAmongAuthors(tx, correction.workId)).includes(actor.accountId)) return refused('unknown_correction');
  const agreements = (await agreementsByCorrection(tx, [correctionId])).get(correctionId) ?? [];
  return agreements.some(({ accountId }) => accountId === actor.accountId)
    ? revertEffectiveCorrection(tx, correctionId, actor.accountId)
    : refused('unknown_correction');
}

/** Reverts a correction that is in effect. The caller has checked the permission. */
export async function revertEffectiveCorrection(tx: Writer, correctionId: string, accountId: string): Promise<RevertOutcome> {
  const correction = await lockCorrection(tx, correctionId);
  if (!correction || !isEffective(correction.state)) return refused('unknown_correction');
  await endCorrection(tx, correction, 'reverted', accountId);
  await closeReview(tx, 'correction', correctionId);
  return done({ path: `/works/${correction.workId}` });
}
