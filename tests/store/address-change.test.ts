import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import type { NextRequest } from 'next/server';
import { describe, expect, test } from 'vitest';
import { cancelAddressChange, completeAddressChange } from '#lib/community/accounts/commands/address-change.ts';
import { removeRecoveryContact, requestConfirmation } from '#lib/community/accounts/commands/addresses.ts';
import { requirePasskey } from '#lib/community/accounts/commands/passkey-requirement.ts';
import { completeRecovery, openRecovery } from '#lib/community/accounts/commands/recovery.ts';
import { endOneSession, endOtherSessions, endSessionsOf } from '#lib/community/accounts/commands/sessions.ts';
import { identifierSeals } from '#lib/community/accounts/queries/identifiers.ts';
import { signInMethodRefusal } from '#lib/community/accounts/queries/passkeys.ts';
import { unsubscribe, unsubscribeTokenOf } from '#lib/community/notifications/commands/settings.ts';
import { type NotificationKind, notificationText } from '#lib/community/notifications/model/notification.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { endSession, lockAccount, openSession, startSession } from '#lib/platform/auth/sessions.ts';
import { addMs, daysMs, minutesMs, now, setClock } from '#lib/platform/clock.ts';
import { accounts, passkeys, signInTokens } from '#lib/platform/db/schema/accounts.ts';
import { proofs } from '#lib/platform/db/schema/claims.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { notifications } from '#lib/platform/db/schema/notifications.ts';
import { openStore } from '#lib/platform/db/store.ts';
import { readEnv } from '#lib/platform/env.ts';
import { newId } from '#lib/platform/id.ts';
import { sealErasedIdentity } from '#lib/platform/keys/seal.ts';
import { outboxFolder } from '#lib/platform/mail/transport.ts';
import { requestErasure } from '#lib/portal/erasure/commands/request.ts';
import { securityOf } from '#lib/portal/me/queries/security.ts';
import { createAdapter } from '#lib/portal/sign-in/adapter.ts';
import { confirmSignInLink, requestSignInLink } from '#lib/portal/sign-in/email.ts';
import { confirmOwnAddress, requestRecoveryLink, startRecovery } from '#lib/portal/sign-in/recovery.ts';
import type { AuthContext } from '#lib/portal/sign-in/requests.ts';
import { Browser } from '../servers/browser.ts';
import { runInNextContext } from '../servers/next-scope.ts';
import { createArchive, parseJsonFile, readZip } from './archives.ts';
import { createAccount, createAdmin, createRecord, inPasskeySession, runJobs, unwrap } from './fixtures.ts';
import { collectMails } from './sent-mails.ts';
import { databasePerFile } from './test-database.ts';

/** Changing the email address of an account: a link to the new address, 72 hours in which the change can be stopped, and its effects. */
const database = databasePerFile();
const site = 'http://localhost:3977';
const context = (): AuthContext => ({
  store: database.store,
  env: {
    ...readEnv({ PUBLIC_URL: site, LOG_LEVEL: 'silent', MAIL_INTERVAL_SECONDS: '0' }),
    SECRET: 'a secret of the tests, 32 characters and more',
  },
});
const withContext = (handler: (request: Request, context: AuthContext) => Promise<Response>) => (request: Request) =>
  handler(request, context());
const withNextContext = (handler: (request: NextRequest, context: AuthContext) => Promise<Response>) => (request: Request) =>
  runInNextContext(request, (given) => handler(given, context()));
const redirectOf = (answer: Response) => answer.headers.get('location') ?? '';

const { work, mailsTo } = collectMails(() => database.store);
const tokenIn = (text = '', name = 'token'): string => new RegExp(`[?&]${name}=([\\w.-]+)`).exec(text)?.[1] ?? '';
const codeIn = (text = ''): string => /confirm\?code=([0-9a-z]{8})/.exec(text)?.[1] ?? '';

const sessionIn = (browser: Browser) => openSession(database.store.reader, browser.cookies(site).get('peergraph-session'));
async function signedInBrowser({ accountId }: Actor): Promise<Browser> {
  const browser = new Browser();
  const origin = { signInMethod: 'email', device: 'Firefox on Linux', network: null } as const;
  const { token } = await database.store.transact((tx) => startSession(tx, accountId, origin));
  browser.cookies(site).set('peergraph-session', token);
  return browser;
}
const emailOf = async ({ accountId }: Actor): Promise<string | null | undefined> =>
  (await database.store.reader.select().from(accounts).where(eq(accounts.id, accountId)))[0]?.email;
