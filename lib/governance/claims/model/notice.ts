import { daysMs } from '#lib/platform/clock.ts';

/** Days of public notice for a claim without a strong proof. */
export const noticeDays = 7;
/** Days of notice where nobody can be told who knows the person; the default of the setting. */
export const longNoticeDays = 14;

/** Who can be told of a claim. */
interface NoticeContacts {
  /** Whether a work prints an address beside the name. */
  hasPrintedAddress: boolean;
  /** Whether a co-author owns a profile at L3. */
  hasOwningCoauthor: boolean;
  /** Whether the operator's staff list names the person. */
  isOnStaffList: boolean;
  /** Whether the person is invented, of the sample. */
  isSample: boolean;
}

/** Returns the days of notice: long if there is nobody to tell. Followers do not count, because anybody can follow. */
export const noticeDaysFor = (
  { hasPrintedAddress, hasOwningCoauthor, isOnStaffList, isSample }: NoticeContacts,
  longDays: number = longNoticeDays,
): number => (isSample || hasPrintedAddress || hasOwningCoauthor || isOnStaffList ? noticeDays : Math.max(noticeDays, longDays));

/** Returns the end of a resumed notice: its last day, but at least a day from now. */
export const resumedNoticeEnd = (createdAt: Date, at: Date, days: number = noticeDays): Date =>
  new Date(Math.max(createdAt.getTime() + daysMs(days), at.getTime() + daysMs(1)));
