import { daysMs } from '#lib/platform/clock.ts';

/** Days of public notice for a claim without a strong proof. */
export const noticeDays = 7;

/** Returns the end of a resumed notice: its seventh day, but at least a day from now. */
export const resumedNoticeEnd = (createdAt: Date, at: Date): Date =>
  new Date(Math.max(createdAt.getTime() + daysMs(noticeDays), at.getTime() + daysMs(1)));
