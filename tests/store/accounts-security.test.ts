import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { eventsOf } from '#lib/catalog/trust/queries/log.ts';
import { confirmAddress, removeRecoveryContact, requestConfirmation } from '#lib/community/accounts/commands/addresses.ts';
import { requirePasskey } from '#lib/community/accounts/commands/passkey-requirement.ts';
import { renamePasskey, revokePasskey } from '#lib/community/accounts/commands/passkeys.ts';
import { cancelRecovery } from '#lib/community/accounts/commands/recovery.ts';
import { endOneSession, endOtherSessions, endSessionsOf } from '#lib/community/accounts/commands/sessions.ts';
import { liftSuspension, suspendAccount } from '#lib/community/accounts/commands/suspension.ts';
import { maxPasskeys } from '#lib/community/accounts/model/account.ts';
import { grantAdmin } from '#lib/platform/audit/roles.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { describeDevice } from '#lib/platform/auth/devices.ts';
import { openSession, startSession } from '#lib/platform/auth/sessions.ts';
import { addMs, minutesMs, now, setClock } from '#lib/platform/clock.ts';
import { accounts, auditEntries, passkeyChallenges, passkeys } from '#lib/platform/db/schema/accounts.ts';
import { follows } from '#lib/platform/db/schema/follows.ts';
import { notifications } from '#lib/platform/db/schema/notifications.ts';
import { readEnv } from '#lib/platform/env.ts';
import { newId } from '#lib/platform/id.ts';
import { statusOf } from '#lib/platform/refusals.ts';
import { securityOf } from '#lib/portal/me/queries/security.ts';
import { type ErrorCode, refusals } from '#lib/portal/refusals.ts';
import { registerPasskey, servePasskeyOptions, signInWithPasskey } from '#lib/portal/sign-in/passkeys.ts';
import { confirmOwnAddress, finishRecovery, requestRecoveryLink, startRecovery } from '#lib/portal/sign-in/recovery.ts';
import type { AuthContext } from '#lib/portal/sign-in/requests.ts';
import { Authenticator, type Behaviour } from '../servers/authenticator.ts';
import { Browser } from '../servers/browser.ts';
import { assignRecord, createAccount, createAdmin, createRecord } from './fixtures.ts';
import { collectMails } from './sent-mails.ts';
import { databasePerFile } from './test-database.ts';

const site = 'http://localhost:3977';
const database = databasePerFile();

const context = (): AuthContext => ({
  store: database.store,
  env: {
    ...readEnv({ PUBLIC_URL: site, LOG_LEVEL: 'silent', MAIL_INTERVAL_SECONDS: '0' }),
    SECRET: 'a secret of the tests, 32 characters and more',
  },
});
const sessionIn = (browser: Browser) => openSession(database.store.reader, browser.cookies(site).get('peergraph-session'));

/** Returns a browser with a new session of the account. */
async function signedInBrowser(actor: Actor, device = 'Firefox on Linux'): Promise<Browser> {
  const browser = new Browser();
  const { token } = await database.store.transact((tx) =>
    startSession(tx, actor.accountId, { signInMethod: 'email', device, network: null }),
  );
  browser.cookies(site).set('peergraph-session', token);
  return browser;
}

type Handler = (request: Request, context: AuthContext) => Promise<Response>;
/** Sends a request as a script of this site does. */
async function send(browser: Browser, handler: Handler, body: object, headers: Record<string, string> = {}) {
  const cookie = [...browser.cookies(site)].map(([name, value]) => `${name}=${value}`).join('; ');
  const sent = { cookie, origin: site, host: 'localhost:3977', 'sec-fetch-site': 'same-origin', ...headers };
  const request = new Request(`${site}/api/auth/passkey/x`, { method: 'POST', headers: sent, body: JSON.stringify(body) });
  const answer = browser.storeCookies(site, await handler(request, context()));
  return { status: answer.status, body: (await answer.json()) as { challenge?: string; code?: string; next?: string; ok?: boolean } };
}
const challengeFor = async (browser: Browser, purpose: 'add' | 'sign-in') =>
  (await send(browser, servePasskeyOptions, { purpose })).body.challenge ?? '';
