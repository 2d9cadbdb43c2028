import type { Strength } from '#lib/catalog/trust/model/snapshot.ts';
import type { ClaimStage } from '#lib/governance/claims/model/claim.ts';
import { type FailureOfMethod, type ProofKind, proofRules, ruleOf } from '#lib/governance/claims/model/proof-methods.ts';
import type { FailureTexts } from '#lib/governance/claims/model/proof-rule.ts';
import type { ProofFailure, ProofState } from '#lib/governance/claims/model/proofs.ts';
import { formatSize, maxFetchedBytes } from '#lib/platform/limits.ts';

/** Labels of claim states. */
export const stageLabels: Record<ClaimStage, string> = {
  notice_period: 'in public notice',
  in_review: 'in review',
  accepted: 'accepted',
  rejected: 'rejected',
  appealed: 'rejected, under appeal',
  suspended: 'suspended while a dispute is decided',
  revoked: 'revoked',
  withdrawn: 'withdrawn',
};

/** Labels of the strength of a claim. */
export const strengthLabels: Record<Strength, string> = {
  weak: 'weak evidence: a confirmed address',
  fair: 'fair evidence',
  strong: 'strong evidence',
};

/** How a proof decides a claim to a record with so many days of public notice. */
export function decidingText(kind: ProofKind, days: number): string {
  const { strongIf, otherwise } = ruleOf(kind);
  return strongIf === null ? otherwise(days) : `Strong, and decided at once, if ${strongIf} ${otherwise(days)}`;
}

/** The shortest time until a proof takes effect. */
export const delayLabel = (strength: Strength, days: number): string => (strength === 'strong' ? 'instant' : `${days} days`);

/** Labels of proof states. */
export const proofStateLabels: Record<ProofState, string> = {
  issued: 'waits for you',
  observed: 'valid once the claim is accepted',
  valid: 'counts',
  stale: 'no longer found, not counted',
  expired: 'expired',
  revoked: 'withdrawn',
};

const methodFailures: Record<FailureOfMethod, FailureTexts> = Object.assign(
  {},
  ...Object.values(proofRules).map(({ failures }) => failures),
);

/** Why a probe failed, and how to fix it. */
export const probeFailureLabels: Record<ProofFailure, FailureTexts> = {
  ...methodFailures,
  no_answer: {
    missing: 'The server did not answer in time or returned an error.',
    next: 'Open the address yourself. If it works for you, check again in a few minutes.',
  },
  not_allowed: {
    missing: 'The address is not on the public web, or redirects from https to http.',
    next: 'Use a public address without redirects to other sites.',
  },
  not_found: {
    missing: 'There is no such page or file.',
    next: 'Check its name and place. A file belongs at the top of the default branch; hosts can show it a few minutes late.',
  },
  too_large: { missing: `The page is larger than ${formatSize(maxFetchedBytes)}.`, next: 'Use a smaller page on the same site.' },
  wrong_type: {
    missing: 'The response is not an HTML page or plain text.',
    next: 'Use an HTML page or a plain text file, sent without compression.',
  },
  no_token: {
    missing: 'It was found, but with a different token.',
    next: 'Copy the whole token below; in a file it must be on its own line.',
  },
  no_longer_linked: {
    missing: 'No work of this profile links it any more.',
    next: 'Choose another method, or report it with "Report a problem" if a work lost its link by mistake.',
  },
  no_longer_named: {
    missing: 'This profile no longer mentions it.',
    next: 'Choose another method, or report what is wrong with "Report a problem".',
  },
};
