import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { addMs, daysMs, now } from '#lib/platform/clock.ts';
import { auditEntries } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { invitations } from '#lib/platform/db/schema/invitations.ts';
import { endSessionsOfAccount, keepAccount, lift, suspend } from '#lib/portal/accounts/commands.ts';
import { accountFor } from '#lib/portal/accounts/queries.ts';
import { reviewerOf } from '#lib/portal/decisions/queries/reviewers.ts';
import { requestErasure } from '#lib/portal/erasure/commands/request.ts';
import type { Admin } from '#lib/portal/operations/queries/operations.ts';
import { createAccount, createAdmin, inPasskeySession } from './fixtures.ts';
import { createResearcher, openToInvitations, sendInvitation } from './researchers.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();

test('admins suspend an account and lift it, end sessions and cancel an erasure, each in the audit log; admins are not suspended', async () => {
  const { store } = database;
  const olga = await createAdmin(store, 'Olga');
  const stranger = await createAccount(store, 'Stranger');
  const transact: typeof store.transact = (work) => store.transact(work);
  const loud = await createAccount(store, 'Loud');
  const admin = inPasskeySession(olga);
  const target = { accountId: loud.accountId };
  const suspendLoud = (by: Actor, accountId = loud.accountId) => transact((tx) => suspend(tx, by, { accountId, reason: 'spam' }));
  const refusal = (code: string) => ({ ok: false, code });
  for (const command of [lift, endSessionsOfAccount, keepAccount])
    expect(await transact((tx) => command(tx, inPasskeySession(stranger), target))).toEqual(refusal('not_an_admin'));
  expect(await suspendLoud(inPasskeySession(stranger))).toEqual(refusal('not_an_admin'));
  expect(await suspendLoud(olga)).toEqual(refusal('passkey_sign_in_needed'));
  expect(await suspendLoud(admin, olga.accountId)).toEqual(refusal('account_of_admin'));
  expect(await suspendLoud(admin, '0nobody0here')).toEqual(refusal('unknown_account'));
  expect(await suspendLoud(admin)).toEqual({ ok: true, value: undefined });
  expect(await suspendLoud(admin)).toEqual(refusal('account_suspended'));
  const asAdmin = (await reviewerOf(store.reader, olga)) as Admin;
  expect(await accountFor(store.reader, asAdmin, loud.accountId)).toMatchObject({
    isSuspended: true,
    openSessions: 0,
    suspended: { reason: expect.stringContaining('advertising') },
    entries: [{ action: 'account.suspended', facts: { reason: 'spam' } }],
  });
  expect(await transact((tx) => endSessionsOfAccount(tx, admin, target))).toEqual({ ok: true, value: undefined });
  expect(await transact((tx) => keepAccount(tx, admin, target))).toEqual(refusal('no_erasure'));
  await transact((tx) => requestErasure(tx, loud));
  expect(await transact((tx) => keepAccount(tx, admin, target))).toEqual({ ok: true, value: undefined });
  expect(await transact((tx) => lift(tx, admin, target))).toEqual({ ok: true, value: undefined });
  expect(await transact((tx) => lift(tx, admin, target))).toEqual(refusal('account_not_suspended'));
  const entries = await store.reader.select().from(auditEntries).where(eq(auditEntries.subjectId, loud.accountId));
  expect(entries.map(({ action }) => action).sort()).toEqual([
    ...['account.suspended', 'account.suspension-lifted', 'erasure.cancelled', 'sessions.ended'],
  ]);
  expect(entries.every(({ accountId }) => accountId === olga.accountId)).toBe(true);
  expect(await accountFor(store.reader, asAdmin, '0nobody0here')).toBeNull();
});

test('the unanswered invitations of a suspended account are withdrawn, and its listing as open ends', async () => {
  const { store } = database;
  const admin = await createAdmin(store, 'Otto');
  const [sender, recipient] = [
    await createResearcher(store, 'Sven Spam'),
    await openToInvitations(store, await createResearcher(store, 'Rita Read')),
  ];
  expect(await sendInvitation(store, sender.actor, recipient)).toMatchObject({ ok: true });
  await store.transact((tx) =>
    tx
      .update(authors)
      .set({ listedUntil: addMs(now(), daysMs(30)) })
      .where(eq(authors.id, sender.id)),
  );
  const suspended = await store.transact((tx) =>
    suspend(tx, inPasskeySession(admin), { accountId: sender.actor.accountId, reason: 'spam' }),
  );
  expect(suspended).toEqual({ ok: true, value: undefined });
  expect(await store.reader.select().from(invitations)).toMatchObject([{ state: 'withdrawn' }]);
  const [record] = await store.reader.select().from(authors).where(eq(authors.id, sender.id));
  expect(record?.listedUntil).toBeNull();
});
