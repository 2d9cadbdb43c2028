import { countAgainstLimits, withinLimit } from '#lib/platform/auth/rate-limits.ts';
import type { Sender } from '#lib/platform/auth/transact-as.ts';
import type { Writer } from '#lib/platform/db/store.ts';

const networkLimit = { times: 10, minutes: 60 };
const accountLimit = { times: 20, minutes: 24 * 60 };

/** For all networks together, without an account: a network is cheap to change, and a person reads each suggestion. */
const subjectLimit = { times: 30, minutes: 24 * 60 };

/** Counts a suggestion for a work or profile. @returns false if a limit is exceeded */
export async function consumeSuggestionLimit(tx: Writer, { actor, network }: Sender, subjectId: string): Promise<boolean> {
  if (actor) return withinLimit(tx, 'correction-account', actor.accountId, accountLimit);
  const counters = [
    { name: 'correction-network', subject: network, limit: networkLimit },
    { name: 'correction-subject', subject: subjectId, limit: subjectLimit },
  ];
  return (await countAgainstLimits(tx, counters)) === null;
}
