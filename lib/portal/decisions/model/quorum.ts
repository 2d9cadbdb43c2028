import { type Decision, isAboutOwner, type ReviewKind } from '#lib/governance/cases/model/review-case.ts';
import type { Choice } from './choices.ts';

export interface Vote {
  decision: Decision;
  reason: string;
  remedy: string | null;
  /** Of several rivals the one who is right, by their dispute. */
  favours?: string | null;
}

/** What the number of eyes depends on. */
export interface QuorumFacts {
  kind: ReviewKind;
  /** What the person who asked the question asked for. */
  votesNeeded: number;
  /** A record that it is about has an owner. */
  claimed: boolean;
  /** Of an appeal: it asks for a record to change hands, or to be put together or taken apart. */
  movesRecords?: boolean;
  /** It says whose a record is, also where it is an appeal: whatever is decided gives the record to somebody. Always two decide. */
  aboutOwner?: boolean;
  /** It changes how a name is shown: nobody can tell that the person who asked is not also one of those who decide. */
  aboutName?: boolean;
}

/** Impersonation, a merge of claimed records and hiding a name, or showing it again, are never one person's decision. */
const isGrave = (
  { kind, claimed, movesRecords = true, aboutName = kind === 'suppression' }: QuorumFacts,
  { decision, reason }: Vote,
): boolean =>
  reason === 'impersonation' ||
  (kind === 'merge' && claimed && decision === 'approve') ||
  (kind === 'appeal' && claimed && movesRecords && decision === 'approve') ||
  (aboutName && decision === 'approve');

/** Whether two decide whatever the decision is. */
const alwaysTwo = ({ kind, votesNeeded, aboutOwner = isAboutOwner(kind) }: QuorumFacts): boolean => votesNeeded > 1 || aboutOwner;

/** Whether a choice takes two whatever its reason, for some of its reasons, or never: for the page that offers it. */
export function needsTwoVotes(stakes: QuorumFacts, { decision, reasons }: Choice): 'always' | 'sometimes' | 'never' {
  const grave = reasons.filter((reason) => isGrave(stakes, { decision, reason, remedy: null }));
  if (alwaysTwo(stakes) || grave.length === reasons.length) return 'always';
  return grave.length > 0 ? 'sometimes' : 'never';
}

/** How many agreeing votes are needed, given what was voted so far. Once two are asked, a second vote that differs calls for a third. */
export const votesRequired = (stakes: QuorumFacts, votes: readonly Vote[]): number =>
  alwaysTwo(stakes) || votes.length > 1 || votes.some((vote) => isGrave(stakes, vote)) ? 2 : 1;

/**
 * What the votes, oldest first, decide: the decision on which enough agree, with the reason and remedy of the latest of them; null
 * while more are needed. Impersonation is a reason only where two have found it: with one, a rejection keeps the other's reason.
 */
export function decided(stakes: QuorumFacts, votes: readonly Vote[]): Vote | null {
  const needed = votesRequired(stakes, votes);
  const agreeing = [...Map.groupBy(votes, ({ decision, favours }) => `${decision} ${favours ?? ''}`).values()].find(
    (group) => group.length >= needed,
  );
  if (!agreeing) return null;
  const grave = agreeing.filter(({ reason }) => reason === 'impersonation');
  const telling = grave.length > 1 ? grave : agreeing.filter(({ reason }) => reason !== 'impersonation');
  return telling.at(-1) ?? null;
}
