import { closeReview } from '#lib/governance/cases/commands/open.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import type { CorrectionRef } from '../model.ts';
import { agreedOn } from '../queries.ts';
import { endCorrection, lockCorrection } from './decide.ts';

/** Ends an accepted correction, for somebody who has agreed to it. */
export async function revertCorrection(
  tx: Writer,
  actor: Actor,
  { correctionId }: CorrectionRef,
): Promise<Outcome<{ path: string }, 'unknown_correction'>> {
  const correction = await lockCorrection(tx, correctionId);
  if (correction?.state !== 'accepted' && correction?.state !== 'contested') return refused('unknown_correction');
  const agreed = (await agreedOn(tx, [correctionId])).get(correctionId) ?? [];
  if (!agreed.includes(actor.accountId)) return refused('unknown_correction');
  await endCorrection(tx, correction, 'reverted', actor.accountId);
  await closeReview(tx, 'correction', correctionId);
  return done({ path: `/works/${correction.workId}` });
}
