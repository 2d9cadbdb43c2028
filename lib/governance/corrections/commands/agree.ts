import { closeReview } from '#lib/governance/cases/commands/open.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import { correctionAgreements } from '#lib/platform/db/schema/corrections.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { type CorrectionIdInput, isUndecided, minAgreements } from '../model.ts';
import { agreementsByCorrection, type Correction, correctionById, ownersAmongAuthors } from '../queries.ts';
import { lockOwners } from './agreements.ts';
import { acceptCorrection, lockCorrection } from './decide.ts';

/**
 * Records that an owner among the authors agrees with a suggested or contested correction. Two agreements accept it and close the review.
 */
export async function agreeToCorrection(
  tx: Writer,
  actor: Actor,
  { correctionId }: CorrectionIdInput,
): Promise<Outcome<{ path: string; isAccepted: boolean }, 'unknown_correction'>> {
  const correctionBeforeLock = await correctionById(tx, correctionId);
  if (correctionBeforeLock) await lockOwners(tx, correctionBeforeLock.workId);
  const correction = await lockCorrection(tx, correctionId);
  if (!correction || !isUndecided(correction.state)) return refused('unknown_correction');
  const owners = await ownersAmongAuthors(tx, correction.workId);
  if (!owners.includes(actor.accountId)) return refused('unknown_correction');
  const isAccepted = await storeAgreement(tx, correction, actor.accountId, owners);
  return done({ path: `/works/${correction.workId}`, isAccepted });
}

/** The same for a correction that the caller has locked. @returns whether it is now accepted */
export async function storeAgreement(tx: Writer, correction: Correction, accountId: string, owners: readonly string[]): Promise<boolean> {
  const { id } = correction;
  const at = now();
  const { correctionId, accountId: accountColumn } = correctionAgreements;
  await tx
    .insert(correctionAgreements)
    .values({ correctionId: id, accountId, at })
    .onConflictDoUpdate({ target: [correctionId, accountColumn], set: { at } });
  const agreements = (await agreementsByCorrection(tx, [id])).get(id) ?? [];
  if (agreements.filter((each) => each.counts && owners.includes(each.accountId)).length < minAgreements) return false;
  const notice = { reason: 'authors_agree', remedy: 'corrected', once: now().toISOString() };
  await acceptCorrection(tx, correction, { by: 'authors', accountId, notice });
  await closeReview(tx, 'correction', id);
  return true;
}
