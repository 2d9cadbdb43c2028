import { type Strength, strengths } from '#lib/catalog/trust/model/snapshot.ts';
import { freezeDays } from '#lib/community/limits.ts';
import { daysMs } from '#lib/platform/clock.ts';
import type { ClaimStage } from './claim.ts';

/** The support of a claim: its strongest proof, and since when proofs of two families count. */
export interface ClaimSupport {
  strength: Strength;
  twoFamiliesSince: Date | null;
}

const isAtLeast = (strength: Strength, minimum: Strength): boolean => strengths.indexOf(strength) >= strengths.indexOf(minimum);

/** Days for which proofs of two families must have counted so that a rival's new proof does not freeze the record. */
export const establishedDays = 90;

/**
 * Returns whether a proof opens an objection to another account's claim. A fair one does only during the notice or review, a strong one
 * always. This keeps proofs that anybody can create out of the review queue.
 */
export const mayObject = (rival: Strength, stage: ClaimStage): boolean =>
  rival === 'strong' || (rival === 'fair' && (stage === 'notice_period' || stage === 'in_review'));

/** Whether a strong proof meets a claim that has none: it stops the claim at once, whatever has been objected before. */
export const overrulesClaim = (rival: Strength, support: Strength): boolean => rival === 'strong' && support !== 'strong';

/**
 * Returns whether an objection stops a claim, or freezes a record, until it is decided. An accepted claim continues if the rival's proof is
 * not strong. It also continues if the owner has a strong proof, and has had proofs of two families for 90 days.
 * @param at when the rival's proof was shown
 */
export function stopsClaim(rival: Strength, stage: ClaimStage, support: ClaimSupport, at: Date): boolean {
  if (stage !== 'accepted') return true;
  if (rival !== 'strong') return false;
  const { strength, twoFamiliesSince } = support;
  const isEstablished = twoFamiliesSince !== null && at.getTime() - twoFamiliesSince.getTime() >= daysMs(establishedDays);
  return overrulesClaim(rival, strength) || !isEstablished;
}

/** An objection that froze a record or paused a notice, with the family of its proof. */
export interface EarlierFreeze {
  family: string;
}

/**
 * Returns whether a proof may freeze a record, or pause a notice, after the freezes of the same claim before. The same kind of proof does so
 * once; a proof of another family may, once.
 */
export const mayFreeze = (family: string, earlier: readonly EarlierFreeze[]): boolean =>
  earlier.length === 0 || (earlier.length === 1 && earlier[0]?.family !== family);

/** Whether a freeze or pause that an objection has caused still lasts. */
export const isFreezing = ({ marks, openedAt }: { marks: boolean; openedAt: Date }, at: Date): boolean =>
  marks && at.getTime() - openedAt.getTime() < daysMs(freezeDays);

/** Returns whether an objection is not stronger than a dismissed one of the same account. */
export const repeatsDismissed = (rival: Strength, dismissed: readonly Strength[]): boolean =>
  dismissed.some((dismissedStrength) => isAtLeast(dismissedStrength, rival));
