import type { Choice, Decision } from '#lib/governance/cases/model/review-case.ts';

export interface Vote {
  decision: Decision;
  reason: string;
  remedy: string | null;
  /** Of several rivals the one who is right, by their dispute. */
  favours?: string | null;
}

/** What the number of votes depends on. */
export interface QuorumFacts {
  /** Two decide whatever they decide: it is asked for, or whatever is decided gives the record to somebody. */
  alwaysTwo: boolean;
  /** To do what was asked takes two: it moves a record that somebody owns, or changes how a name is shown. */
  approvalTakesTwo: boolean;
}

/** Impersonation, a merge of claimed records and hiding a name, or showing it again, are never one person's decision. */
const isGrave = ({ approvalTakesTwo }: QuorumFacts, { decision, reason }: Vote): boolean =>
  reason === 'impersonation' || (approvalTakesTwo && decision === 'approve');

/** Whether a choice takes two whatever its reason, for some of its reasons, or never: for the page that offers it. */
export function needsTwoVotes(quorumFacts: QuorumFacts, { decision, reasons }: Choice): 'always' | 'sometimes' | 'never' {
  const grave = reasons.filter((reason) => isGrave(quorumFacts, { decision, reason, remedy: null }));
  if (quorumFacts.alwaysTwo || grave.length === reasons.length) return 'always';
  return grave.length > 0 ? 'sometimes' : 'never';
}

/** How many agreeing votes are needed, given what was voted so far. Once two are asked, a second vote that differs calls for a third. */
export const votesRequired = (quorumFacts: QuorumFacts, votes: readonly Vote[]): number =>
  quorumFacts.alwaysTwo || votes.length > 1 || votes.some((vote) => isGrave(quorumFacts, vote)) ? 2 : 1;

/**
 * What the votes, oldest first, decide: the decision on which enough agree, with the reason and remedy of the latest of them; null
 * while more are needed. Impersonation is a reason only where two have found it: with one, a rejection keeps the other's reason.
 */
export function decided(quorumFacts: QuorumFacts, votes: readonly Vote[]): Vote | null {
  const needed = votesRequired(quorumFacts, votes);
  const agreeing = [...Map.groupBy(votes, ({ decision, favours }) => `${decision} ${favours ?? ''}`).values()].find(
    (group) => group.length >= needed,
  );
  if (!agreeing) return null;
  const grave = agreeing.filter(({ reason }) => reason === 'impersonation');
  const telling = grave.length > 1 ? grave : agreeing.filter(({ reason }) => reason !== 'impersonation');
  return telling.at(-1) ?? null;
}
