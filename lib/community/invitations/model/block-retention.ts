import { declineCooldownDays, reportCooldownDays } from '#lib/community/limits.ts';
import { addMs, daysMs } from '#lib/platform/clock.ts';

/** Retention of a block after the erasure of the blocked account. */
export const retainedBlockMonths = 12;

/**
 * Replaces the account id in the cooldown after an upheld report, which protects everybody. It cannot be an account id, which has twelve
 * characters.
 */
const everybodyAccountId = 'everybody';

/** A retained block or cooldown against an erased account, for one account or for everybody. */
export interface RetainedRow {
  accountId: string;
  kind: 'block' | 'pause' | 'report';
  since: Date;
  until: Date;
}

export const createRetainedBlock = (accountId: string, since: Date, erasedAt: Date): RetainedRow => {
  const until = new Date(erasedAt);
  until.setUTCMonth(until.getUTCMonth() + retainedBlockMonths);
  return { accountId, kind: 'block', since, until };
};

/** A cooldown keeps its original end. */
export const createRetainedCooldown = (accountId: string, declinedAt: Date): RetainedRow => ({
  accountId,
  kind: 'pause',
  since: declinedAt,
  until: addMs(declinedAt, daysMs(declineCooldownDays)),
});

export const createRetainedReport = (upheldAt: Date): RetainedRow => ({
  accountId: everybodyAccountId,
  kind: 'report',
  since: upheldAt,
  until: addMs(upheldAt, daysMs(reportCooldownDays)),
});
