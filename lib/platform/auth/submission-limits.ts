import type { Writer } from '#lib/platform/db/store.ts';
import { submissionLimits } from '#lib/platform/limits.ts';
import { countAgainstLimits, withinLimit } from './rate-limits.ts';
import type { Sender } from './transact-as.ts';

/** Counts a submission about a subject that a person reads, such as a report. @returns false if a limit is exceeded */
export async function withinSubmissionLimits(
  tx: Writer,
  kind: 'correction' | 'report',
  { actor, network }: Sender,
  subjectId: string,
): Promise<boolean> {
  if (actor) return withinLimit(tx, `${kind}-account`, actor.accountId, submissionLimits.account);
  const counters = [
    { name: `${kind}-network`, subject: network, limit: submissionLimits.network },
    { name: `${kind}-subject`, subject: subjectId, limit: submissionLimits.subject },
  ];
  return (await countAgainstLimits(tx, counters)) === null;
}
