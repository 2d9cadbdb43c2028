import { hash } from 'node:crypto';
import { inArray, like } from 'drizzle-orm';
import { rateLimits, sessions } from '#lib/platform/db/schema/accounts.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { by, deleted, id, type Leaving, of, type TableLifecycle, within } from '#lib/platform/db/table-lifecycle.ts';

/** Deletes the rate-limit counters, whose keys end with hashes of the account and its addresses. */
async function eraseCounters(tx: Writer, { accountId, addresses }: Leaving): Promise<void> {
  for (const subject of [accountId, ...addresses]) {
    const ending = `:${hash('sha256', subject, 'base64url')}`;
    const own = like(rateLimits.key, `%${ending}`);
    const counted = await tx.select({ key: rateLimits.key }).from(rateLimits).where(own);
    const keys = counted.map(({ key }) => key).filter((key) => key.endsWith(ending));
    if (keys.length > 0) await tx.delete(rateLimits).where(inArray(rateLimits.key, keys));
  }
}

const counts = 'Counts under a hash of the id or an address. Those that mix in a network cannot be found, and go within a day.';
const sealed = 'A keyed seal of the network of the sign-in: it reads as nothing, and is compared between reviewers alone.';

export const authLifecycle: readonly TableLifecycle[] = [
  of(sessions, { userId: id('account'), network: within({ not: sealed }) }),
  of(rateLimits, {
    key: within(
      { not: 'A count under a hash that cannot be turned back; it goes when its time is over.' },
      by(eraseCounters, deleted(counts)),
    ),
  }),
];
