import { refusingLimit, withinLimit } from '#lib/platform/auth/rate-limits.ts';
import type { Sender } from '#lib/platform/auth/transact-as.ts';
import type { Writer } from '#lib/platform/db/store.ts';

const perNetwork = { times: 10, minutes: 60 };
const perAccount = { times: 20, minutes: 24 * 60 };

/** For all networks together, without an account: a network is cheap to change, and a person reads each suggestion. */
const perSubject = { times: 30, minutes: 24 * 60 };

/** Counts a suggestion for a work or profile. @returns false if a limit is exceeded */
export async function maySuggest(tx: Writer, { actor, network }: Sender, subjectId: string): Promise<boolean> {
  if (actor) return withinLimit(tx, 'correction-account', actor.accountId, perAccount);
  const counters = [
    { name: 'correction-network', subject: network, limit: perNetwork },
    { name: 'correction-subject', subject: subjectId, limit: perSubject },
  ];
  return (await refusingLimit(tx, counters)) === null;
}
