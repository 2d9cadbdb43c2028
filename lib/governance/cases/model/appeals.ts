import { z } from 'zod';
import type { DecisionReason, Remedy } from '#lib/community/decision-reasons.ts';
import { appealDays } from '#lib/community/limits.ts';
import { addMs, daysMs } from '#lib/platform/clock.ts';
import { type AppealOf, appealKinds, type Decision, type DecisionChoice } from './review-case.ts';

/**
 * The sides of a decision: the person who asked (objected, reported, proposed or claimed) and the person whom it concerns. Each side may
 * appeal once, if it has lost, so a decision has at most two appeals.
 */
export type AppealSide = 'asker' | 'other';

/** A decision on a subject: the first one, or one by a granted appeal. */
export interface DecisionStep {
  /** The side whose appeal was granted; null for the first decision. */
  by: AppealSide | null;
  /** Whether it is in favour of the person who asked. */
  inFavour: boolean;
  reason: string;
  remedy: string;
  at: Date;
}

/**
 * Returns the decision in effect, from the first decision and the granted appeals in ascending order. A granted appeal decides in favour of
 * its side.
 */
export const currentDecision = (
  first: DecisionStep,
  granted: readonly (Omit<DecisionStep, 'inFavour' | 'by'> & { by: AppealSide })[],
): DecisionStep => {
  const last = granted.at(-1);
  return last ? { ...last, inFavour: last.by === 'asker' } : first;
};

export const hasLost = (side: AppealSide, { inFavour }: Pick<DecisionStep, 'inFavour'>): boolean => inFavour !== (side === 'asker');

/** The effect of a decision that can be appealed. */
export const mayAppeal = `The side that it goes against is told why, and can appeal for ${appealDays} days.`;
const canStillAppeal = `The other side is told why. If it has not appealed yet, it can for ${appealDays} days.`;

/** Returns the two choices for deciding an appeal. */
export const appealChoices = (words: {
  granted: readonly Remedy[];
  found: readonly DecisionReason[];
  refused: readonly Remedy[];
}): readonly DecisionChoice[] => [
  {
    decision: 'approve',
    label: 'The appeal holds',
    effects: ['The first decision is reversed.', canStillAppeal],
    reasons: ['new_facts', 'overlooked'],
    remedies: words.granted,
  },
  {
    decision: 'reject',
    label: 'The first decision stays',
    effects: ['Nothing changes. This side has no further appeal.'],
    reasons: ['nothing_new', ...words.found, 'changed_since'],
    remedies: words.refused,
  },
];

const words = z.string().trim().min(1, 'Say what was overlooked, or what is new.').max(2000);

export const appealInput = z.object({ of: z.enum(appealKinds), subjectId: z.string().min(1).max(40), words });
export type AppealInput = z.infer<typeof appealInput>;

/** An appeal by the mailed link of a person without an account. */
export const appealLinkInput = z.object({ request: z.string().min(1).max(40), code: z.string().regex(/^[0-9a-z]{32}$/), words });
export type AppealLinkInput = z.infer<typeof appealLinkInput>;

export type AppealErrorCode = 'unknown_decision' | 'appeal_filed' | 'appeal_deadline_passed';

export const appealUntil = (decidedAt: Date): Date => addMs(decidedAt, daysMs(appealDays));

/** Returns why a decision can no longer be appealed, or null. */
export const appealRefusal = ({ decidedAt, filed }: { decidedAt: Date; filed: boolean }, at: Date): AppealErrorCode | null => {
  if (filed) return 'appeal_filed';
  return appealUntil(decidedAt) <= at ? 'appeal_deadline_passed' : null;
};

/** 'moot': nothing was left to decide. */
export type AppealState = 'open' | 'granted' | 'refused' | 'moot';

/** A decision that can be appealed, as the losing side sees it. */
export interface AppealView {
  of: AppealOf;
  subjectId: string;
  /** The name and path of the subject; null if it is hidden. */
  about: { name: string; path: string } | null;
  decided: { decision: Decision; reason: string; remedy: string; at: Date; byAppeal: boolean };
  until: Date;
  /** Whether it went against the viewer, whose side has already appealed. */
  final: boolean;
  /** Why it can no longer be appealed; null if it can be, or has been. */
  refusal: AppealErrorCode | null;
  /** The appeal of the viewer's side; null if there is none. */
  appeal: { state: AppealState; filedAt: Date; decidedAt: Date | null; reason: string | null; remedy: string | null } | null;
}
