import type { Decision } from '#lib/governance/cases/model/review-case.ts';
import { minDecisionsForTimes, queueTimesDays } from '#lib/governance/cases/model/review-case.ts';
import { inWords } from '#lib/platform/limits.ts';
import type { QueueTimes } from '#lib/portal/decisions/model/views.ts';

export const decisionLabels: Record<Decision, string> = {
  approve: 'accepted',
  reject: 'not accepted',
  uphold: 'upheld',
  dismiss: 'not upheld',
};

const minuteMs = 60_000;
const units = [
  { ms: 1440 * minuteMs, one: 'day', many: 'days', from: 2 * 1440 * minuteMs },
  { ms: 60 * minuteMs, one: 'hour', many: 'hours', from: 2 * 60 * minuteMs },
  { ms: minuteMs, one: 'minute', many: 'minutes', from: 0 },
];

/** Formats a duration: '3 days', '5 hours', '20 minutes'. */
function formatDuration(ms: number): string {
  const unit = units.find(({ from }) => ms >= from) ?? units[2];
  const count = Math.max(1, Math.round(ms / (unit?.ms ?? minuteMs)));
  return `${count} ${count === 1 ? unit?.one : unit?.many}`;
}

/** States how long decisions take, or that too few were made. */
export const formatQueueTimes = (times: QueueTimes | null): string =>
  times
    ? `of the ${times.decided} decisions of the last ${times.days} days, half were made within ${formatDuration(times.medianMs)} and nine of ten within ${formatDuration(times.p90Ms)}.`
    : `fewer than ${inWords(minDecisionsForTimes)} decisions in the last ${queueTimesDays} days, too few for a median.`;