const addPasskey = async (browser: Browser, device: Authenticator, behaviour?: Behaviour) => {
  const response = device.create(await challengeFor(browser, 'add'), behaviour);
  return send(browser, registerPasskey, { name: 'Laptop', response });
};
const signIn = async (browser: Browser, device: Authenticator, behaviour?: Behaviour, follow?: string) => {
  const response = device.get(await challengeFor(browser, 'sign-in'), behaviour);
  return send(browser, signInWithPasskey, { next: '/authors', ...(follow && { follow }), response });
};
const expectedRefusal = (code: ErrorCode) => ({ status: statusOf(refusals[code]), body: { code, status: statusOf(refusals[code]) } });
const createOwner = async (name: string) => {
  const { store } = database;
  const actor = await createAccount(store, name);
  const record = await createRecord(store, name);
  await assignRecord(store, actor, record);
  const kinds = async () => ((await eventsOf(store.reader, [record.id])).get(record.id) ?? []).map(({ kind }) => kind);
  return { actor, kinds };
};
const notifiedChanges = async ({ accountId }: Actor): Promise<string[]> =>
  (await database.store.reader.select().from(notifications).where(eq(notifications.accountId, accountId)))
    .filter(({ kind }) => kind === 'security_changed')
    .map(({ facts }) => String(facts.change))
    .sort();

