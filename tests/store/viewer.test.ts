import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { nameInput } from '#lib/community/accounts/model/account.ts';
import { createActions } from '#lib/platform/action.ts';
import { passkeyRefusal } from '#lib/platform/auth/reauthentication.ts';
import { startSession } from '#lib/platform/auth/sessions.ts';
import { transactAs } from '#lib/platform/auth/transact-as.ts';
import { viewerSession } from '#lib/platform/auth/viewer.ts';
import { addMs, minutesMs, setClock } from '#lib/platform/clock.ts';
import { sessions } from '#lib/platform/db/schema/accounts.ts';
import type { Store } from '#lib/platform/db/store.ts';
import { sealedNetwork } from '#lib/platform/keys/seal.ts';
import { done } from '#lib/platform/outcome.ts';
import { noteFullDisk, noteOverload, noteUnknownOutcome, withRequest } from '#lib/platform/request-context.ts';
import { endSession, endSessions, removePasskey } from '#lib/portal/me/actions.ts';
import { authContext } from '#lib/portal/sign-in/requests.ts';
import { createAccount } from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

/** Stubs of the framework for a request: its cookies and headers, and the store of the process. */
const requestState = vi.hoisted(() => ({ token: '', store: null as Store | null, full: false, address: '127.0.0.1', action: '' }));
vi.mock('next/headers', () => ({
  cookies: async () => ({ get: () => ({ value: requestState.token }) }),
  headers: async () =>
    new Headers({
      'x-peergraph-address': requestState.address,
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0',
      ...(requestState.action && { 'next-action': requestState.action }),
    }),
}));
vi.mock('#lib/platform/db/store.ts', async (original) => ({
  ...(await original<object>()),
  reader: () => requestState.store?.reader,
  store: () => requestState.store,
  transact: (work: Parameters<Store['transact']>[0]) =>
    requestState.full ? Promise.reject(new Error('database or disk is full')) : requestState.store?.transact(work),
}));

const { act } = createActions({});

const database = databasePerFile();
beforeAll(async () => {
  requestState.store = database.store;
});
afterEach(() => {
  requestState.full = false;
  requestState.action = '';
});

async function createSession(name: string) {
  const actor = await createAccount(database.store, name);
  const origin = { signInMethod: 'email', device: 'Firefox on Linux', network: null } as const;
  requestState.token = (await database.store.transact((tx) => startSession(tx, actor.accountId, origin))).token;
  return actor;
}
const later31 = () => setClock(() => addMs(new Date(), minutesMs(31)));

test('a session is read also if its last use cannot be stored', async () => {
  const { accountId } = await createSession('Full Disk');
  setClock(() => addMs(new Date(), minutesMs(61)));
  requestState.full = true;
  expect((await viewerSession())?.actor.accountId).toBe(accountId);
  const seenAt = async () => (await database.store.reader.select().from(sessions))[0]?.seenAt?.getTime();
  const before = await seenAt();
  requestState.full = false;
  await viewerSession();
  expect(await seenAt()).toBeGreaterThan(before ?? Number.POSITIVE_INFINITY);
});

test.each([
  ['removing a passkey', removePasskey],
  ['ending a session', endSession],
  ['ending all other sessions', endSessions],
])('%s needs a sign-in within the last 30 minutes', async (_, action) => {
  await createSession('Half An Hour');
  later31();
  expect(await action(null, new FormData())).toMatchObject({ ok: false, code: 'reauthentication_required' });
});

test('limits an account to 120 changes a minute, without effect on other accounts', async () => {
  const fast = await createSession('Fast');
  const form = new FormData();
  form.set('name', 'Fast');
  let made = 0;
  const change = () =>
    act(form, nameInput, async () => {
      made += 1;
      return done(undefined);
    });
  for (let times = 0; times < 120; times += 1) expect((await change()).ok).toBe(true);
  expect(await change()).toMatchObject({ ok: false, code: 'rate_limited' });
  expect(made).toBe(120);
  const slow = await createAccount(database.store, 'Slow');
  expect((await transactAs(slow, async () => done(undefined))).ok).toBe(true);
  setClock(() => addMs(new Date(), minutesMs(1.1)));
  expect((await transactAs(fast, async () => done(undefined))).ok).toBe(true);
});

test('accepts a passkey sign-in for decisions only from the same network', async () => {
  const actor = await createAccount(database.store, 'Traveller');
  requestState.address = '203.0.113.9';
  const network = sealedNetwork(new Headers({ 'x-peergraph-address': '203.0.113.1' }), authContext().env.SECRET);
  const origin = { signInMethod: 'passkey', device: 'Firefox on Linux', network } as const;
  requestState.token = (await database.store.transact((tx) => startSession(tx, actor.accountId, origin))).token;
  const needed = async () => {
    const viewer = (await viewerSession())?.actor;
    return viewer && passkeyRefusal(viewer);
  };
  expect(await needed()).toBeNull();
  requestState.address = '198.51.100.7';
  expect(await needed()).toBe('passkey_sign_in_needed');
  expect((await viewerSession())?.actor.accountId).toBe(actor.accountId);
});

test.each([
  ['a full disk', 'cannot_store', noteFullDisk],
  ['a busy database', 'overloaded', noteOverload],
  ['a commit without an answer', 'outcome_unknown', noteUnknownOutcome],
] as const)('a form that was sent by script keeps its text after %s', async (_, code, note) => {
  await createSession('Noor');
  const form = new FormData();
  form.set('name', 'A long name');
  const send = () =>
    withRequest({ id: 'request-1', isOverloaded: false }, () =>
      act(form, nameInput, async () => {
        note();
        throw new Error('the fault');
      }),
    );
  await expect(send()).rejects.toThrow('the fault');
  requestState.action = 'x';
  expect(await send()).toMatchObject({ ok: false, code, typed: { name: 'A long name' } });
  await expect(act(form, nameInput, () => Promise.reject(new Error('a defect')))).rejects.toThrow('a defect');
});
