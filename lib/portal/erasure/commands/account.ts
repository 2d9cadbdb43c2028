import { createHash } from 'node:crypto';
import { and, eq, inArray, ne, or } from 'drizzle-orm';
import { recountFollowers } from '#lib/catalog/authors/commands.ts';
import { waitingAs } from '#lib/community/accounts/commands/addresses.ts';
import { recoveryContactOf } from '#lib/community/accounts/commands/recovery.ts';
import {
  accounts,
  dataExportParts,
  dataExports,
  dataImports,
  logins,
  passkeyChallenges,
  passkeys,
  rateLimits,
  sessions,
  signInTokens,
} from '#lib/platform/db/schema/accounts.ts';
import { contextFollows, follows, savedSearches } from '#lib/platform/db/schema/follows.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { digests, notificationSettings, notifications } from '#lib/platform/db/schema/notifications.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import type { Leaving } from './erase.ts';

/** What is the account's own: its follows, notices and ways to sign in, what waits to be done for it, and last the account itself. */
export async function eraseAccountRows(tx: Writer, leaving: Leaving): Promise<void> {
  const { accountId } = leaving;
  await eraseFollows(tx, accountId);
  for (const each of [
    notifications,
    notificationSettings,
    digests,
    dataExports,
    dataExportParts,
    dataImports,
    passkeys,
    passkeyChallenges,
  ]) {
    await tx.delete(each).where(eq(each.accountId, accountId));
  }
  await tx.delete(sessions).where(eq(sessions.userId, accountId));
  await tx.delete(logins).where(eq(logins.userId, accountId));
  await eraseKeys(tx, leaving);
  await eraseJobs(tx, leaving);
  await tx.delete(accounts).where(eq(accounts.id, accountId));
}

/** Records are counted again, never down: their rows are the caller's. */
async function eraseFollows(tx: Writer, accountId: string): Promise<void> {
  const gone = await tx.delete(follows).where(eq(follows.accountId, accountId)).returning({ id: follows.authorId });
  const ids = gone.map(({ id }) => id);
  if (ids.length > 0) await recountFollowers(tx, ids);
  await tx.delete(contextFollows).where(eq(contextFollows.accountId, accountId));
  await tx.delete(savedSearches).where(eq(savedSearches.accountId, accountId));
}

/** Links that wait for the account or its addresses, and the counters under their hashes. */
async function eraseKeys(tx: Writer, { accountId, addresses }: Leaving): Promise<void> {
  const names = [...addresses, waitingAs('email', accountId), waitingAs('recovery', accountId), recoveryContactOf(accountId)];
  await tx.delete(signInTokens).where(or(inArray(signInTokens.identifier, names), eq(signInTokens.token, accountId)));
  for (const subject of [accountId, ...addresses]) {
    const hash = createHash('sha256').update(subject).digest('base64url');
    const counted = await tx.query<{ key: string }>('select key from rate_limits where key like ?', [], [`%:${hash}`]);
    const keys = counted.map(({ key }) => key).filter((key) => key.endsWith(`:${hash}`));
    if (keys.length > 0) await tx.delete(rateLimits).where(inArray(rateLimits.key, keys));
  }
}

/** Whatever waits, has failed or was done for the account or an address of its: but for the job that does this. */
async function eraseJobs(tx: Writer, { accountId, addresses }: Leaving): Promise<void> {
  const marks = [accountId, ...addresses].map((each) => JSON.stringify(each).slice(1, -1));
  for (const mark of marks) {
    const found = await tx.query<{ id: string; text: string }>(
      `select id, coalesce(cast(payload as text), '') || ' ' || coalesce(once_key, '') || ' ' || coalesce(last_error, '') as text
       from jobs where cast(payload as text) like ? or once_key like ? or last_error like ?`,
      [],
      [`%${mark}%`, `%${mark}%`, `%${mark}%`],
    );
    const ids = found.filter(({ text }) => text.includes(mark)).map(({ id }) => id);
    const other = ne(jobs.state, 'running');
    const notThis = or(other, and(ne(jobs.kind, 'erase-account'), ne(jobs.kind, 'erase-rest')));
    if (ids.length > 0) await tx.delete(jobs).where(and(inArray(jobs.id, ids), notThis));
  }
}