const notifiedChanges = async ({ accountId }: Actor): Promise<string[]> =>
  (await database.store.reader.select().from(notifications).where(eq(notifications.accountId, accountId)))
    .flatMap(({ kind, facts }) => (kind === 'security_changed' ? [String(facts.change)] : []))
    .sort();
const pendingChange = async (browser: Browser) => {
  const session = await sessionIn(browser);
  return session && (await securityOf(database.store.reader, session)).pendingChange;
};

const requestChange = (actor: Actor, address: string) =>
  database.store.transact((tx) => requestConfirmation(tx, actor, { purpose: 'email', address }));
/** Requests a change of address. @returns the token of the link that was mailed to the new address */
async function requestChangeToken(actor: Actor, address: string): Promise<string> {
  unwrap(await requestChange(actor, address));
  return tokenIn((await mailsTo(address)).at(-1));
}
const confirmChange = (browser: Browser, token: string, headers?: Record<string, string>) =>
  browser.callHandler(withContext(confirmOwnAddress), `${site}/api/auth/address`, { token }, headers);
/** Creates an account with a confirmed new address, whose change is still pending. */
async function createPendingChange(name: string, address = `${newId()}@new.example`) {
  const actor = await createAccount(database.store, name);
  const browser = await signedInBrowser(actor);
  expect(redirectOf(await confirmChange(browser, await requestChangeToken(actor, address)))).toBe('/me/security?saved=change');
  return { actor, browser, address, before: actor.email ?? '' };
}
const requestLink = (browser: Browser, email: string) =>
  browser.callHandler(withContext(requestSignInLink), `${site}/api/auth/ask`, { email });
const openSignInLink = (browser: Browser, code: string) =>
  browser.callHandler(withNextContext(confirmSignInLink), `${site}/api/auth/confirm`, { code });
async function signIn(email: string): Promise<{ browser: Browser; answer: string }> {
  const browser = new Browser();
  await requestLink(browser, email);
  return { browser, answer: redirectOf(await openSignInLink(browser, codeIn((await mailsTo(email)).at(-1)))) };
}
const advanceHours = (hours: number) => setClock(() => addMs(new Date(), minutesMs(60 * hours) + 1000));

async function withContact(name: string) {
  const actor = await createAccount(database.store, name);
  const contact = `${newId()}@contact.example`;
  const set = { recoveryEmail: contact, recoveryConfirmedAt: now() };
  await database.store.transact((tx) => tx.update(accounts).set(set).where(eq(accounts.id, actor.accountId)));
  const browser = await signedInBrowser(actor);
  return { actor, contact, browser };
}
async function createChangingAccount(name: string) {
  const owner = await withContact(name);
  const address = `${newId()}@new.example`;
  await confirmChange(owner.browser, await requestChangeToken(owner.actor, address));
  return { ...owner, address };
}
const requestRecovery = async (account: string, contact: string) => {
  const lost = new Browser();
  await lost.callHandler(withContext(requestRecoveryLink), `${site}/api/auth/recover/ask`, { account });
  const token = tokenIn((await mailsTo(contact)).at(-1), 'begin');
  return redirectOf(await lost.callHandler(withContext(startRecovery), `${site}/api/auth/recover/begin`, { token }));
};

