import { type Strength, strengths } from '#lib/catalog/trust/model/snapshot.ts';
import { daysMs } from '#lib/platform/clock.ts';
import type { ClaimStage } from './claim.ts';

/** What supports a claim at a moment: its strongest proof, and since when proofs of two families count. */
export interface ClaimSupport {
  strength: Strength;
  twoFamiliesSince: Date | null;
}

const isAtLeast = (strength: Strength, least: Strength): boolean => strengths.indexOf(strength) >= strengths.indexOf(least);

/** Days for which an owner's proofs of two families must have counted so that a rival's new proof does not freeze the record. */
export const establishedDays = 90;

/**
 * Returns true where a proof against somebody else's claim is put to people. A fair one only while the claim is under notice, which is
 * what a notice is for; against an owner only a strong one. So nobody can fill the queue with what anybody can make.
 */
export const mayObject = (rival: Strength, stage: ClaimStage): boolean =>
  rival === 'strong' || (rival === 'fair' && (stage === 'notice_period' || stage === 'in_review'));

/**
 * Returns true where an objection stops a claim or freezes a record until people have decided. An owner goes on meanwhile unless the rival's
 * proof is strong, and also then where the owner has shown more, or proofs of two families for 90 days.
 * @param at when the rival's proof was shown
 */
export function stopsClaim(rival: Strength, stage: ClaimStage, support: ClaimSupport, at: Date): boolean {
  if (stage !== 'accepted') return true;
  if (rival !== 'strong') return false;
  const { twoFamiliesSince } = support;
  const isEstablished = twoFamiliesSince !== null && at.getTime() - twoFamiliesSince.getTime() >= daysMs(establishedDays);
  return !isEstablished && isAtLeast(rival, support.strength);
}

/** Returns true for an objection of somebody whose earlier one was dismissed and who shows nothing stronger than then. */
export const repeatsDismissed = (rival: Strength, dismissed: readonly Strength[]): boolean =>
  dismissed.some((before) => isAtLeast(before, rival));
