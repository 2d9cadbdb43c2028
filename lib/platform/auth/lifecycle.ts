import { hash } from 'node:crypto';
import { inArray, like } from 'drizzle-orm';
import { rateLimits, sessions } from '#lib/platform/db/schema/accounts.ts';
import { accountColumn, accountIdColumn, deleted, type EraseRows, erasedBy, lifecycleOf } from '#lib/platform/db/table-lifecycle.ts';

/** Deletes the rate-limit counters, whose keys end with hashes of the account and its addresses. */
const eraseCounters: EraseRows = async (tx, { accountId, addresses }) => {
  for (const subject of [accountId, ...addresses]) {
    const keySuffix = `:${hash('sha256', subject, 'base64url')}`;
    const isOfSubject = like(rateLimits.key, `%${keySuffix}`);
    const rows = await tx.select({ key: rateLimits.key }).from(rateLimits).where(isOfSubject);
    const keys = rows.map(({ key }) => key).filter((key) => key.endsWith(keySuffix));
    if (keys.length > 0) await tx.delete(rateLimits).where(inArray(rateLimits.key, keys));
  }
};

const counts =
  'Counters under a hash of the id or an address. Counters under a hash that includes a network cannot be found, and expire within a day.';
const sealed = 'A keyed hash of the network of the sign-in. It is not readable, and is only compared between reviewers.';

export const authLifecycle = [
  lifecycleOf(sessions, { userId: accountIdColumn('account'), network: accountColumn({ not: sealed }) }),
  lifecycleOf(rateLimits, {
    key: accountColumn(
      { not: 'A counter under an irreversible hash. It is deleted when it expires.' },
      erasedBy(eraseCounters, deleted(counts)),
    ),
  }),
];
