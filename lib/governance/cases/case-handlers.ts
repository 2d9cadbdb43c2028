import type { Actor } from '#lib/platform/auth/actor.ts';
import type { reviews } from '#lib/platform/db/schema/claims.ts';
import type { Reader, Writer } from '#lib/platform/db/store.ts';
import type { Outcome } from '#lib/platform/outcome.ts';
import type { AppealErrorCode, AppealSide, AppealState, AppealView, Step } from './model/appeals.ts';
import type { CaseName, Evidence } from './model/evidence.ts';
import type { Choice, Decision } from './model/review-case.ts';
import type { Appeal } from './queries/appeals.ts';

export type Review = typeof reviews.$inferSelect;

/** What people have decided on a case. */
export interface CaseDecision {
  review: Review;
  inFavour: boolean;
  reason: string;
  remedy: string | null;
  /** Of several rivals the one who is right, by their dispute. */
  favours: string | null;
  /** Who gave the deciding vote; null where several decided together. */
  by: string | null;
}

/** What every kind of case has, an appeal too. */
export interface AnyCaseHandler {
  /** It decides whose a record is: two people decide whatever they decide, and no co-author is one of them. */
  isAboutOwner?: true;
  /** Nobody else may learn who asked. */
  isAskerSecret?: true;
  /** The ways to decide by variant, in the order in which a page offers them: first in favour of what was asked, then against it. */
  choices: Readonly<Record<string, readonly Choice[]>>;
  /** Returns which of the choices are offered. Without it they are those of the kind itself. */
  variantOf?(reader: Reader, subjectId: string): Promise<string | undefined>;
  /** Upholding says which of several rivals is right. Returns their open disputes, the first of them first. */
  rivals?(reader: Reader, subjectId: string): Promise<{ id: string }[]>;
  /** Carries a decision out. */
  decide(tx: Writer, decision: CaseDecision): Promise<void>;
}

/** What is particular to one kind of case. Accounts, votes and their number are the same for all (lib/portal/decisions). */
export interface CaseHandler extends AnyCaseHandler {
  /** The words of a decision: in favour of what was asked, and against it. */
  decisions: readonly [inFavour: Decision, against: Decision];
  /** It changes how a name is shown: nobody can tell that the person who asked is not also one of those who decide. */
  isAboutName?: true;
  /** Whether to do what was asked takes two votes. */
  approvalTakesTwo?(reader: Reader, subjectId: string, isClaimed: boolean): Promise<boolean>;
  /** Returns the records that each of some cases is about besides the review's own: their owners do not decide. */
  recordsOf?(reader: Reader, subjectIds: readonly string[]): Promise<Map<string, string[]>>;
  /** Locks what is decided on: commands that end it take the same locks, before that of the review. */
  lock(tx: Writer, subjectId: string): Promise<unknown>;
  evidence(reader: Reader, subjectId: string): Promise<Partial<Evidence>>;
  /** Returns the names of some cases for the queue: what each is of, and the name of what it is about where that is no record. */
  namesOf?(reader: Reader, subjectIds: readonly string[]): Promise<Map<string, CaseName>>;
  /** Returns the accounts that asked for the decision. */
  askedBy(reader: Reader, subjectId: string): Promise<(string | null)[]>;
  appeal: AppealHandler;
}

/** How a decision of a kind is appealed. */
interface AppealHandler {
  choices: readonly Choice[];
  /** Returns whether an account that did not ask is on the other side. Without it the decision has no other side. */
  isOther?(reader: Reader, accountId: string, review: Pick<Review, 'subjectId' | 'authorId' | 'parties'>): Promise<boolean>;
  /** Returns what a decision is about. Without it, that is the record of its review. */
  aboutOf?(reader: Reader, subjectId: string): Promise<AppealView['about']>;
  /** Returns the part of an account in a decision, where that does not follow from its review. */
  partOf?(reader: Reader, accountId: string, subjectId: string, own: Appeal | null): Promise<AppealPart | null>;
  /** Files an appeal, where the subject has a state of its own for that; it then tells both sides itself. */
  file?(tx: Writer, actor: Actor, appeal: { subjectId: string; words: string }): Promise<Outcome<unknown, FileErrorCode>>;
  /** Does what the appeal asks for. @returns false where nothing was left to do */
  grant(tx: Writer, appeal: DecidedAppeal): Promise<boolean>;
  refuse?(tx: Writer, appeal: DecidedAppeal): Promise<void>;
  /** The other side cannot appeal once an appeal is granted. */
  isFinal?: true;
  /** Answers somebody without an account. */
  answerByMail?(tx: Writer, subjectId: string, answer: { state: AppealState; reason: string; remedy: string }): Promise<void>;
}

export type FileErrorCode = AppealErrorCode | 'unknown_claim' | 'claim_closed';

export interface DecidedAppeal extends CaseDecision {
  filed: Appeal | null;
  /** Until which day the person who loses by it can appeal; null where their side has done so. */
  until: string | null;
}

/** The part of an account in a decision. */
export interface AppealPart {
  side: AppealSide;
  authorId: string | null;
  /** What is valid now. */
  step: Step;
  /** It went against the account. */
  isAgainst: boolean;
  /** What the account's side has asked. */
  own: Appeal | null;
  /** Who may not decide, and how many votes it took so far. */
  parties: string[];
  votesNeeded: number;
}
