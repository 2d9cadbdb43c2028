import type { Actor } from '#lib/platform/auth/actor.ts';
import { withinLimit } from '#lib/platform/auth/rate-limits.ts';
import type { Writer } from '#lib/platform/db/store.ts';

/** Who suggests: an account where there is one, and the network that the form came from. */
export interface Suggester {
  actor: Actor | null;
  network: string;
}

const perNetwork = { times: 10, minutes: 60 };
const perAccount = { times: 20, minutes: 24 * 60 };

/** Counts a suggestion, of a work or a profile. @returns false where there are too many */
export const maySuggest = (tx: Writer, { actor, network }: Suggester): Promise<boolean> =>
  actor ? withinLimit(tx, 'correction-account', actor.accountId, perAccount) : withinLimit(tx, 'correction-network', network, perNetwork);
