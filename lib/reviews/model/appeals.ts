import { z } from 'zod';
import { daysMs, later } from '../../clock.ts';
import { type AppealOf, appealKinds, type Decision } from '../model.ts';

/** So many days after a decision another look can be asked for, once. */
export const appealDays = 30;

const words = z.string().trim().min(1, 'Say what was overlooked, or what is new.').max(2000, 'Up to 2000 characters.');

export const appealInput = z.object({ of: z.enum(appealKinds), subjectId: z.string().min(1).max(40), words });
export type AppealInput = z.infer<typeof appealInput>;

/** The same by the link of an answer that was mailed to somebody without an account. */
export const appealLinkInput = z.object({ request: z.string().min(1).max(40), code: z.string().regex(/^[0-9a-z]{32}$/), words });
export type AppealLinkInput = z.infer<typeof appealLinkInput>;

export type AppealBecause = 'unknown_decision' | 'appeal_filed' | 'appeal_late';

export const appealUntil = (decidedAt: Date): Date => later(decidedAt, daysMs(appealDays));

/** Why a decision cannot be appealed any more, or null. */
export const appealRefusal = ({ decidedAt, filed }: { decidedAt: Date; filed: boolean }, at: Date): AppealBecause | null => {
  if (filed) return 'appeal_filed';
  return appealUntil(decidedAt) <= at ? 'appeal_late' : null;
};

/** 'moot': nothing was left to decide when it was decided. */
export type AppealState = 'open' | 'granted' | 'refused' | 'moot';

/** A decision as the person reads it whom it went against. */
export interface AppealView {
  of: AppealOf;
  subjectId: string;
  /** What it is about: a name and where its page is; null where nothing is shown of it. */
  about: { name: string; path: string } | null;
  decided: { decision: Decision; reason: string; remedy: string; at: Date };
  until: Date;
  /** Why it cannot be appealed any more, though nobody has; null where it can, or has been. */
  shut: AppealBecause | null;
  /** Null while nobody has appealed. */
  appeal: { state: AppealState; filedAt: Date; decidedAt: Date | null; reason: string | null; remedy: string | null } | null;
}
