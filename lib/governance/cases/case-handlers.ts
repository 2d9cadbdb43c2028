import type { Actor } from '#lib/platform/auth/actor.ts';
import type { reviews } from '#lib/platform/db/schema/claims.ts';
import type { Reader, Writer } from '#lib/platform/db/store.ts';
import type { Outcome } from '#lib/platform/outcome.ts';
import type { AppealErrorCode, AppealSide, AppealState, AppealView, DecisionStep } from './model/appeals.ts';
import type { CaseEvidence, CaseName } from './model/evidence.ts';
import type { Decision, DecisionChoice } from './model/review-case.ts';
import type { Appeal } from './queries/appeals.ts';

export type Review = typeof reviews.$inferSelect;

/** The outcome of the votes on a case. */
export interface CaseDecision {
  review: Review;
  inFavour: boolean;
  reason: string;
  remedy: string | null;
  /** For a case with several rivals, the dispute that is upheld. */
  favours: string | null;
  /** The account that gave the deciding vote; null if several decided together. */
  by: string | null;
}

/** The part that all kinds of cases have, including appeals. */
export interface AnyCaseHandler {
  /** The case decides who owns a record. It always needs two votes, and co-authors cannot vote. */
  isAboutOwner?: true;
  /** The identity of the person who asked is confidential. */
  isAskerSecret?: true;
  /** The choices by variant, in the order of the page: first in favour of the request, then against it. */
  choices: Readonly<Record<string, readonly DecisionChoice[]>>;
  /** Returns the variant of the choices to offer. By default it is the kind itself. */
  variantOf?(reader: Reader, subjectId: string): Promise<string | undefined>;
  /** Returns the open disputes of the rivals, earliest first, if an upholding decision must choose one of them. */
  rivals?(reader: Reader, subjectId: string): Promise<{ id: string }[]>;
  /** Carries out a decision. */
  decide(tx: Writer, decision: CaseDecision): Promise<void>;
}

/** A kind of case. Access, votes and the quorum are the same for all (lib/portal/decisions). */
export interface CaseHandler extends AnyCaseHandler {
  /** The decision codes in favour of the request and against it. */
  decisions: readonly [inFavour: Decision, against: Decision];
  /** The case changes how a name is shown: the person who asked may be one of the voters, which nobody could detect. */
  isAboutName?: true;
  /** Returns whether a decision in favour needs two votes. */
  approvalTakesTwo?(reader: Reader, subjectId: string, isClaimed: boolean): Promise<boolean>;
  /** Returns, for each case, further records that it concerns; their owners cannot vote. */
  recordsOf?(reader: Reader, subjectIds: readonly string[]): Promise<Map<string, string[]>>;
  /** Returns those of some cases that decide who owns a record, although their kind does not: co-authors cannot vote on them. */
  casesAboutOwner?(reader: Reader, subjectIds: readonly string[]): Promise<Set<string>>;
  /** Locks the subject. Commands that end the subject take the same lock before that of the review. */
  lock(tx: Writer, subjectId: string): Promise<unknown>;
  evidence(reader: Reader, subjectId: string): Promise<Partial<CaseEvidence>>;
  /** Returns the names of some cases for the queue: the kind, and the name of a subject that is not a record. */
  namesOf?(reader: Reader, subjectIds: readonly string[]): Promise<Map<string, CaseName>>;
  /** Returns the accounts that asked for the decision. */
  askedBy(reader: Reader, subjectId: string): Promise<(string | null)[]>;
  appeal: AppealHandler;
}

/** How decisions of a kind are appealed. */
interface AppealHandler {
  choices: readonly DecisionChoice[];
  /** Returns whether an account that did not ask is on the other side. Without it the decision has no other side. */
  isOther?(reader: Reader, accountId: string, review: Pick<Review, 'subjectId' | 'authorId' | 'parties'>): Promise<boolean>;
  /** Returns the subject of a decision. By default this is the record of its review. */
  subjectOfDecision?(reader: Reader, subjectId: string): Promise<AppealView['about']>;
  /** Returns the part of an account in a decision, if it does not follow from the review. */
  partOf?(reader: Reader, accountId: string, subjectId: string, own: Appeal | null): Promise<AppealPart | null>;
  /** Files an appeal and notifies both sides, for subjects with a state of their own for appeals. */
  file?(tx: Writer, actor: Actor, appeal: { subjectId: string; words: string }): Promise<Outcome<unknown, FileErrorCode>>;
  /** Carries out a granted appeal. @returns false if nothing was left to do */
  grant(tx: Writer, appeal: DecidedAppeal): Promise<boolean>;
  refuse?(tx: Writer, appeal: DecidedAppeal): Promise<void>;
  /** The other side cannot appeal against a granted appeal. */
  isFinal?: true;
  /** Sends the answer to a person without an account. */
  answerByMail?(tx: Writer, subjectId: string, answer: { state: AppealState; reason: string; remedy: string }): Promise<void>;
}

export type FileErrorCode = AppealErrorCode | 'unknown_claim' | 'claim_closed';

export interface DecidedAppeal extends CaseDecision {
  filed: Appeal | null;
  /** The last day on which the losing side can appeal; null if it has done so. */
  until: string | null;
}

/** The part of an account in a decision. */
export interface AppealPart {
  side: AppealSide;
  authorId: string | null;
  /** The decision in effect. */
  step: DecisionStep;
  /** Whether it went against the account. */
  isAgainst: boolean;
  /** The appeal of the account's side. */
  own: Appeal | null;
  /** The accounts that may not vote, and the quorum of the first decision. */
  parties: string[];
  votesNeeded: number;
}
