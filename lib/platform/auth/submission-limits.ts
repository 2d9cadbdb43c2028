import type { Writer } from '#lib/platform/db/store.ts';
import { countAgainstLimits, type Limit, withinLimit } from './rate-limits.ts';
import type { Sender } from './transact-as.ts';

const networkLimit: Limit = { times: 10, minutes: 60 };
export const accountSubmissionLimit: Limit = { times: 20, minutes: 24 * 60 };
/** For all networks together, without an account: a network is cheap to change, and a person reads each submission. */
const subjectLimit: Limit = { times: 30, minutes: 24 * 60 };

/** Counts a submission about a subject that a person reads, such as a report. @returns false if a limit is exceeded */
export async function withinSubmissionLimits(
  tx: Writer,
  kind: 'correction' | 'report',
  { actor, network }: Sender,
  subjectId: string,
): Promise<boolean> {
  if (actor) return withinLimit(tx, `${kind}-account`, actor.accountId, accountSubmissionLimit);
  const counters = [
    { name: `${kind}-network`, subject: network, limit: networkLimit },
    { name: `${kind}-subject`, subject: subjectId, limit: subjectLimit },
  ];
  return (await countAgainstLimits(tx, counters)) === null;
}