describe('a change of the email address', () => {
  test('completes 72 hours after its link was opened, notifies both addresses, and ends links and other sessions of the former one', async () => {
    const { actor, browser, address, before } = await createPendingChange('Noor');
    const elsewhere = await signedInBrowser(actor);
    expect([await emailOf(actor), await notifiedChanges(actor)]).toEqual([before, ['email_change_asked']]);
    expect(await pendingChange(elsewhere)).toMatchObject({ address });
    expect((await mailsTo(before)).at(-1)).toContain('It signs in after 72 hours, and replaces the present one');
    advanceHours(71);
    await work();
    expect(await emailOf(actor)).toBe(before);
    const stale = new Browser();
    await requestLink(stale, before);
    const code = codeIn((await mailsTo(before)).at(-1));
    advanceHours(72);
    await work();
    expect([await emailOf(actor), await notifiedChanges(actor)]).toEqual([address, ['email_change_asked', 'email_changed']]);
    expect((await mailsTo(before)).at(-1)).toContain('This address no longer signs in to the account');
    expect((await mailsTo(before)).at(-1)).not.toContain(address);
    expect((await mailsTo(address)).at(-1)).toContain('Your account has its new email address');
    expect(redirectOf(await openSignInLink(stale, code))).toContain('problem=wrong_code');
    expect([await sessionIn(elsewhere), await pendingChange(browser)]).toEqual([null, null]);
    expect((await sessionIn(browser))?.actor).toMatchObject({ accountId: actor.accountId, email: address, emailConfirmed: true });
    const again = await signIn(address);
    expect((await sessionIn(again.browser))?.actor.accountId).toBe(actor.accountId);
    // The former address is free: anyone who signs in with it gets a new account.
    const next = await signIn(before);
    expect((await sessionIn(next.browser))?.actor.accountId).not.toBe(actor.accountId);
  });

  test('is titled as a change only when it is made, in notifications', async () => {
    const { actor } = await createPendingChange('Titled');
    const titles = async () =>
      (await database.store.reader.select().from(notifications).where(eq(notifications.accountId, actor.accountId)))
        .map(({ kind, facts }) => notificationText(kind as NotificationKind, facts).title)
        .sort();
    expect(await titles()).toEqual(['Your email address will change']);
    advanceHours(73);
    await work();
    expect(await titles()).toEqual(['Your email address will change', 'Your sign-in methods have changed']);
  });

  test('is in the archive of the account while it waits', async () => {
    const { actor, contact, address } = await createChangingAccount('Archived');
    const fileOf = async () => {
      const files = await readZip(await createArchive(database.store, actor));
      return { page: files.get('index.html'), account: parseJsonFile<Record<string, unknown>>(files, 'data/account.json') };
    };
    const opensAt = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/);
    const { page, account } = await fileOf();
    expect(account).toMatchObject({ pendingAddress: { address, opensAt }, pendingRecovery: null, account: { recoveryEmail: contact } });
    expect(page).toContain(`${address}, from `);
    expect(page).toContain(`${contact}, confirmed on `);
    expect(await requestRecovery(actor.email ?? '', contact)).toContain('/sign-in/recover?opens=');
    expect((await fileOf()).account).toMatchObject({ pendingAddress: null, pendingRecovery: { opensAt } });
  });

  test('is confirmed once, within the hour, by its own account and from a page of this site only', async () => {
    const actor = await createAccount(database.store, 'Once');
    const browser = await signedInBrowser(actor);
    const address = `${newId()}@new.example`;
    const token = await requestChangeToken(actor, address);
    expect(redirectOf(await confirmChange(new Browser(), token))).toContain('/sign-in?problem=not_signed_in');
    expect(redirectOf(await confirmChange(await signedInBrowser(await createAccount(database.store, 'Stranger')), token))).toContain(
      'problem=address_link_expired',
    );
    expect((await confirmChange(browser, token, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    const both = await Promise.all([confirmChange(browser, token), confirmChange(browser, token)]);
    expect(both.map(redirectOf).sort()).toEqual(['/me/security?problem=address_link_expired', '/me/security?saved=change']);
    const late = await requestChangeToken(actor, `${newId()}@late.example`);
    advanceHours(1);
    expect(redirectOf(await confirmChange(browser, late))).toContain('problem=address_link_expired');
    expect(await pendingChange(browser)).toMatchObject({ address });
  });

  test('can be stopped from any session, and its link cannot start it again', async () => {
    const { actor, before } = await createPendingChange('Stella');
    const elsewhere = await signedInBrowser(actor);
    const second = await requestChangeToken(actor, `${newId()}@second.example`);
    const stop = () => database.store.transact((tx) => cancelAddressChange(tx, actor));
    unwrap(await stop());
    expect(await stop()).toEqual({ ok: false, code: 'no_address_change' });
    expect(redirectOf(await confirmChange(elsewhere, second))).toContain('problem=address_link_expired');
    advanceHours(80);
    await work();
    expect([await emailOf(actor), await notifiedChanges(actor)]).toEqual([before, ['email_change_asked', 'email_change_stopped']]);
  });

  test('stops when the session that confirmed it is ended by another session, the operator or a passkey requirement', async () => {
    const { transact } = database.store;
    const idOf = async (browser: Browser) => (await sessionIn(browser))?.id ?? '';
    const ends: ((actor: Actor, here: string, confirming: string) => Promise<unknown>)[] = [
      (actor, _, confirming) => transact((tx) => endOneSession(tx, actor, { sessionId: confirming })),
      (actor, here) => transact((tx) => endOtherSessions(tx, actor, here)),
      (actor) => transact((tx) => endSessionsOf(tx, { account: actor.email ?? '' })),
      async (actor) => {
        const key = { id: newId(), accountId: actor.accountId, publicKey: 'none', name: 'Key', createdAt: now() };
        await transact((tx) => tx.insert(passkeys).values(key));
        unwrap(await transact((tx) => requirePasskey(tx, inPasskeySession(actor), { required: true })));
      },
    ];
    for (const end of ends) {
      const { actor, browser } = await createPendingChange('Ended');
      const here = await signedInBrowser(actor);
      const other = await signedInBrowser(actor);
      await transact(async (tx) => endOneSession(tx, actor, { sessionId: await idOf(other) }));
      expect(await notifiedChanges(actor)).toEqual(['email_change_asked']);
      await end(actor, await idOf(here), await idOf(browser));
      expect(await notifiedChanges(actor)).toContain('email_change_stopped');
    }
  });

  test('continues after the session that confirmed it signs out', async () => {
    const { actor, browser, address } = await createPendingChange('Signed out');
    const here = (await sessionIn(await signedInBrowser(actor)))?.id ?? '';
    await database.store.transact((tx) => endSession(tx, browser.cookies(site).get('peergraph-session') ?? ''));
    await database.store.transact((tx) => endOtherSessions(tx, actor, here));
    advanceHours(73);
    await work();
    expect(await emailOf(actor)).toBe(address);
  });

  test('can be stopped by the operator by the former address', async () => {
    const { actor, before } = await createPendingChange('Taken over');
    advanceHours(73);
    await work();
    const thief = await signedInBrowser(actor);
    const since = await signIn(before);
    expect(await database.store.transact((tx) => endSessionsOf(tx, { account: before }))).toEqual({ ok: true, value: 3 });
    expect([await sessionIn(thief), await sessionIn(since.browser)]).toEqual([null, null]);
  });

  test('waits again when its time passed during an outage, or when a backup restored it', async () => {
    const { actor, address, before } = await createPendingChange('Late');
    advanceHours(72 + 25);
    await work();
    expect([await emailOf(actor), await notifiedChanges(actor)]).toEqual([before, ['email_change_again', 'email_change_asked']]);
    expect((await mailsTo(before)).at(-1)).toContain('waits another 72 hours');
    advanceHours(72 + 25 + 73);
    await work();
    expect(await emailOf(actor)).toBe(address);
  });

  test('is confirmed after concurrent changes to the account', async () => {
    const actor = await createAccount(database.store, 'Held');
    const browser = await signedInBrowser(actor);
    const token = await requestChangeToken(actor, `${newId()}@new.example`);
    const held = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const holding = database.store.transact(async (tx) => {
      await lockAccount(tx, actor.accountId);
      held.resolve();
      await release.promise;
    });
    await held.promise;
    let answered = false;
    const answer = confirmChange(browser, token).finally(() => {
      answered = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    const early = answered;
    release.resolve();
    await holding;
    expect(early).toBe(false);
    expect(redirectOf(await answer)).toBe('/me/security?saved=change');
  });

  test('waits again when it is replaced: the job of the first one does not complete it', async () => {
    const { actor, browser, before } = await createPendingChange('Twice');
    advanceHours(40);
    const address = `${newId()}@second.example`;
    await confirmChange(browser, await requestChangeToken(actor, address));
    advanceHours(73);
    await work();
    expect(await emailOf(actor)).toBe(before);
    advanceHours(113);
    await work();
    expect(await emailOf(actor)).toBe(address);
  });

  test('does not reveal an address of another account before its link was opened', async () => {
    const [known, actor] = [await createAccount(database.store, 'Known'), await createAccount(database.store, 'Curious')];
    const token = await requestChangeToken(actor, known.email ?? '');
    expect(redirectOf(await confirmChange(await signedInBrowser(actor), token))).toBe('/me/security?problem=address_taken');
    expect(await notifiedChanges(actor)).toEqual([]);
  });

  test('completes for one of two accounts that wait for the same address, and tells the other that its own stays', async () => {
    const address = `${newId()}@shared.example`;
    const [one, two] = [await createPendingChange('One', address), await createPendingChange('Two', address)];
    advanceHours(73);
    await work();
    const both = [await emailOf(one.actor), await emailOf(two.actor)];
    expect(both.filter((each) => each === address)).toHaveLength(1);
    const loser = both[0] === address ? two : one;
    expect(await emailOf(loser.actor)).toBe(loser.before);
    expect(await notifiedChanges(loser.actor)).toEqual(['email_change_asked', 'email_not_changed']);
    expect(await sessionIn(loser.browser)).not.toBeNull();
  });

  test('reserves its address while it waits, and tells the person who reads its mail', async () => {
    const { address } = await createPendingChange('Early');
    const { browser, answer } = await signIn(address);
    expect([answer, await sessionIn(browser)]).toEqual([expect.stringContaining('/sign-in?problem=address_reserved'), null]);
    expect(await database.store.reader.select().from(accounts).where(eq(accounts.email, address))).toEqual([]);
  });

  test('creates no second account when the link is opened on another device, and returns to the link', async () => {
    const actor = await createAccount(database.store, 'Phone');
    const address = `${newId()}@new.example`;
    const next = `/sign-in/address?token=${await requestChangeToken(actor, address)}`;
    const phone = new Browser();
    const enterFrom = async (email: string, wanted: string) => {
      await phone.callHandler(withContext(requestSignInLink), `${site}/api/auth/ask`, { email, next: wanted });
      return redirectOf(await openSignInLink(phone, codeIn((await mailsTo(email)).at(-1))));
    };
    const refused = new URL(await enterFrom(address, next), site).searchParams;
    expect([refused.get('problem'), refused.get('next'), await sessionIn(phone)]).toEqual(['address_to_confirm', next, null]);
    expect(await database.store.reader.select().from(accounts).where(eq(accounts.email, address))).toEqual([]);
    expect(await enterFrom(actor.email ?? '', next)).toBe(next);
    expect((await sessionIn(phone))?.actor.accountId).toBe(actor.accountId);
    // A link that was not mailed to this address does not prevent a sign-in.
    expect(await enterFrom(`${newId()}@free.example`, next)).toBe(next);
    expect(await enterFrom(address, '/me')).toBe('/me');
  });

  test('is rejected for the current address of the account and for its recovery contact', async () => {
    const { actor, browser, address } = await createPendingChange('Same');
    expect(await requestChange(actor, actor.email ?? '')).toEqual({ ok: false, code: 'same_address' });
    const contact = (purpose: 'email' | 'recovery', to: string) =>
      database.store.transact((tx) => requestConfirmation(tx, actor, { purpose, address: to }));
    expect(await contact('recovery', address)).toEqual({ ok: false, code: 'same_address' });
    // Two links for one address are open: the one that is opened last is rejected.
    const both = `${newId()}@both.example`;
    unwrap(await contact('recovery', both));
    const recovery = tokenIn((await mailsTo(both)).at(-1));
    const change = await requestChangeToken(actor, both);
    expect(redirectOf(await confirmChange(browser, recovery))).toBe('/me/security?saved=recovery');
    expect(redirectOf(await confirmChange(browser, change))).toBe('/me/security?problem=is_recovery_contact');
    expect(await requestChange(actor, both)).toEqual({ ok: false, code: 'is_recovery_contact' });
  });

  test('is limited to five links an hour', async () => {
    const actor = await createAccount(database.store, 'Often');
    for (let each = 0; each < 5; each += 1) unwrap(await requestChange(actor, `${newId()}@often.example`));
    expect(await requestChange(actor, `${newId()}@often.example`)).toEqual({ ok: false, code: 'too_many_links' });
  });

  test('needs a sign-in within 30 minutes, by passkey if the account requires it', async () => {
    const { reader, transact } = database.store;
    const refusal = async (browser: Browser) => signInMethodRefusal(reader, await sessionIn(browser));
    const browser = await signedInBrowser(await createAccount(database.store, 'Fresh'));
    expect([await refusal(new Browser()), await refusal(browser)]).toEqual(['not_signed_in', null]);
    const admin = await createAdmin(database.store, 'Edda');
    await transact((tx) =>
      tx.insert(passkeys).values({ id: newId(), accountId: admin.accountId, publicKey: 'none', name: 'Key', createdAt: now() }),
    );
    const byMail = await signedInBrowser(admin);
    expect(await refusal(byMail)).toBe('passkey_sign_in_needed');
    const session = await sessionIn(byMail);
    expect(session && (await signInMethodRefusal(reader, { ...session, actor: inPasskeySession(admin) }))).toBeNull();
    advanceHours(1);
    expect(await refusal(browser)).toBe('reauthentication_required');
  });

  test('does not sign in by a link to the new address that was mailed before the confirmation', async () => {
    const { actor, before, address } = await createPendingChange('Racing');
    advanceHours(73);
    await work();
    const session = { signInMethod: 'email', device: 'Firefox', network: null } as const;
    const opened = async (linkTo: string) => {
      const sessionToken = newId();
      const adapter = createAdapter(database.store, { session, address: linkTo });
      const row = { sessionToken, userId: actor.accountId, expires: addMs(now(), daysMs(1)) };
      await (async () => adapter.createSession?.(row))().catch(() => null);
      return openSession(database.store.reader, sessionToken);
    };
    expect(await opened(before)).toBeNull();
    expect((await opened(address))?.actor.accountId).toBe(actor.accountId);
  });
});

describe('the first address of an account that signs in with ORCID', () => {
  /** Creates an account without an address, older than a day, with a recovery contact. */
  async function byOrcid(name: string) {
    const actor = await createAccount(database.store, name, { noEmail: true });
    const contact = `${newId()}@contact.example`;
    const set = { recoveryEmail: contact, recoveryConfirmedAt: now(), createdAt: addMs(now(), -daysMs(2)) };
    await database.store.transact((tx) => tx.update(accounts).set(set).where(eq(accounts.id, actor.accountId)));
    const address = `${newId()}@new.example`;
    const browser = await signedInBrowser(actor);
    expect(redirectOf(await confirmChange(browser, await requestChangeToken(actor, address)))).toBe('/me/security?saved=change');
    return { actor, contact, address, browser };
  }

  test('waits 72 hours, of which every session and the recovery contact are told', async () => {
    const { actor, contact, address } = await byOrcid('Orla Adding');
    const elsewhere = await signedInBrowser(actor);
    expect([await emailOf(actor), await notifiedChanges(actor)]).toEqual([null, ['email_change_asked']]);
    expect(await pendingChange(elsewhere)).toMatchObject({ address });
    expect((await mailsTo(contact)).at(-1)).toContain('the account of Orla Adding. Somebody who is signed in to it has confirmed');
    advanceHours(73);
    await work();
    expect([await emailOf(actor), await notifiedChanges(actor)]).toEqual([address, ['email_added', 'email_change_asked']]);
    expect(await sessionIn(elsewhere)).toBeNull();
    expect((await sessionIn((await signIn(address)).browser))?.actor.accountId).toBe(actor.accountId);
  });

  test('is stopped by the owner, who signs in with ORCID', async () => {
    const { actor } = await byOrcid('Olaf');
    unwrap(await database.store.transact((tx) => cancelAddressChange(tx, actor)));
    advanceHours(80);
    await work();
    expect([await emailOf(actor), await notifiedChanges(actor)]).toEqual([null, ['email_change_asked', 'email_change_stopped']]);
  });
});

describe('the recovery contact', () => {
  test('stops a change that becomes due while the recovery signs in', async () => {
    const { actor, contact, browser } = await withContact('Rachel');
    await requestRecovery(actor.email ?? '', contact);
    await confirmChange(browser, await requestChangeToken(actor, `${newId()}@new.example`));
    advanceHours(73);
    await database.store.transact((tx) => openRecovery(tx, actor));
    const waiting = await database.store.reader.select().from(jobs).where(eq(jobs.kind, 'send-mail'));
    const token = waiting.map(({ payload }) => tokenIn(JSON.stringify(payload), 'enter')).find(Boolean) ?? '';
    const other = openStore(database.url);
    const origin = { signInMethod: 'recovery', device: 'Firefox on Linux', network: null } as const;
    const used = Promise.withResolvers<void>();
    const recovery = database.store.transact(async (tx) => {
      const outcome = await completeRecovery(tx, { token, origin });
      used.resolve();
      await wait(300);
      return outcome;
    });
    await used.promise;
    await other.transact((tx) => completeAddressChange(tx, actor));
    unwrap(await recovery);
    expect(await emailOf(actor)).toBe(actor.email);
    expect(await notifiedChanges(actor)).toContain('email_change_stopped');
    await other.close();
  });

  test('is notified of a change, and stops it by starting a recovery', async () => {
    const { actor, contact, browser } = await createChangingAccount('Rana');
    const mail = (await mailsTo(contact)).at(-1);
    expect(mail).toContain('recover the account: that stops the change');
    // The recovery contact, possibly a friend, learns whose account it is, and can start the recovery.
    expect(mail).toContain(`the account of ${actor.email}`);
    expect(await requestRecovery(actor.email ?? '', contact)).toContain('/sign-in/recover?opens=');
    expect(await pendingChange(browser)).toBeNull();
    expect(await notifiedChanges(actor)).toContain('email_change_stopped');
    advanceHours(80);
    await work();
    expect(await emailOf(actor)).toBe(actor.email);
  });

  test('recovers the account by the former address within a year, and not after it', async () => {
    const { actor, contact, address } = await createChangingAccount('Sami');
    advanceHours(73);
    await work();
    expect(await emailOf(actor)).toBe(address);
    // The owner has signed in with the former address as usual, which created another account.
    expect((await sessionIn((await signIn(actor.email ?? '')).browser))?.actor.accountId).not.toBe(actor.accountId);
    expect(await requestRecovery(actor.email ?? '', contact)).toContain('/sign-in/recover?opens=');
    setClock(() => addMs(new Date(), daysMs(369)));
    const before = (await mailsTo(contact)).length;
    await new Browser().callHandler(withContext(requestRecoveryLink), `${site}/api/auth/recover/ask`, { account: actor.email ?? '' });
    expect(await mailsTo(contact)).toHaveLength(before);
  });
});

test('a recovery that an earlier version stored without its contact uses the current contact', async () => {
  const { actor, contact } = await withContact('Upgraded');
  await new Browser().callHandler(withContext(requestRecoveryLink), `${site}/api/auth/recover/ask`, { account: actor.email ?? '' });
  const token = tokenIn((await mailsTo(contact)).at(-1), 'begin');
  const cut = async (from: string, to: string) =>
    database.store.transact((tx) => tx.update(signInTokens).set({ token: to }).where(eq(signInTokens.token, from)));
  await cut(`${actor.accountId} ${contact}`, actor.accountId);
  const begun = redirectOf(await new Browser().callHandler(withContext(startRecovery), `${site}/api/auth/recover/begin`, { token }));
  expect(begun).toContain('/sign-in/recover?opens=');
  const pending = eq(signInTokens.identifier, `pending-recovery:${actor.accountId}`);
  const [row] = await database.store.reader.select().from(signInTokens).where(pending);
  await cut(row?.token ?? '', row?.token.replace(` ${contact}`, '') ?? '');
  advanceHours(73);
  expect(tokenIn((await mailsTo(contact)).at(-1), 'enter')).toContain(actor.accountId);
});

describe('a removed or replaced recovery contact', () => {
  const remove = (actor: Actor) => database.store.transact((tx) => removeRecoveryContact(tx, actor));

  test('is notified of the removal and of a change of address, and can stop both for 72 hours', async () => {
    const { actor, contact } = await withContact('Robbed');
    const thief = await signedInBrowser(actor);
    unwrap(await remove(actor));
    expect((await mailsTo(contact)).at(-1)).toContain('you can still recover the account: begin within 72 hours');
    await confirmChange(thief, await requestChangeToken(actor, `${newId()}@thief.example`));
    expect((await mailsTo(contact)).at(-1)).toContain('recover the account: that stops the change');
    expect(await requestRecovery(actor.email ?? '', contact)).toContain('/sign-in/recover?opens=');
    expect(await pendingChange(thief)).toBeNull();
    advanceHours(73);
    expect(tokenIn((await mailsTo(contact)).at(-1), 'enter')).toContain(actor.accountId);
  });

  test('gets the second link of a recovery that it started, and the replacing contact does not', async () => {
    const { actor, contact, browser } = await withContact('Replaced');
    const next = `${newId()}@thief.example`;
    unwrap(await database.store.transact((tx) => requestConfirmation(tx, actor, { purpose: 'recovery', address: next })));
    await confirmChange(browser, tokenIn((await mailsTo(next)).at(-1)));
    expect(await requestRecovery(actor.email ?? '', contact)).toContain('/sign-in/recover?opens=');
    advanceHours(73);
    expect(tokenIn((await mailsTo(contact)).at(-1), 'enter')).toContain(actor.accountId);
    expect((await mailsTo(next)).join()).not.toContain('enter=');
  });

  test('cannot recover the account after 72 hours, nor by a link from before', async () => {
    const { actor, contact } = await withContact('Removed');
    unwrap(await remove(actor));
    advanceHours(71);
    await new Browser().callHandler(withContext(requestRecoveryLink), `${site}/api/auth/recover/ask`, { account: actor.email ?? '' });
    const token = tokenIn((await mailsTo(contact)).at(-1), 'begin');
    advanceHours(73);
    const before = (await mailsTo(contact)).length;
    await new Browser().callHandler(withContext(requestRecoveryLink), `${site}/api/auth/recover/ask`, { account: actor.email ?? '' });
    expect(await mailsTo(contact)).toHaveLength(before);
    expect(redirectOf(await new Browser().callHandler(withContext(startRecovery), `${site}/api/auth/recover/begin`, { token }))).toContain(
      'link_expired',
    );
  });
});

describe('a former address', () => {
  test('can no longer change the settings of the account by the unsubscribe links of its emails', async () => {
    const { actor } = await createPendingChange('Subscribed');
    const { transact } = database.store;
    const token = await transact((tx) => unsubscribeTokenOf(tx, actor.accountId));
    const end = () => transact((tx) => unsubscribe(tx, { token, target: 'claim_accepted' }));
    unwrap(await end());
    advanceHours(73);
    await work();
    expect(await end()).toEqual({ ok: false, code: 'unknown_link' });
    const next = await transact((tx) => unsubscribeTokenOf(tx, actor.accountId));
    unwrap(await transact((tx) => unsubscribe(tx, { token: next, target: 'claim_accepted' })));
  });

  test('keeps its proofs valid until they expire', async () => {
    const actor = await createAccount(database.store, 'Proven');
    const { id: authorId } = await createRecord(database.store, 'Proven');
    const proof = { id: newId(), accountId: actor.accountId, authorId, kind: 'institution_email', state: 'valid', family: 'institution' };
    const at = { issuedAt: now(), observedAt: now(), expiresAt: addMs(now(), daysMs(300)) };
    await database.store.transact((tx) => tx.insert(proofs).values({ ...proof, ...at, target: actor.email ?? '', token: newId() }));
    const [before] = await database.store.reader.select().from(proofs).where(eq(proofs.id, proof.id));
    await confirmChange(await signedInBrowser(actor), await requestChangeToken(actor, `${newId()}@new.example`));
    advanceHours(73);
    await work();
    expect(await emailOf(actor)).not.toBe(actor.email);
    expect(await database.store.reader.select().from(proofs).where(eq(proofs.id, proof.id))).toEqual([before]);
  });

  test('is stored as a hash while blocks last, and is deleted with the account', async () => {
    const { actor, address, before } = await createPendingChange('Blocked');
    const other = await createPendingChange('Leaving');
    advanceHours(73);
    await work();
    const seals = await identifierSeals(database.store.reader, actor.accountId);
    expect(seals.sort()).toEqual([before, address].map((each) => sealErasedIdentity()(each.toLowerCase())).sort());
    const left = () => database.store.reader.select().from(signInTokens).where(eq(signInTokens.token, actor.accountId));
    expect((await left()).map(({ identifier }) => identifier.split(':')[0]).sort()).toEqual(['former-address', 'former-domain']);
    expect(JSON.stringify(await left())).not.toContain(before);
    const kept = [before, `${newId()}@somebody.example`].map((to) => ({ to, path: join(outboxFolder(), `${newId()}.json`) }));
    await mkdir(outboxFolder(), { recursive: true });
    for (const { to, path } of kept) await writeFile(path, JSON.stringify({ to, text: 'A link' }, null, 2));
    await database.store.transact((tx) => requestErasure(tx, actor));
    await database.store.transact((tx) => requestErasure(tx, other.actor));
    advanceHours(75);
    await confirmChange(other.browser, await requestChangeToken(other.actor, `${newId()}@again.example`));
    advanceHours(73 + 73);
    await runJobs(database.store);
    expect(await left()).toEqual([]);
    expect(kept.map(({ path }) => existsSync(path))).toEqual([false, true]);
    const pending = eq(signInTokens.identifier, `pending-address:${other.actor.accountId}`);
    expect(await database.store.reader.select().from(signInTokens).where(pending)).toEqual([]);
    expect(await emailOf(other.actor)).toBeUndefined();
  });
});