describe('a passkey', () => {
  test('is added after a recent sign-in, signs in, is renamed, removed, and then no longer works', async () => {
    const { store } = database;
    const { actor, kinds } = await createOwner('Noor');
    const browser = await signedInBrowser(actor);
    const device = new Authenticator(site);
    expect(await addPasskey(browser, device)).toMatchObject({ status: 200 });
    expect(await kinds()).toEqual(['passkey_added']);
    const elsewhere = new Browser();
    device.counter = 1;
    const wanted = await createRecord(store, 'Ada Followed');
    expect(await signIn(elsewhere, device, {}, wanted.id)).toMatchObject({ status: 200, body: { next: '/authors' } });
    expect(await store.reader.select().from(follows)).toMatchObject([{ accountId: actor.accountId, authorId: wanted.id }]);
    expect((await sessionIn(elsewhere))?.actor.accountId).toBe(actor.accountId);
    const session = await sessionIn(browser);
    const view = session && (await securityOf(store.reader, session));
    expect(view?.passkeys).toMatchObject([{ name: 'Laptop', backedUp: false, usedAt: expect.any(Date) }]);
    expect(view?.sessions.map(({ by, current }) => [by, current]).sort()).toEqual([
      ['email', true],
      ['passkey', false],
    ]);
    const passkeyId = view?.passkeys[0]?.id ?? '';
    const stranger = await createAccount(store, 'Stranger');
    const change = (who: Actor) => store.transact((tx) => renamePasskey(tx, who, { passkeyId, name: 'Old laptop' }));
    const remove = (who: Actor) => store.transact((tx) => revokePasskey(tx, who, { passkeyId, keep: session?.id ?? null }));
    expect(await change(stranger)).toEqual({ ok: false, code: 'unknown_passkey' });
    expect(await remove(stranger)).toEqual({ ok: false, code: 'unknown_passkey' });
    expect((await change(actor)).ok).toBe(true);
    expect((await remove(actor)).ok).toBe(true);
    expect(await remove(actor)).toEqual({ ok: false, code: 'unknown_passkey' });
    expect(await sessionIn(elsewhere)).toBeNull();
    expect(await sessionIn(browser)).not.toBeNull();
    expect(await kinds()).toEqual(['passkey_added', 'passkeys_gone']);
    device.counter = 2;
    expect(await signIn(new Browser(), device)).toMatchObject(expectedRefusal('passkey_refused'));
    expect(await notifiedChanges(actor)).toEqual(['passkey_added', 'passkey_removed']);
  });

  test('is not added without a session, after 30 minutes, from another page, or for another account', async () => {
    const actor = await createAccount(database.store, 'Late');
    const device = new Authenticator(site);
    expect(await send(new Browser(), servePasskeyOptions, { purpose: 'add' })).toMatchObject(expectedRefusal('not_signed_in'));
    const browser = await signedInBrowser(actor);
    expect((await send(browser, servePasskeyOptions, { purpose: 'add' }, { 'sec-fetch-site': 'cross-site' })).status).toBe(400);
    const challenge = await challengeFor(browser, 'add');
    const other = await signedInBrowser(await createAccount(database.store, 'Other'));
    other.cookies(site).set('peergraph-passkey', browser.cookies(site).get('peergraph-passkey') ?? '');
    const response = device.create(challenge);
    expect(await send(other, registerPasskey, { name: 'x', response })).toMatchObject(expectedRefusal('passkey_refused'));
    setClock(() => addMs(new Date(), minutesMs(31)));
    expect(await send(browser, registerPasskey, { name: 'x', response })).toMatchObject(expectedRefusal('reauthentication_required'));
    expect(await send(browser, servePasskeyOptions, { purpose: 'add' })).toMatchObject(expectedRefusal('reauthentication_required'));
  });

  test.each<[string, Behaviour]>([
    ['another site’s page', { origin: 'https://peergraph.evil.example' }],
    ['another site', { rpID: 'evil.example' }],
    ['a device that asks nobody', { verifies: false }],
  ])('made or used by %s is refused', async (_, behaviour) => {
    const actor = await createAccount(database.store, 'Wary');
    const browser = await signedInBrowser(actor);
    expect(await addPasskey(browser, new Authenticator(site), behaviour)).toMatchObject(expectedRefusal('passkey_refused'));
    const device = new Authenticator(site);
    expect((await addPasskey(browser, device)).status).toBe(200);
    expect(await signIn(new Browser(), device, behaviour)).toMatchObject(expectedRefusal('passkey_refused'));
  });

  test('drops characters that a database cannot store from its name, and rejects a response that contains them', async () => {
    const actor = await createAccount(database.store, 'Signs');
    const device = new Authenticator(site);
    const browser = await signedInBrowser(actor);
    const response = device.create(await challengeFor(browser, 'add'));
    expect((await send(browser, registerPasskey, { name: 'Lap\u0000top\u202e', response })).status).toBe(200);
    const session = await sessionIn(browser);
    expect(session && (await securityOf(database.store.reader, session)).passkeys).toMatchObject([{ name: 'Laptop' }]);
    const elsewhere = new Browser();
    const signed = device.get(await challengeFor(elsewhere, 'sign-in'));
    const id = `\u0000${signed.id.slice(1)}`;
    expect(await send(elsewhere, signInWithPasskey, { response: { ...signed, id, rawId: id } })).toMatchObject(
      expectedRefusal('passkey_refused'),
    );
  });

  test('opens no session of a suspended account, until the suspension is lifted', async () => {
    const { store } = database;
    const actor = await createAccount(store, 'Suspended');
    const device = new Authenticator(site);
    await addPasskey(await signedInBrowser(actor), device);
    await store.transact((tx) => suspendAccount(tx, { accountId: actor.accountId, reason: 'taken_over' }));
    expect(await signIn(new Browser(), device)).toMatchObject(expectedRefusal('account_suspended'));
    await store.transact((tx) => liftSuspension(tx, actor));
    expect((await signIn(new Browser(), device)).status).toBe(200);
  });

  test('accepts a challenge once, from one browser, within five minutes', async () => {
    const actor = await createAccount(database.store, 'Once');
    const device = new Authenticator(site);
    await addPasskey(await signedInBrowser(actor), device);
    const [browser, thief] = [new Browser(), new Browser()];
    const response = device.get(await challengeFor(browser, 'sign-in'));
    const token = browser.cookies(site).get('peergraph-passkey') ?? '';
    expect(await send(thief, signInWithPasskey, { response })).toMatchObject(expectedRefusal('passkey_refused'));
    expect((await send(browser, signInWithPasskey, { response })).status).toBe(200);
    const again = new Browser();
    again.cookies(site).set('peergraph-passkey', token);
    expect(await send(again, signInWithPasskey, { response })).toMatchObject(expectedRefusal('passkey_refused'));
    const slow = new Browser();
    const late = device.get(await challengeFor(slow, 'sign-in'));
    setClock(() => addMs(new Date(), minutesMs(5) + 1000));
    expect(await send(slow, signInWithPasskey, { response: late })).toMatchObject(expectedRefusal('passkey_refused'));
    await challengeFor(new Browser(), 'sign-in');
    expect(await database.store.reader.select().from(passkeyChallenges)).toHaveLength(1);
  });

  test('is treated as a copy when its counter does not increase, also in concurrent requests', async () => {
    const actor = await createAccount(database.store, 'Copied');
    const device = new Authenticator(site);
    await addPasskey(await signedInBrowser(actor), device, { counter: 5 });
    device.counter = 7;
    expect((await signIn(new Browser(), device)).status).toBe(200);
    expect(await signIn(new Browser(), device)).toMatchObject(expectedRefusal('passkey_refused'));
    device.counter = 6;
    expect(await signIn(new Browser(), device)).toMatchObject(expectedRefusal('passkey_refused'));
    device.counter = 9;
    const both = await Promise.all([signIn(new Browser(), device), signIn(new Browser(), device)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  test('is limited to 20 for each account, also under concurrent requests', async () => {
    const actor = await createAccount(database.store, 'Collector');
    const row = (at: number) => ({ id: newId(), accountId: actor.accountId, publicKey: 'none', name: `Key ${at}`, createdAt: now() });
    await database.store.transact((tx) => tx.insert(passkeys).values(Array.from({ length: maxPasskeys - 1 }, (_, at) => row(at))));
    const prepared = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const browser = await signedInBrowser(actor);
        return { browser, response: new Authenticator(site).create(await challengeFor(browser, 'add')) };
      }),
    );
    const answers = await Promise.all(
      prepared.map(({ browser, response }) => send(browser, registerPasskey, { name: 'Laptop', response })),
    );
    expect(answers.map(({ body }) => body.code ?? 'added').sort()).toEqual(['added', ...Array(3).fill('too_many_passkeys')]);
    const kept = await database.store.reader.select().from(passkeys).where(eq(passkeys.accountId, actor.accountId));
    expect(kept).toHaveLength(maxPasskeys);
  });

  test('belongs to one account', async () => {
    const device = new Authenticator(site);
    const [one, other] = [await createAccount(database.store, 'One'), await createAccount(database.store, 'Two')];
    expect((await addPasskey(await signedInBrowser(one), device)).status).toBe(200);
    expect(await addPasskey(await signedInBrowser(other), device)).toMatchObject(expectedRefusal('passkey_known'));
    const [kept] = await database.store.reader
      .select()
      .from(passkeys)
      .where(eq(passkeys.id, device.id.toString('base64url')));
    expect(kept?.accountId).toBe(one.accountId);
  });
});

const { mailsTo } = collectMails(() => database.store);
const latestMailTo = async (address: string): Promise<string> => (await mailsTo(address)).at(-1) ?? '';
const tokenIn = (text: string, name: string): string => new RegExp(`[?&]${name}=([\\w.-]+)`).exec(text)?.[1] ?? '';
const redirectOf = (answer: Response) => answer.headers.get('location') ?? '';
const withContext = (handler: Handler) => (request: Request) => handler(request, context());

describe('a recovery contact', () => {
  const withContact = async (name: string) => {
    const { store } = database;
    const { actor, kinds } = await createOwner(name);
    const address = `${name.toLowerCase()}@elsewhere.example`;
    await store.transact((tx) => requestConfirmation(tx, actor, { purpose: 'recovery', address }));
    const token = tokenIn(await latestMailTo(address), 'token');
    return { actor, kinds, address, token };
  };

  test('takes effect after its own account has opened the link, and for no other account', async () => {
    const { store } = database;
    const { actor, kinds, address, token } = await withContact('Rana');
    const confirm = (browser: Browser) => browser.callHandler(withContext(confirmOwnAddress), `${site}/api/auth/address`, { token });
    expect(redirectOf(await confirm(new Browser()))).toContain('/sign-in?problem=not_signed_in');
    expect(redirectOf(await confirm(await signedInBrowser(await createAccount(store, 'Stranger'))))).toBe(
      '/me/security?problem=address_link_expired',
    );
    expect(await kinds()).toEqual([]);
    const browser = await signedInBrowser(actor);
    expect(redirectOf(await confirm(browser))).toBe('/me/security?saved=recovery');
    expect(redirectOf(await confirm(browser))).toBe('/me/security?problem=address_link_expired');
    expect(await kinds()).toEqual(['recovery_set']);
    const session = await sessionIn(browser);
    expect((session && (await securityOf(store.reader, session)))?.recovery?.email).toBe(address);
    expect((await store.transact((tx) => removeRecoveryContact(tx, actor))).ok).toBe(true);
    expect(await store.transact((tx) => removeRecoveryContact(tx, actor))).toEqual({ ok: false, code: 'no_recovery_contact' });
    expect(await kinds()).toEqual(['recovery_set', 'recovery_gone']);
    expect(await notifiedChanges(actor)).toEqual(['recovery_gone', 'recovery_set']);
    const own = await store.transact((tx) => requestConfirmation(tx, actor, { purpose: 'recovery', address: actor.email ?? '' }));
    expect(own).toEqual({ ok: false, code: 'same_address' });
  });

  test('signs in after 72 hours, with notifications on every channel before', async () => {
    const { store } = database;
    const { actor, address, token } = await withContact('Sami');
    await store.transact((tx) => confirmAddress(tx, actor, { token, sessionId: '' }));
    const lost = new Browser();
    const ask = (account: string) => lost.callHandler(withContext(requestRecoveryLink), `${site}/api/auth/recover/ask`, { account });
    expect([redirectOf(await ask('nobody@example.org')), redirectOf(await ask(actor.email ?? ''))]).toEqual(
      Array(2).fill('/sign-in/recover?sent=1'),
    );
    const begin = tokenIn(await latestMailTo(address), 'begin');
    const start = () => lost.callHandler(withContext(startRecovery), `${site}/api/auth/recover/begin`, { token: begin });
    expect(redirectOf(await start())).toContain('/sign-in/recover?opens=');
    expect(redirectOf(await start())).toContain('problem=link_expired');
    expect(await notifiedChanges(actor)).toContain('recovery_asked');
    expect(await latestMailTo(actor.email ?? '')).toContain('after 72 hours');
    const session = await sessionIn(await signedInBrowser(actor));
    expect((session && (await securityOf(store.reader, session)))?.pendingRecovery).not.toBeNull();
    expect(tokenIn(await latestMailTo(address), 'enter')).toBe('');
    const enter = (given: string) => lost.callHandler(withContext(finishRecovery), `${site}/api/auth/recover/enter`, { token: given });
    expect(redirectOf(await enter(`${actor.accountId}.waits`))).toContain('problem=link_expired');
    setClock(() => addMs(new Date(), minutesMs(72 * 60) + 1000));
    const opened = tokenIn(await latestMailTo(address), 'enter');
    expect(opened).toContain(actor.accountId);
    setClock(() => new Date());
    expect(redirectOf(await enter(opened))).toContain('problem=too_early');
    setClock(() => addMs(new Date(), minutesMs(73 * 60)));
    const both = await Promise.all([enter(opened), enter(opened)]);
    expect(both.map(redirectOf).sort()).toEqual(['/me/security?saved=came-back', '/sign-in/recover?problem=link_expired']);
    expect((await sessionIn(lost))?.actor.accountId).toBe(actor.accountId);
  });

  test('can be cancelled from any session', async () => {
    const { store } = database;
    const { actor, address, token } = await withContact('Tali');
    await store.transact((tx) => confirmAddress(tx, actor, { token, sessionId: '' }));
    const lost = new Browser();
    await lost.callHandler(withContext(requestRecoveryLink), `${site}/api/auth/recover/ask`, { account: actor.email ?? '' });
    await lost.callHandler(withContext(startRecovery), `${site}/api/auth/recover/begin`, {
      token: tokenIn(await latestMailTo(address), 'begin'),
    });
    expect((await store.transact((tx) => cancelRecovery(tx, actor))).ok).toBe(true);
    expect(await store.transact((tx) => cancelRecovery(tx, actor))).toEqual({ ok: false, code: 'no_recovery' });
    setClock(() => addMs(new Date(), minutesMs(73 * 60)));
    expect(tokenIn(await latestMailTo(address), 'enter')).toBe('');
  });
});

describe('an account without an address', () => {
  test('adds an address by a mailed link, and rejects an address of another account', async () => {
    const { store } = database;
    const known = await createAccount(store, 'Known');
    const bare = await createAccount(store, 'Bare', { noEmail: true });
    const browser = await signedInBrowser(bare);
    const confirmed = async (address: string) => {
      await store.transact((tx) => requestConfirmation(tx, bare, { purpose: 'email', address }));
      const token = tokenIn(await latestMailTo(address), 'token');
      return redirectOf(await browser.callHandler(withContext(confirmOwnAddress), `${site}/api/auth/address`, { token }));
    };
    expect(await confirmed(known.email ?? '')).toBe('/me/security?problem=address_taken');
    expect(await confirmed('bare@example.org')).toBe('/me/security?saved=email');
    const [after] = await store.reader.select().from(accounts).where(eq(accounts.id, bare.accountId));
    expect(after).toMatchObject({ email: 'bare@example.org', emailVerified: expect.any(Date) });
  });
});

describe('an account that requires its passkey', () => {
  /** Creates an account with a passkey, signed in by email in one browser and by the passkey in another. */
  const withPasskey = async (name: string) => {
    const { actor } = await createOwner(name);
    const [byMail, byKey, device] = [await signedInBrowser(actor), new Browser(), new Authenticator(site)];
    expect((await addPasskey(byMail, device)).status).toBe(200);
    device.counter = 1;
    expect((await signIn(byKey, device)).status).toBe(200);
    return { actor, byMail, byKey, device };
  };
  const actorIn = async (browser: Browser): Promise<Actor> => {
    const session = await sessionIn(browser);
    if (!session) throw new Error('Nobody is signed in.');
    return session.actor;
  };
  const require = (actor: Actor, required = true) => database.store.transact((tx) => requirePasskey(tx, actor, { required }));
  const isRequired = async ({ accountId }: Actor): Promise<boolean> => {
    const [row] = await database.store.reader.select().from(accounts).where(eq(accounts.id, accountId));
    return row?.passkeyRequiredAt !== null;
  };
  const keysOf = async ({ accountId }: Actor) =>
    (await database.store.reader.select().from(passkeys).where(eq(passkeys.accountId, accountId))).filter(({ revokedAt }) => !revokedAt);
  const revoke = (actor: Actor, passkeyId: string) => database.store.transact((tx) => revokePasskey(tx, actor, { passkeyId, keep: null }));

  test('is turned on and off only after a recent passkey sign-in, and ends sessions of other methods', async () => {
    const { actor, byMail, byKey } = await withPasskey('Stella');
    expect(await require(await createAccount(database.store, 'Keyless'))).toEqual({ ok: false, code: 'needs_a_passkey' });
    expect(await require(await actorIn(byMail))).toEqual({ ok: false, code: 'passkey_sign_in_needed' });
    const keyed = await actorIn(byKey);
    setClock(() => addMs(new Date(), minutesMs(31)));
    expect(await require(keyed)).toEqual({ ok: false, code: 'passkey_sign_in_needed' });
    setClock(() => new Date());
    expect((await require(keyed)).ok).toBe(true);
    expect((await require(keyed)).ok).toBe(true);
    expect([await sessionIn(byMail), await isRequired(actor)]).toEqual([null, true]);
    expect(await sessionIn(byKey)).not.toBeNull();
    expect((await require(keyed, false)).ok).toBe(true);
    expect(await isRequired(actor)).toBe(false);
    expect(await notifiedChanges(actor)).toEqual(['passkey_added', 'passkey_not_required', 'passkey_required']);
  });

  test('removes its last passkey only after a recent sign-in with it, which also ends the requirement', async () => {
    const { actor, byKey } = await withPasskey('Sonja');
    const keyed = await actorIn(byKey);
    expect((await require(keyed)).ok).toBe(true);
    expect((await addPasskey(byKey, new Authenticator(site))).status).toBe(200);
    const [first, second] = await keysOf(actor);
    // With two passkeys, one can be removed immediately, so that a lost device can be removed without delay.
    expect((await revoke(actor, first?.id ?? '')).ok).toBe(true);
    expect(await revoke(actor, second?.id ?? '')).toEqual({ ok: false, code: 'passkey_sign_in_needed' });
    expect(await keysOf(actor)).toHaveLength(1);
    expect((await revoke(keyed, second?.id ?? '')).ok).toBe(true);
    expect([await keysOf(actor), await isRequired(actor)]).toEqual([[], false]);
    expect(await notifiedChanges(actor)).toContain('passkey_not_required');
  });

  test('keeps a passkey when two sessions remove the last two concurrently', async () => {
    const { actor, byKey } = await withPasskey('Sibyl');
    expect((await require(await actorIn(byKey))).ok).toBe(true);
    expect((await addPasskey(byKey, new Authenticator(site))).status).toBe(200);
    const keys = await keysOf(actor);
    const both = await Promise.all(keys.map(({ id }) => revoke(actor, id)));
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await keysOf(actor)).toHaveLength(1);
    expect(await isRequired(actor)).toBe(true);
  });

  test('is recovered by the recovery contact, which turns the requirement off and allows a new passkey', async () => {
    const { store } = database;
    const { actor, byKey } = await withPasskey('Sarai');
    await store.transact((tx) => requestConfirmation(tx, actor, { purpose: 'recovery', address: 'sarai@elsewhere.example' }));
    const confirm = tokenIn(await latestMailTo('sarai@elsewhere.example'), 'token');
    await store.transact((tx) => confirmAddress(tx, actor, { token: confirm, sessionId: '' }));
    expect((await require(await actorIn(byKey))).ok).toBe(true);
    const lost = new Browser();
    await lost.callHandler(withContext(requestRecoveryLink), `${site}/api/auth/recover/ask`, { account: actor.email ?? '' });
    await lost.callHandler(withContext(startRecovery), `${site}/api/auth/recover/begin`, {
      token: tokenIn(await latestMailTo('sarai@elsewhere.example'), 'begin'),
    });
    expect(await isRequired(actor)).toBe(true);
    setClock(() => addMs(new Date(), minutesMs(72 * 60) + 1000));
    const token = tokenIn(await latestMailTo('sarai@elsewhere.example'), 'enter');
    expect(redirectOf(await lost.callHandler(withContext(finishRecovery), `${site}/api/auth/recover/enter`, { token }))).toBe(
      '/me/security?saved=came-back',
    );
    expect(await isRequired(actor)).toBe(false);
    expect((await addPasskey(lost, new Authenticator(site))).status).toBe(200);
  });

  test('cannot add a passkey from a session that was opened by email, and neither can a reviewer', async () => {
    const { store } = database;
    const { actor, byMail, byKey } = await withPasskey('Adele');
    expect((await addPasskey(byMail, new Authenticator(site))).status).toBe(200);
    await store.transact((tx) => grantAdmin(tx, actor.email ?? ''));
    expect(await addPasskey(byMail, new Authenticator(site))).toMatchObject(expectedRefusal('passkey_sign_in_needed'));
    expect((await addPasskey(byKey, new Authenticator(site))).status).toBe(200);
    const keys = await keysOf(actor);
    for (const { id } of keys.slice(1)) expect((await revoke(actor, id)).ok).toBe(true);
    expect(await revoke(actor, keys[0]?.id ?? '')).toEqual({ ok: false, code: 'passkey_sign_in_needed' });
    const bare = await createAdmin(store, 'Bare');
    // An admin without a passkey can add the first one from any fresh session.
    expect((await addPasskey(await signedInBrowser(bare), new Authenticator(site))).status).toBe(200);
  });
});

