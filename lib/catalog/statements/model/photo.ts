import { hasPower } from '#lib/catalog/powers/model.ts';
import { now } from '#lib/platform/clock.ts';

/** Whether a record shows its photo: from the level of the power, or for a time after the rules have changed. */
export const mayShowPhoto = (level: number, keptUntil: Date | null): boolean =>
  hasPower(level, 'photo') || (keptUntil !== null && keptUntil > now());
