import { z } from 'zod';
import type { Reason, Remedy } from '#lib/community/decision-reasons.ts';
import { daysMs, later } from '#lib/platform/clock.ts';
import { type AppealOf, appealKinds, type Choice, type Decision } from './review-case.ts';

/**
 * The two sides of a decision: anyone who asked for it (who objected, reported, proposed, asked or claimed), and whom it is about. Each may ask
 * once that other people look again, when it has lost; so there are two more looks at most.
 */
export type AppealSide = 'asker' | 'other';

/** What was decided on a thing, first or by an appeal that was granted. */
export interface Step {
  /** Whose appeal it was; null for the first decision. */
  by: AppealSide | null;
  /** It is as the person who asked for it wished. */
  inFavour: boolean;
  reason: string;
  remedy: string;
  at: Date;
}

/** What is valid after the first decision and the appeals that were granted, the oldest first: a granted one is as its side wished. */
export const currentDecision = (first: Step, granted: readonly (Omit<Step, 'inFavour' | 'by'> & { by: AppealSide })[]): Step => {
  const last = granted.at(-1);
  return last ? { ...last, inFavour: last.by === 'asker' } : first;
};

export const hasLost = (side: AppealSide, { inFavour }: Pick<Step, 'inFavour'>): boolean => inFavour !== (side === 'asker');

/** Returns the two ways to decide an appeal. */
export const appealChoices = (words: {
  granted: readonly Remedy[];
  found: readonly Reason[];
  refused: readonly Remedy[];
}): readonly Choice[] => [
  { decision: 'approve', label: 'The appeal holds', reasons: ['new_facts', 'overlooked'], remedies: words.granted },
  {
    decision: 'reject',
    label: 'The first decision stays',
    reasons: ['nothing_new', ...words.found, 'changed_since'],
    remedies: words.refused,
  },
];

/** So many days after a decision an appeal can be filed, once. */
export const appealDays = 30;

const words = z.string().trim().min(1, 'Say what was overlooked, or what is new.').max(2000, 'Up to 2000 characters.');

export const appealInput = z.object({ of: z.enum(appealKinds), subjectId: z.string().min(1).max(40), words });
export type AppealInput = z.infer<typeof appealInput>;

/** The same by the link of an answer that was mailed to somebody without an account. */
export const appealLinkInput = z.object({ request: z.string().min(1).max(40), code: z.string().regex(/^[0-9a-z]{32}$/), words });
export type AppealLinkInput = z.infer<typeof appealLinkInput>;

export type AppealErrorCode = 'unknown_decision' | 'appeal_filed' | 'appeal_deadline_passed';

export const appealUntil = (decidedAt: Date): Date => later(decidedAt, daysMs(appealDays));

/** Why a decision cannot be appealed any more, or null. */
export const appealRefusal = ({ decidedAt, filed }: { decidedAt: Date; filed: boolean }, at: Date): AppealErrorCode | null => {
  if (filed) return 'appeal_filed';
  return appealUntil(decidedAt) <= at ? 'appeal_deadline_passed' : null;
};

/** 'moot': nothing was left to decide when it was decided. */
export type AppealState = 'open' | 'granted' | 'refused' | 'moot';

/** A decision as the person reads it whom it went against. */
export interface AppealView {
  of: AppealOf;
  subjectId: string;
  /** What it is about: a name and where its page is; null where nothing is shown of it. */
  about: { name: string; path: string } | null;
  decided: { decision: Decision; reason: string; remedy: string; at: Date; byAppeal: boolean };
  until: Date;
  /** It went against the reader, whose side has appealed already. */
  final: boolean;
  /** Why it cannot be appealed any more, though nobody has; null where it can, or has been. */
  shut: AppealErrorCode | null;
  /** What the reader's side has asked; null while it has not. */
  appeal: { state: AppealState; filedAt: Date; decidedAt: Date | null; reason: string | null; remedy: string | null } | null;
}