describe('sessions', () => {
  test('are listed by device, and ended one by one or all but the current one, by their account only', async () => {
    const { store } = database;
    const actor = await createAccount(store, 'Many');
    const [here, there, third] = [
      await signedInBrowser(actor, 'Here'),
      await signedInBrowser(actor, 'There'),
      await signedInBrowser(actor, 'Third'),
    ];
    const current = await sessionIn(here);
    const listed = async () => ((current && (await securityOf(store.reader, current)))?.sessions ?? []).map(({ device }) => device).sort();
    expect(await listed()).toEqual(['Here', 'There', 'Third']);
    const sessionId = (await sessionIn(there))?.id ?? '';
    const end = (who: Actor) => store.transact((tx) => endOneSession(tx, who, { sessionId }));
    expect(await end(await createAccount(store, 'Stranger'))).toEqual({ ok: false, code: 'unknown_session' });
    expect((await end(actor)).ok).toBe(true);
    expect(await sessionIn(there)).toBeNull();
    expect(await store.transact((tx) => endOtherSessions(tx, actor, current?.id ?? ''))).toEqual({ ok: true, value: 1 });
    expect([await sessionIn(here), await sessionIn(third)].map((session) => session !== null)).toEqual([true, false]);
  });

  test('of one account or of all accounts are ended by the operator, with an audit entry', async () => {
    const { store } = database;
    const [one, other] = [await createAccount(store, 'One'), await createAccount(store, 'Other')];
    const [first, second, others] = [await signedInBrowser(one), await signedInBrowser(one), await signedInBrowser(other)];
    const open = async () => Promise.all([first, second, others].map(async (browser) => (await sessionIn(browser)) !== null));
    const end = (who: Parameters<typeof endSessionsOf>[1]) => store.transact((tx) => endSessionsOf(tx, who));
    expect(await end({ account: 'nobody@example.org' })).toEqual({ ok: false, code: 'unknown_account' });
    expect(await open()).toEqual([true, true, true]);
    expect(await end({ account: one.accountId })).toEqual({ ok: true, value: 2 });
    expect(await open()).toEqual([false, false, true]);
    expect((await end({ account: other.email ?? '' })).ok).toBe(true);
    expect(await open()).toEqual([false, false, false]);
    const last = await signedInBrowser(other);
    expect((await end('everybody')).ok).toBe(true);
    expect(await sessionIn(last)).toBeNull();
    const written = (await store.reader.select().from(auditEntries)).filter(({ action }) => action === 'sessions.ended');
    expect(written.map(({ subjectId }) => subjectId).sort()).toEqual([one.accountId, other.accountId, 'everybody'].sort());
  });

  test.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile Safari/604.1', 'Safari on iPhone'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
    ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', 'Chrome on Android'],
    [null, 'An unknown browser'],
  ])('%s is %s', (userAgent, words) => {
    expect(describeDevice(userAgent)).toBe(words);
  });
});
