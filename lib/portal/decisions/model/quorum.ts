import type { Decision, DecisionChoice } from '#lib/governance/cases/model/review-case.ts';

export interface Vote {
  decision: Decision;
  reason: string;
  remedy: string | null;
  /** Id of the dispute of the rival whom the vote favours, if there are several rivals. */
  favours?: string | null;
}

/** Facts that determine the number of required votes. */
export interface QuorumFacts {
  /** Every decision requires two votes: the case demands it, or any result assigns the record to somebody. */
  alwaysTwo: boolean;
  /** Approval requires two votes: it moves a claimed record, or changes how a name is shown. */
  approvalTakesTwo: boolean;
}

/** Returns whether a vote requires a second one. Impersonation, merges of claimed records, and hiding or showing a name again always do. */
const isGrave = ({ approvalTakesTwo }: QuorumFacts, { decision, reason }: Vote): boolean =>
  reason === 'impersonation' || (approvalTakesTwo && decision === 'approve');

/** Returns whether a choice requires two votes always, for some of its reasons, or never. Used by the page that offers it. */
export function needsTwoVotes(quorumFacts: QuorumFacts, { decision, reasons }: DecisionChoice): 'always' | 'sometimes' | 'never' {
  const graveReasons = reasons.filter((reason) => isGrave(quorumFacts, { decision, reason, remedy: null }));
  if (quorumFacts.alwaysTwo || graveReasons.length === reasons.length) return 'always';
  return graveReasons.length > 0 ? 'sometimes' : 'never';
}

/** Returns the number of agreeing votes required, given the votes so far. If two are required and the second differs, a third is needed. */
export const votesRequired = (quorumFacts: QuorumFacts, votes: readonly Vote[]): number =>
  quorumFacts.alwaysTwo || votes.length > 1 || votes.some((vote) => isGrave(quorumFacts, vote)) ? 2 : 1;

/**
 * Returns the decision on which enough votes agree, with the reason and remedy of the latest agreeing vote; null while more are needed.
 * Impersonation becomes the reason only if two votes give it. With one such vote, a rejection uses the reason of the other vote.
 * @param votes oldest first
 */
export function decisionOf(quorumFacts: QuorumFacts, votes: readonly Vote[]): Vote | null {
  const required = votesRequired(quorumFacts, votes);
  const agreeingVotes = [...Map.groupBy(votes, ({ decision, favours }) => `${decision} ${favours ?? ''}`).values()].find(
    (group) => group.length >= required,
  );
  if (!agreeingVotes) return null;
  const graveVotes = agreeingVotes.filter(({ reason }) => reason === 'impersonation');
  const decidingVotes = graveVotes.length > 1 ? graveVotes : agreeingVotes.filter(({ reason }) => reason !== 'impersonation');
  return decidingVotes.at(-1) ?? null;
}
