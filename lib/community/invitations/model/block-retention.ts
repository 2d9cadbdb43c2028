import { daysMs, later } from '#lib/platform/clock.ts';
import { declineCooldownDays, reportedDays } from './cooldown.ts';

/** So long a block outlives the account that it was about. */
export const retainedBlockMonths = 12;

/** Replaces the id of the account that the pause after an upheld report of misuse protects. No account has it: ids are twelve characters. */
const everybody = 'everybody';

/** What is kept, for one person or everybody, of a block or a pause about an account that is gone. */
export interface RetainedRow {
  accountId: string;
  kind: 'block' | 'pause' | 'report';
  since: Date;
  until: Date;
}

export const retainedBlock = (accountId: string, since: Date, erasedAt: Date): RetainedRow => {
  const until = new Date(erasedAt);
  until.setUTCMonth(until.getUTCMonth() + retainedBlockMonths);
  return { accountId, kind: 'block', since, until };
};

/** A pause keeps its own end. */
export const retainedPause = (accountId: string, declinedAt: Date): RetainedRow => ({
  accountId,
  kind: 'pause',
  since: declinedAt,
  until: later(declinedAt, daysMs(declineCooldownDays)),
});

export const retainedReport = (upheldAt: Date): RetainedRow => ({
  accountId: everybody,
  kind: 'report',
  since: upheldAt,
  until: later(upheldAt, daysMs(reportedDays)),
});
