import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { grantAdmin } from '#lib/platform/audit/roles.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { addMs, daysMs, minutesMs, now, setClock } from '#lib/platform/clock.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { erasedAccounts, existingAccounts, parseAccountIds, repeatErasures } from '#lib/portal/erasure/commands/repeat.ts';
import { requestErasure } from '#lib/portal/erasure/commands/request.ts';
import { createAccount, runJobs } from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();
const accountExists = async ({ accountId }: Actor): Promise<boolean> =>
  (await database.store.reader.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId))).length > 0;

test('an account that a restored backup contains is erased again, without another mail', async () => {
  const { store } = database;
  const gone = await createAccount(store, 'Gone');
  const stays = await createAccount(store, 'Stays');
  const [backup] = await store.reader.select().from(accounts).where(eq(accounts.id, gone.accountId));
  await store.transact((tx) => requestErasure(tx, gone));
  const at = addMs(now(), daysMs(3.1));
  setClock(() => at);
  await runJobs(store);
  expect(await accountExists(gone)).toBe(false);
  const list = await erasedAccounts(store.reader);
  expect(list).toEqual([{ accountId: gone.accountId, doneAt: at }]);
  const mails = async () => (await store.reader.select().from(jobs).where(eq(jobs.kind, 'send-mail'))).length;
  const before = await mails();

  await store.transact(async (tx) => void (await tx.insert(accounts).values(backup ?? { id: '' })));
  expect(await accountExists(gone)).toBe(true);
  setClock(() => addMs(at, minutesMs(5)));
  const ids = parseAccountIds(
    `\n> peergraph@0.2.0 accounts\n${list.map((each) => `${each.accountId}  ${each.doneAt.toISOString()}`).join('\n')}\nnobody\n`,
  );
  expect(ids).toEqual([gone.accountId, 'nobody']);
  expect(await existingAccounts(store.reader, ids)).toEqual([gone.accountId]);
  expect(await store.transact((tx) => repeatErasures(tx, ids))).toEqual([]);
  await runJobs(store);
  expect(await accountExists(gone)).toBe(false);
  expect(await accountExists(stays)).toBe(true);
  expect(await mails()).toBe(before);
  expect(await existingAccounts(store.reader, ids)).toEqual([]);
});

test('the only admin is not erased until there is another', async () => {
  const { store } = database;
  const [one, two] = [await createAccount(store, 'One'), await createAccount(store, 'Two')];
  await store.transact((tx) => grantAdmin(tx, one.email ?? ''));
  expect(await store.transact((tx) => repeatErasures(tx, [one.accountId]))).toEqual([one.accountId]);
  await runJobs(store);
  expect(await accountExists(one)).toBe(true);
  await store.transact((tx) => grantAdmin(tx, two.email ?? ''));
  expect(await store.transact((tx) => repeatErasures(tx, [one.accountId]))).toEqual([]);
  await runJobs(store);
  expect(await accountExists(one)).toBe(false);
});
