import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { eq, like } from 'drizzle-orm';
import type { NextRequest } from 'next/server';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { addLogin } from '#lib/community/accounts/commands/logins.ts';
import { liftSuspension, suspendAccount } from '#lib/community/accounts/commands/suspension.ts';
import { linkedOrcid } from '#lib/governance/claims/queries/proofs.ts';
import { openSession, recordSessionUse, startSession, tokenHash } from '#lib/platform/auth/sessions.ts';
import { addMs, daysMs, minutesMs, now, setClock } from '#lib/platform/clock.ts';
import { accounts, logins, rateLimits, roles, sessions, signInTokens } from '#lib/platform/db/schema/accounts.ts';
import { contexts } from '#lib/platform/db/schema/contexts.ts';
import { contextFollows, follows } from '#lib/platform/db/schema/follows.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { notifications } from '#lib/platform/db/schema/notifications.ts';
import { savedWorks } from '#lib/platform/db/schema/saved-works.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import { env, readEnv } from '#lib/platform/env.ts';
import { signInLinkLimits } from '#lib/platform/limits.ts';
import { log } from '#lib/platform/log/log.ts';
import { withRequest } from '#lib/platform/request-context.ts';
import { reviewerOf } from '#lib/portal/decisions/queries/reviewers.ts';
import { type Admin, instanceFigures } from '#lib/portal/operations/queries/operations.ts';
import { confirmSignInLink, requestSignInLink, signOut } from '#lib/portal/sign-in/email.ts';
import { finishOrcidLogin, redirectToOrcid } from '#lib/portal/sign-in/orcid.ts';
import type { AuthContext } from '#lib/portal/sign-in/requests.ts';
import { deleteExpiredData } from '#lib/runtime/worker/expired-data.ts';
import { Browser } from '../servers/browser.ts';
import { runInNextContext } from '../servers/next-scope.ts';
import { startOrcid, type TestOrcid } from '../servers/orcid.ts';
import { stopServer } from '../servers/web.ts';
import { createAccount, createRecord, createWork } from './fixtures.ts';
import { databasePerTest } from './test-database.ts';

const site = 'http://localhost:3977';
const secret = 'a secret of the tests, 32 characters and more';
const database = databasePerTest();
let orcid: TestOrcid;
beforeAll(async () => {
  orcid = await startOrcid({ redirectUri: `${site}/api/auth/callback/orcid` });
});
afterAll(() => orcid.stop());

const context = (more: Record<string, string> = {}): AuthContext => ({
  store: database.store,
  env: { ...readEnv({ PUBLIC_URL: site, LOG_LEVEL: 'silent', MAIL_INTERVAL_SECONDS: '0', ...orcid.env, ...more }), SECRET: secret },
});
const withContext =
  (handler: (request: NextRequest, context: AuthContext) => Promise<Response>, more?: Record<string, string>) => (request: Request) =>
    runInNextContext(request, (own) => handler(own, context(more)));
const redirectOf = (answer: Response) => answer.headers.get('location');

const requestLink = (browser: Browser, email: string, more: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  browser.callHandler(withContext(requestSignInLink), `${site}/api/auth/ask`, { email, ...more }, headers);
const confirmCode = (browser: Browser, code: string) =>
  browser.callHandler(withContext(confirmSignInLink), `${site}/api/auth/confirm`, { code });

interface MailPayload {
  to: string;
  text: string;
}
/** Returns the mails that wait to be sent, oldest first. */
const mails = async (): Promise<MailPayload[]> =>
  (await database.store.reader.select().from(jobs).orderBy(jobs.createdAt))
    .filter(({ kind }) => kind === 'send-mail')
    .map(({ payload }) => payload as MailPayload);
const codeIn = (mail: MailPayload | undefined): string => /confirm\?code=([0-9a-z]{8})/.exec(mail?.text ?? '')?.[1] ?? '';
const lastCode = async (): Promise<string> => codeIn((await mails()).at(-1));
const sessionOf = (browser: Browser) => openSession(database.store.reader, browser.cookies(site).get('peergraph-session'));
const notifiedChanges = async (accountId: string | undefined): Promise<unknown[]> =>
  (await database.store.reader.select().from(notifications))
    .filter((notice) => notice.accountId === accountId && notice.kind === 'security_changed')
    .map(({ facts }) => facts.change);
async function signedInBrowser(email: string): Promise<Browser> {
  const browser = new Browser();
  await requestLink(browser, email);
  await confirmCode(browser, await lastCode());
  return browser;
}

describe('signing in by email', () => {
  test('reads fields without control characters', async () => {
    const { id } = await createRecord(database.store, 'Ada Byron');
    const browser = new Browser();
    await requestLink(browser, 'rea\u0000der@example.org', { follow: `\u0000${id}\u202e`, next: '/me\u0000/network' });
    expect((await mails()).map((mail) => mail.to)).toEqual(['reader@example.org']);
    const code = await lastCode();
    expect(redirectOf(await confirmCode(browser, `${code.slice(0, 4)}\u0000${code.slice(4)}`))).toBe('/me/network');
    expect(await database.store.reader.select().from(follows)).toMatchObject([{ authorId: id }]);
  });

  test('follows the record for which somebody signs in, and ignores an unknown one', async () => {
    const { store } = database;
    const { id } = await createRecord(store, 'Ada Byron');
    const browser = new Browser();
    await requestLink(browser, 'reader@example.org', { follow: id });
    await confirmCode(browser, await lastCode());
    const account = (await sessionOf(browser))?.actor.accountId;
    expect(await store.reader.select().from(follows)).toMatchObject([{ accountId: account, authorId: id, state: 'on' }]);
    for (const follow of ['nobody', '../me', 'x'.repeat(600)]) {
      const other = new Browser();
      await requestLink(other, 'other@example.org', { follow });
      expect(redirectOf(await confirmCode(other, await lastCode()))).toBe('/me');
    }
    expect(await store.reader.select().from(follows)).toHaveLength(1);
  });

  test('saves the work for which somebody signs in, next to what they follow, and ignores an unknown one', async () => {
    const { store } = database;
    const ada = await createRecord(store, 'Ada Byron');
    const key = await createWork(store, 'On Lamps', [{ ...ada, name: 'Ada Byron' }], '10.1/lamps');
    const workId = (await store.reader.select({ id: works.id }).from(works).where(eq(works.key, key)))[0]?.id ?? '';
    const browser = new Browser();
    await requestLink(browser, 'reader@example.org', { save: workId, follow: ada.id });
    expect(await store.reader.select().from(savedWorks)).toEqual([]);
    await confirmCode(browser, await lastCode());
    const account = (await sessionOf(browser))?.actor.accountId;
    expect(await store.reader.select().from(savedWorks)).toMatchObject([{ accountId: account, workId }]);
    expect(await store.reader.select().from(follows)).toMatchObject([{ accountId: account, authorId: ada.id }]);
    for (const save of ['nothing', '../me', ada.id, 'x'.repeat(600)]) {
      const other = new Browser();
      await requestLink(other, 'other@example.org', { save });
      expect(redirectOf(await confirmCode(other, await lastCode()))).toBe('/me');
    }
    expect(await store.reader.select().from(savedWorks)).toHaveLength(1);
    const fromElsewhere = await requestLink(new Browser(), 'third@example.org', { save: workId }, { 'sec-fetch-site': 'cross-site' });
    expect(fromElsewhere.status).toBe(403);
  });

  test('rejects sign-in by mail if the operator has turned it off', async () => {
    const browser = new Browser();
    await requestLink(browser, 'noor@example.org');
    const sent = await mails();
    const off = { MAIL_SIGN_IN: 'off' };
    const refused = '/sign-in?problem=mail_sign_in_off&next=%2Fme';
    expect(
      redirectOf(await browser.callHandler(withContext(requestSignInLink, off), `${site}/api/auth/ask`, { email: 'noor@example.org' })),
    ).toBe(refused);
    expect(
      redirectOf(await browser.callHandler(withContext(confirmSignInLink, off), `${site}/api/auth/confirm`, { code: codeIn(sent.at(-1)) })),
    ).toBe(refused);
    expect(await mails()).toEqual(sent);
    expect(await sessionOf(browser)).toBeNull();
    expect(() => readEnv({ PUBLIC_URL: site, ...off })).toThrow(/MAIL_SIGN_IN/);
  });

  test('requests a link, confirms in the same browser, is signed in, and signs out', async () => {
    const browser = new Browser();
    const asked = await requestLink(browser, 'Noor@Example.org', { next: '/claim/noor' });
    expect([asked.status, redirectOf(asked)]).toEqual([303, '/sign-in/check-mail?next=%2Fclaim%2Fnoor']);
    expect(asked.headers.get('referrer-policy')).toBe('no-referrer');
    expect((await mails()).map(({ to: address }) => address)).toEqual(['noor@example.org']);
    const confirmed = await confirmCode(browser, await lastCode());
    expect([confirmed.status, redirectOf(confirmed)]).toEqual([303, '/claim/noor']);
    expect((await sessionOf(browser))?.actor).toMatchObject({ email: 'noor@example.org', emailConfirmed: true });
    const line = confirmed.headers.getSetCookie().find((cookie) => cookie.startsWith('peergraph-session='));
    expect(line).toMatch(/HttpOnly/i);
    expect(line).toMatch(/SameSite=Lax/i);
    const out = await browser.callHandler(withContext(signOut), `${site}/api/auth/sign-out`, {});
    expect(redirectOf(out)).toBe('/');
    expect(await sessionOf(browser)).toBeNull();
    expect(await database.store.reader.select().from(sessions)).toEqual([]);
  });

  test('the database stores neither the session token nor the link token', async () => {
    const browser = new Browser();
    await requestLink(browser, 'noor@example.org');
    const code = await lastCode();
    const [waiting] = await database.store.reader.select().from(signInTokens);
    expect(waiting?.token).not.toContain(code);
    await confirmCode(browser, code);
    const token = browser.cookies(site).get('peergraph-session') ?? '';
    const [session] = await database.store.reader.select().from(sessions);
    expect(session?.sessionToken).toBe(tokenHash(token));
    expect(session?.sessionToken).not.toContain(token);
  });

  test('accepts a link once', async () => {
    const browser = new Browser();
    await requestLink(browser, 'noor@example.org');
    const code = await lastCode();
    const [other] = [new Browser()];
    for (const [name, value] of browser.cookies(site)) other.cookies(site).set(name, value);
    expect(redirectOf(await confirmCode(browser, code))).toBe('/me');
    expect(redirectOf(await confirmCode(other, code))).toBe('/sign-in/check-mail?problem=wrong_code&next=%2Fme');
    expect(await sessionOf(other)).toBeNull();
  });

  test('signs in once for five simultaneous requests', async () => {
    const browser = new Browser();
    await requestLink(browser, 'noor@example.org');
    const code = await lastCode();
    const press = () => withContext(confirmSignInLink)(browser.request(`${site}/api/auth/confirm`, { code }));
    await Promise.all(Array.from({ length: 5 }, press));
    expect(await database.store.reader.select().from(sessions)).toHaveLength(1);
    expect(await database.store.reader.select().from(accounts)).toHaveLength(1);
  });

  test('rejects the mail in another browser, and the browser without the mail', async () => {
    const [asker, thief] = [new Browser(), new Browser()];
    await requestLink(asker, 'noor@example.org');
    const code = await lastCode();
    expect(redirectOf(await confirmCode(thief, code))).toBe('/sign-in?problem=link_expired&next=%2Fme');
    await requestLink(thief, 'eve@example.org');
    expect(redirectOf(await confirmCode(thief, code))).toBe('/sign-in/check-mail?problem=wrong_code&next=%2Fme');
    expect(redirectOf(await confirmCode(asker, '00000000'))).toBe('/sign-in/check-mail?problem=wrong_code&next=%2Fme');
    expect(redirectOf(await confirmCode(asker, code))).toBe('/me');
  });

  test('accepts the code with spaces, capitals, o for 0 and l for 1', async () => {
    const browser = new Browser();
    await requestLink(browser, 'noor@example.org');
    const code = await lastCode();
    const typed = ` ${code.slice(0, 4)}-${code.slice(4)} `.toUpperCase().replaceAll('0', 'O').replaceAll('1', 'L');
    expect(redirectOf(await confirmCode(browser, typed))).toBe('/me');
  });

  test('accepts either mail of two requests in one browser', async () => {
    const browser = new Browser();
    await requestLink(browser, 'noor@example.org');
    await requestLink(browser, 'noor@example.org');
    const [first] = await mails();
    expect(redirectOf(await confirmCode(browser, codeIn(first)))).toBe('/me');
  });

  test('expires after 10 minutes', async () => {
    const browser = new Browser();
    await requestLink(browser, 'noor@example.org');
    const code = await lastCode();
    const [token] = await database.store.reader.select().from(signInTokens);
    const lifetime = (token?.expires.getTime() ?? 0) - Date.now();
    expect([lifetime <= minutesMs(10), lifetime > minutesMs(9)]).toEqual([true, true]);
    await database.store.transact((tx) => tx.update(signInTokens).set({ expires: addMs(new Date(), -1) }));
    expect(redirectOf(await confirmCode(browser, code))).toBe('/sign-in/check-mail?problem=wrong_code&next=%2Fme');
  });

  test('invalidates the link after six wrong codes, even for the right code', async () => {
    const browser = new Browser();
    await requestLink(browser, 'noor@example.org');
    const code = await lastCode();
    const cookies = new Map(browser.cookies(site));
    for (let tries = 0; tries < 6; tries += 1) await confirmCode(browser, `0000000${tries}`);
    for (const [name, value] of cookies) browser.cookies(site).set(name, value);
    expect(redirectOf(await confirmCode(browser, code))).toBe('/sign-in?problem=too_many_codes&next=%2Fme');
    expect(await sessionOf(browser)).toBeNull();
  });

  test('answers alike whether or not the address has an account', async () => {
    await signedInBrowser('known@example.org');
    const told = async (email: string) => {
      const answer = await requestLink(new Browser(), email);
      const cookie = answer.headers.getSetCookie().map((line) => line.replace(/=[^;]*/, '=…'));
      return [answer.status, redirectOf(answer), cookie, await answer.text()];
    };
    expect(await told('unknown@example.org')).toEqual(await told('known@example.org'));
  });

  const from = (address: string) => ({ 'x-peergraph-address': address });
  const sent = /^\/sign-in\/check-mail/;

  test('limits by network without locking an address out for another network, and counts an address in any spelling', async () => {
    const ask = async (email: string, address: string) => redirectOf(await requestLink(new Browser(), email, {}, from(address)));
    const always = signInLinkLimits.quietNetwork.times;
    for (let each = 0; each < always + 5; each += 1) expect(await ask('noor@example.org', '203.0.113.1')).toMatch(sent);
    for (let each = 0; each < 30; each += 1) expect(await ask('NOOR@example.org', '203.0.113.9')).toMatch(/problem=too_many_links&/);
    expect(await ask('noor@example.org', '198.51.100.1')).toMatch(sent);
    expect(await ask('other@example.org', '203.0.113.1')).toMatch(sent);
    setClock(() => addMs(new Date(), minutesMs(16)));
    expect(await ask('noor@example.org', '203.0.113.1')).toMatch(sent);
  });

  test('limits an address to thirty links a day from strangers, and a network to sixty, with separate messages', async () => {
    const always = signInLinkLimits.quietNetwork.times;
    const answers: (string | null)[] = [];
    for (let each = 0; each < 36; each += 1)
      answers.push(redirectOf(await requestLink(new Browser(), 'noor@example.org', {}, from(`10.0.${Math.floor(each / always)}.1`))));
    expect(answers.filter((place) => sent.test(place ?? ''))).toHaveLength(30);
    expect(answers.at(-1)).toMatch(/problem=too_many_links&/);
    for (let each = 0; each < 60 + always; each += 1)
      expect(redirectOf(await requestLink(new Browser(), `crowd${each}@example.org`, {}, from(`203.0.113.${each}`)))).toMatch(sent);
    const late = redirectOf(await requestLink(new Browser(), 'late@example.org', { next: '/claim/late' }, from('203.0.113.200')));
    expect(late).toBe('/sign-in?problem=too_many_links_from_network&next=%2Fclaim%2Flate&minutes=15');
    expect(redirectOf(await requestLink(new Browser(), 'late@example.org', {}, from('198.51.100.1')))).toMatch(sent);
  });

  test('keeps a link valid when others on the network have tried codes', async () => {
    const browser = new Browser();
    const confirm = (who: Browser, code: string, address: string) =>
      who.callHandler(withContext(confirmSignInLink), `${site}/api/auth/confirm`, { code }, from(address));
    await requestLink(browser, 'noor@example.org');
    const code = await lastCode();
    for (let each = 0; each < 10; each += 1) {
      const other = new Browser();
      await requestLink(other, `guesser${each}@example.org`);
      for (let tries = 0; tries < 6; tries += 1) await confirm(other, '00000000', '203.0.113.1');
    }
    expect(redirectOf(await confirm(browser, code, '203.0.113.2'))).toBe(
      '/sign-in/check-mail?problem=too_many_codes_from_network&next=%2Fme',
    );
    expect(redirectOf(await confirm(browser, code, '198.51.100.1'))).toBe('/me');
  });

  test('keeps the target page when the code is wrong, has expired, or was tried too often', async () => {
    const browser = new Browser();
    const next = '/claim/noor?by=email';
    const kept = '&next=%2Fclaim%2Fnoor%3Fby%3Demail';
    const confirm = (code: string) => browser.callHandler(withContext(confirmSignInLink), `${site}/api/auth/confirm`, { code, next });
    expect(redirectOf(await requestLink(browser, 'noor@example.org', { next }))).toBe(`/sign-in/check-mail?${kept.slice(1)}`);
    for (let tries = 0; tries < 6; tries += 1)
      expect(redirectOf(await confirm('00000000'))).toBe(`/sign-in/check-mail?problem=wrong_code${kept}`);
    expect(redirectOf(await confirm('00000000'))).toBe(`/sign-in?problem=too_many_codes${kept}`);
    // The browser's part of the link has been deleted, as it is after 10 minutes.
    expect(redirectOf(await confirm('00000000'))).toBe(`/sign-in?problem=link_expired${kept}`);
    const misled = await browser.callHandler(withContext(confirmSignInLink), `${site}/api/auth/confirm`, {
      code: '00000000',
      next: '//evil.example',
    });
    expect(redirectOf(misled)).toBe('/sign-in?problem=link_expired&next=%2Fme');
  });

  test('rejects input that is not one address before anything is written', async () => {
    for (const email of ['a@example.org, b@example.org', 'Noor <noor@example.org>', 'noor@example.org\nBcc: eve@example.org', '']) {
      expect(redirectOf(await requestLink(new Browser(), email))).toMatch(/^\/sign-in\?problem=bad_address/);
    }
    expect(await mails()).toEqual([]);
  });

  test.each(['//evil.example', '/\\evil.example', 'https:evil.example', 'https://evil.example', '/api/auth/sign-out', '/%09/../..//evil'])(
    'nobody is led to %s afterwards',
    async (next) => {
      const browser = new Browser();
      await requestLink(browser, 'noor@example.org', { next });
      expect(new URL(redirectOf(await confirmCode(browser, await lastCode())) ?? '', site).origin).toBe(site);
    },
  );

  test('rejects a form of another site at every step', async () => {
    const browser = new Browser();
    for (const handler of [requestSignInLink, confirmSignInLink, signOut, redirectToOrcid]) {
      for (const headers of [
        { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
        { origin: 'null', 'sec-fetch-site': 'cross-site' },
      ]) {
        const answer = await browser.callHandler(withContext(handler), `${site}/api/auth/x`, { email: 'noor@example.org' }, headers);
        expect(answer.status).toBe(403);
      }
    }
    expect(await mails()).toEqual([]);
  });

  test('ends the former session of the browser', async () => {
    const browser = await signedInBrowser('noor@example.org');
    const before = browser.cookies(site).get('peergraph-session');
    await requestLink(browser, 'noor@example.org');
    await confirmCode(browser, await lastCode());
    expect(await openSession(database.store.reader, before)).toBeNull();
    expect((await sessionOf(browser))?.actor.email).toBe('noor@example.org');
    expect(await database.store.reader.select().from(accounts)).toHaveLength(1);
  });

  test('opens a session that ends after 30 days', async () => {
    const browser = await signedInBrowser('noor@example.org');
    setClock(() => addMs(new Date(), minutesMs(60 * 24 * 31)));
    expect(await sessionOf(browser)).toBeNull();
  });
});

const ada = '0000-0002-1825-0097';
const ben = '0000-0001-5109-3700';

/** Goes to ORCID, signs in as an iD or denies, and comes back. */
async function throughOrcid(
  browser: Browser,
  id: string | null,
  more: Record<string, string> = {},
  whileAtOrcid: () => unknown = () => undefined,
): Promise<Response> {
  // Makes ORCID ask for a sign-in again.
  browser.cookies(orcid.url).clear();
  const left = await browser.callHandler(withContext(redirectToOrcid), `${site}/api/auth/orcid`, { next: '/me', ...more });
  let place = redirectOf(left) ?? '';
  for (let hops = 0; hops < 12 && !place.startsWith(`${site}/api/auth/callback/orcid`); hops += 1) {
    if (!place.startsWith(orcid.url)) return left;
    const isForm = place.includes('/signin/');
    const answer = await browser.fetch(place, isForm ? (id ? { orcid: id } : { deny: 'yes' }) : undefined);
    place = new URL(redirectOf(answer) ?? '', place).href;
  }
  whileAtOrcid();
  return browser.callHandler(withContext(finishOrcidLogin), place);
}

describe('signing in with ORCID', () => {
  test('follows the topic for which somebody signs in', async () => {
    const { store } = database;
    const [topic] = await store.transact((tx) =>
      tx
        .insert(contexts)
        .values({
          id: 'lamps',
          kind: 'topic',
          slug: 'lamps',
          nameKey: 'lamps',
          name: 'Lamps',
          sortName: 'lamps',
          worksCount: 1,
          createdAt: now(),
          updatedAt: now(),
        })
        .returning(),
    );
    const browser = new Browser();
    expect(redirectOf(await throughOrcid(browser, ada, { next: '/topics/lamps', follow: topic?.id ?? '' }))).toBe('/topics/lamps');
    const account = (await sessionOf(browser))?.actor.accountId;
    expect(await store.reader.select().from(contextFollows)).toMatchObject([{ accountId: account, contextId: 'lamps', state: 'on' }]);
    await throughOrcid(new Browser(), ben, { follow: 'nobody' });
    expect(await store.reader.select().from(contextFollows)).toHaveLength(1);
  });

  test('does not notify a new account of its own first login', async () => {
    const browser = new Browser();
    await throughOrcid(browser, ada);
    expect(await notifiedChanges((await sessionOf(browser))?.actor.accountId)).toEqual([]);
  });

  test('creates an account with a safe name, whatever ORCID states', async () => {
    orcid.setWorks(ben, [{ title: 'A title', holder: `Ben\0\u202e\n ${'n'.repeat(200)}` }]);
    const browser = new Browser();
    await throughOrcid(browser, ben);
    orcid.setWorks(ben, []);
    expect((await sessionOf(browser))?.actor.name).toBe(`Person Ben ${'n'.repeat(89)}`);
  });

  test('creates an account without an address, and finds it again the next time', async () => {
    const browser = new Browser();
    expect(redirectOf(await throughOrcid(browser, ada, { next: '/claim/ada' }))).toBe('/claim/ada');
    const session = await sessionOf(browser);
    expect(session?.actor).toMatchObject({ name: 'Person 0097', email: null, emailConfirmed: false });
    expect(await linkedOrcid(database.store.reader, session?.actor ?? ({} as never))).toBe(ada);
    const again = new Browser();
    await throughOrcid(again, ada);
    expect((await sessionOf(again))?.actor.accountId).toBe(session?.actor.accountId);
    expect(await database.store.reader.select().from(accounts)).toHaveLength(1);
  });

  test('sends PKCE, a state and a nonce', async () => {
    const left = await new Browser().callHandler(withContext(redirectToOrcid), `${site}/api/auth/orcid`, {});
    const query = new URL(redirectOf(left) ?? '').searchParams;
    expect(Object.fromEntries(query)).toMatchObject({ response_type: 'code', scope: 'openid', code_challenge_method: 'S256' });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(query.get(name)?.length).toBeGreaterThan(20);
  });

  test('rejects a callback that this browser did not request', async () => {
    const [leaver, other] = [new Browser(), new Browser()];
    await other.callHandler(withContext(redirectToOrcid), `${site}/api/auth/orcid`, {});
    const left = await leaver.callHandler(withContext(redirectToOrcid), `${site}/api/auth/orcid`, {});
    const state = new URL(redirectOf(left) ?? '').searchParams.get('state') ?? '';
    const forged = await other.callHandler(withContext(finishOrcidLogin), `${site}/api/auth/callback/orcid?code=stolen&state=${state}`);
    expect(redirectOf(forged)).toMatch(/problem=orcid_failed/);
    const unasked = await new Browser().callHandler(
      withContext(finishOrcidLogin),
      `${site}/api/auth/callback/orcid?code=stolen&state=${state}`,
    );
    expect(redirectOf(unasked)).toMatch(/problem=orcid_failed/);
    expect(await database.store.reader.select().from(sessions)).toEqual([]);
  });

  test('returns with a reason after a denial, and rejects an iD with a wrong check digit', async () => {
    expect(redirectOf(await throughOrcid(new Browser(), null))).toMatch(/problem=orcid_declined/);
    expect(redirectOf(await throughOrcid(new Browser(), '0000-0002-1825-0098'))).toMatch(/problem=orcid_failed/);
    expect(await database.store.reader.select().from(accounts)).toEqual([]);
  });

  test('sends nothing to ORCID after 600 steps from a network in 15 minutes, except for known browsers and accounts', async () => {
    const isRefused = /^\/sign-in\?problem=too_many_orcid_sign_ins/;
    const browser = await signedInBrowser('noor@example.org');
    const known = new Browser();
    await throughOrcid(known, ben);
    await database.store.transact((tx) => tx.update(rateLimits).set({ points: 599 }).where(like(rateLimits.key, 'orcid-network:%')));
    expect(redirectOf(await throughOrcid(new Browser(), ben))).toMatch(isRefused);
    const left = await new Browser().callHandler(withContext(redirectToOrcid), `${site}/api/auth/orcid`, {});
    expect(redirectOf(left)).toMatch(isRefused);
    expect(redirectOf(await throughOrcid(browser, ada, { purpose: 'link' }))).toBe('/me');
    known.cookies(site).delete('peergraph-session');
    expect(redirectOf(await throughOrcid(known, ben))).toBe('/me');
    setClock(() => addMs(new Date(), minutesMs(16)));
    expect(redirectOf(await new Browser().callHandler(withContext(redirectToOrcid), `${site}/api/auth/orcid`, {}))).toContain(orcid.url);
  });

  test('reports if ORCID is unreachable or not configured', async () => {
    const ask = (more: Record<string, string>) =>
      new Browser().callHandler(withContext(redirectToOrcid, more), `${site}/api/auth/orcid`, {});
    expect(redirectOf(await ask({ ORCID_ISSUER: 'http://127.0.0.1:1' }))).toMatch(/problem=orcid_unreachable/);
    const endless = createServer((_, response) => void response.writeHead(200).write(' '.repeat(8 * 1024 * 1024)));
    await new Promise<void>((ready) => endless.listen(0, '127.0.0.1', ready));
    const { port } = endless.address() as AddressInfo;
    expect(redirectOf(await ask({ ORCID_ISSUER: `http://127.0.0.1:${port}` }))).toMatch(/problem=orcid_unreachable/);
    await stopServer(endless);
    expect(redirectOf(await ask({ ORCID_CLIENT_ID: '', ORCID_CLIENT_SECRET: '' }))).toMatch(/problem=orcid_not_set_up/);
  });

  test('connects an iD to an account only on request of a recent session', async () => {
    const browser = await signedInBrowser('noor@example.org');
    const noor = (await sessionOf(browser))?.actor;
    expect(redirectOf(await throughOrcid(browser, ada, { purpose: 'link' }))).toBe('/me');
    expect(await linkedOrcid(database.store.reader, noor ?? ({} as never))).toBe(ada);
    expect((await sessionOf(browser))?.actor.accountId).toBe(noor?.accountId);
    expect(await notifiedChanges(noor?.accountId)).toEqual(['orcid_linked']);
    const again = new Browser();
    await throughOrcid(again, ada);
    expect((await sessionOf(again))?.actor.email).toBe('noor@example.org');
  });

  test('asks an old session to sign in again, and a missing one to sign in', async () => {
    const browser = await signedInBrowser('noor@example.org');
    await database.store.transact((tx) => tx.update(sessions).set({ createdAt: addMs(new Date(), -minutesMs(31)) }));
    expect(redirectOf(await throughOrcid(browser, ada, { purpose: 'link' }))).toMatch(/problem=reauthentication_required/);
    expect(redirectOf(await throughOrcid(new Browser(), ada, { purpose: 'link' }))).toMatch(/problem=not_signed_in/);
    expect(await database.store.reader.select().from(accounts)).toHaveLength(1);
  });

  test('does not connect an iD if the session expired during the ORCID sign-in', async () => {
    const browser = await signedInBrowser('noor@example.org');
    const left = await browser.callHandler(withContext(redirectToOrcid), `${site}/api/auth/orcid`, { purpose: 'link' });
    await database.store.transact((tx) => tx.update(sessions).set({ createdAt: addMs(new Date(), -minutesMs(31)) }));
    const state = new URL(redirectOf(left) ?? '').searchParams.get('state');
    const back = await browser.callHandler(withContext(finishOrcidLogin), `${site}/api/auth/callback/orcid?code=x&state=${state}`);
    expect(redirectOf(back)).toMatch(/problem=reauthentication_required/);
  });

  test('does not connect an iD to the account of somebody else who signs in in this browser during the ORCID sign-in', async () => {
    const browser = await signedInBrowser('noor@example.org');
    const other = await signedInBrowser('mia@example.org');
    const session = other.cookies(site).get('peergraph-session') ?? '';
    const signInMia = () => browser.cookies(site).set('peergraph-session', session);
    expect(redirectOf(await throughOrcid(browser, ada, { purpose: 'link' }, signInMia))).toMatch(/problem=orcid_failed/);
    expect(await database.store.reader.select().from(logins)).toEqual([]);
  });

  test('does not connect an iD of another account, or a second iD', async () => {
    await throughOrcid(new Browser(), ben);
    const browser = await signedInBrowser('noor@example.org');
    const noor = (await sessionOf(browser))?.actor ?? ({} as never);
    expect(redirectOf(await throughOrcid(browser, ben, { purpose: 'link' }))).toMatch(/problem=orcid_of_another_account/);
    expect(await linkedOrcid(database.store.reader, noor)).toBeNull();
    await throughOrcid(browser, ada, { purpose: 'link' });
    expect(redirectOf(await throughOrcid(browser, '0000-0003-1415-9269', { purpose: 'link' }))).toMatch(/problem=another_orcid_linked/);
    expect(await linkedOrcid(database.store.reader, noor)).toBe(ada);
  });

  test('connects one of two concurrent iDs, and renews it when it is connected again', async () => {
    const { accountId: userId } = await createAccount(database.store, 'Noor');
    const add = (providerAccountId: string, who = userId, onAdded?: () => Promise<void>) =>
      database.store.transact(async (tx) => {
        const added = await addLogin(tx, { userId: who, provider: 'orcid', providerAccountId });
        await onAdded?.();
        return added;
      });
    const { promise: isAdded, resolve } = Promise.withResolvers<void>();
    const first = add(ada, userId, () => {
      resolve();
      return setTimeout(200);
    });
    await isAdded;
    expect(await Promise.all([first, add(ben)])).toEqual(['linked', 'another_linked']);
    const [login] = await database.store.reader.select().from(logins);
    setClock(() => addMs(new Date(), minutesMs(1)));
    expect(await add(login?.providerAccountId ?? '')).toBe('renewed');
    const renewed = await database.store.reader.select().from(logins);
    expect(renewed).toHaveLength(1);
    expect(Number(renewed[0]?.linkedAt)).toBeGreaterThan(Number(login?.linkedAt));
    const { accountId: other } = await createAccount(database.store, 'Eve');
    expect(await add(login?.providerAccountId ?? '', other)).toBe('of_another_account');
  });

  test('switches the account if somebody is signed in by email, and connects nothing', async () => {
    const browser = await signedInBrowser('noor@example.org');
    const before = browser.cookies(site).get('peergraph-session');
    await throughOrcid(browser, ada);
    expect((await sessionOf(browser))?.actor.email).toBeNull();
    expect(await openSession(database.store.reader, before)).toBeNull();
    const [noor] = await database.store.reader.select().from(accounts).where(eq(accounts.email, 'noor@example.org'));
    expect(noor?.email).toBe('noor@example.org');
  });
});

describe('the log of security events', () => {
  /** Runs work as one request. @returns the security events that it logged */
  async function eventsOf(work: () => Promise<unknown>): Promise<object[]> {
    const events: object[] = [];
    for (const level of ['info', 'warn'] as const)
      vi.spyOn(log, level).mockImplementation((facts: unknown) => {
        const { securityEvent, ...more } = facts as Record<string, unknown>;
        if (securityEvent) events.push({ level, securityEvent, ...more });
      });
    await withRequest({ id: 'request-1', isOverloaded: false }, work);
    vi.restoreAllMocks();
    return events;
  }
  const refused = (code: string) => ({ level: 'warn', securityEvent: 'sign_in_refused', code });

  test('has each sign-in by email and by ORCID with its method, and each rejected one with its reason', async () => {
    const browser = new Browser();
    await requestLink(browser, 'noor@example.org');
    const code = await lastCode();
    expect(await eventsOf(() => confirmCode(browser, '00000000'))).toEqual([refused('wrong_code')]);
    expect(await eventsOf(() => confirmCode(browser, code))).toEqual([{ level: 'info', securityEvent: 'sign_in', method: 'email' }]);
    expect(await eventsOf(() => throughOrcid(new Browser(), null))).toEqual([refused('orcid_declined')]);
    expect(await eventsOf(() => throughOrcid(new Browser(), ada))).toEqual([{ level: 'info', securityEvent: 'sign_in', method: 'orcid' }]);
  });

  test('has a rejected connection of an ORCID iD as a change of the account, and not as a sign-in', async () => {
    await throughOrcid(new Browser(), ben);
    const browser = await signedInBrowser('noor@example.org');
    expect(await eventsOf(() => throughOrcid(browser, ben, { purpose: 'link' }))).toEqual([
      { level: 'warn', securityEvent: 'account_change_refused', code: 'orcid_of_another_account' },
    ]);
  });
});

describe('an account that requires its passkey', () => {
  test('accepts neither email nor ORCID, and discloses that only to a person who could have signed in', async () => {
    const { store } = database;
    const here = await signedInBrowser('strict@example.org');
    const strict = (await sessionOf(here))?.actor.accountId ?? '';
    const orcidLogin = { userId: strict, type: 'oauth', provider: 'orcid', providerAccountId: '0000-0002-1825-0097' };
    await store.transact(async (tx) => {
      await tx.insert(logins).values(orcidLogin);
      await tx.update(accounts).set({ passkeyRequiredAt: now() }).where(eq(accounts.id, strict));
    });
    const before = await store.reader.select().from(sessions);
    const browser = new Browser();
    const asked = redirectOf(await requestLink(browser, 'strict@example.org'));
    expect(asked).toBe(redirectOf(await requestLink(new Browser(), 'nobody@example.org')));
    const code = codeIn((await mails()).filter(({ to: address }) => address === 'strict@example.org').at(-1));
    expect(redirectOf(await confirmCode(browser, '00000000'))).toMatch(/problem=wrong_code/);
    expect(redirectOf(await confirmCode(browser, code))).toMatch(/^\/sign-in\?problem=passkey_required/);
    expect(await sessionOf(browser)).toBeNull();
    const other = new Browser();
    const left = await other.callHandler(withContext(redirectToOrcid), `${site}/api/auth/orcid`, { next: '/me' });
    let place = redirectOf(left) ?? '';
    for (let hops = 0; hops < 12 && !place.startsWith(`${site}/api/auth/callback/orcid`); hops += 1) {
      const answer = await other.fetch(place, place.includes('/signin/') ? { orcid: '0000-0002-1825-0097' } : undefined);
      place = new URL(redirectOf(answer) ?? '', place).href;
    }
    expect(redirectOf(await other.callHandler(withContext(finishOrcidLogin), place))).toMatch(/^\/sign-in\?problem=passkey_required/);
    expect(await sessionOf(other)).toBeNull();
    expect(await store.reader.select().from(sessions)).toEqual(before);
  });

  test('is notified of a sign-in by email that bypassed the requirement', async () => {
    const { store } = database;
    const strict = (await sessionOf(await signedInBrowser('strict@example.org')))?.actor.accountId ?? '';
    await store.transact((tx) => tx.update(accounts).set({ passkeyRequiredAt: now() }).where(eq(accounts.id, strict)));
    const browser = new Browser();
    await requestLink(browser, 'strict@example.org');
    const code = await lastCode();
    await confirmCode(browser, '00000000');
    expect(await notifiedChanges(strict)).toEqual([]);
    await confirmCode(browser, code);
    expect(await notifiedChanges(strict)).toEqual(['passkey_missing']);
  });
});

describe('a suspended account', () => {
  test('has no session, signs in by no method, and does again once it is lifted', async () => {
    const { store } = database;
    const here = await signedInBrowser('loud@example.org');
    const accountId = (await sessionOf(here))?.actor.accountId ?? '';
    await store.transact(async (tx) => {
      await tx.insert(logins).values({ userId: accountId, type: 'oauth', provider: 'orcid', providerAccountId: ada });
      expect(await suspendAccount(tx, { accountId, reason: 'spam' })).toEqual({ ok: true, value: { sessions: 1 } });
    });
    expect(await sessionOf(here)).toBeNull();
    const told = (await mails()).filter(({ to }) => to === 'loud@example.org').at(-1);
    expect(told).toMatchObject({ subject: expect.stringContaining('suspended'), text: expect.stringContaining('advertising') });
    const browser = new Browser();
    await requestLink(browser, 'loud@example.org');
    expect(redirectOf(await confirmCode(browser, await lastCode()))).toMatch(/^\/sign-in\?problem=account_suspended/);
    const other = new Browser();
    expect(redirectOf(await throughOrcid(other, ada))).toMatch(/^\/sign-in\?problem=account_suspended/);
    expect([await sessionOf(browser), await sessionOf(other)]).toEqual([null, null]);
    await store.transact((tx) => liftSuspension(tx, { accountId }));
    expect((await sessionOf(await signedInBrowser('loud@example.org')))?.actor.accountId).toBe(accountId);
  });

  test('opens nothing by a session that somehow remains', async () => {
    const { store } = database;
    const here = await signedInBrowser('left@example.org');
    const accountId = (await sessionOf(here))?.actor.accountId ?? '';
    await store.transact((tx) => tx.update(accounts).set({ suspendedAt: now() }).where(eq(accounts.id, accountId)));
    expect(await sessionOf(here)).toBeNull();
    await store.transact((tx) => liftSuspension(tx, { accountId }));
    expect(await sessionOf(here)).toBeNull();
  });
});

describe('a session', () => {
  const from = (address: string) => ({ 'x-peergraph-address': address });
  const sealOf = async (email: string, address: string): Promise<string | null> => {
    const browser = new Browser();
    await requestLink(browser, email);
    await browser.callHandler(withContext(confirmSignInLink), `${site}/api/auth/confirm`, { code: await lastCode() }, from(address));
    const session = await sessionOf(browser);
    expect(session).not.toBeNull();
    return session?.actor.network ?? null;
  };

  test('that expired by idleness is deleted and not counted, and no other', async () => {
    const { store } = database;
    const [used, idle, admin] = [
      await signedInBrowser('used@example.org'),
      await signedInBrowser('idle@example.org'),
      await signedInBrowser('admin@example.org'),
    ];
    const account = (await sessionOf(admin))?.actor;
    const [usedId, idleId] = [(await sessionOf(used))?.id ?? '', (await sessionOf(idle))?.id ?? ''];
    await store.transact((tx) => tx.insert(roles).values({ accountId: account?.accountId ?? '', role: 'admin', grantedAt: now() }));
    const operator = (account && (await reviewerOf(store.reader, account))) as Admin;
    const start = now();
    const left = async (days: number) => {
      setClock(() => addMs(start, daysMs(days)));
      const { openSessions } = await instanceFigures(store.reader, operator);
      await store.transact(deleteExpiredData);
      const rows = await store.reader.select({ id: sessions.id }).from(sessions);
      expect(openSessions).toBe(rows.length);
      return rows.map(({ id }) => id).sort();
    };
    expect(await left(6.9)).toHaveLength(3);
    expect(await left(7.1)).toEqual([usedId, idleId].sort());
    const usedToken = used.cookies(site).get('peergraph-session') ?? '';
    const session = await sessionOf(used);
    if (session) await store.transact((tx) => recordSessionUse(tx, usedToken, session, 'A test'));
    expect(await left(30.1)).toEqual([usedId]);
  });

  test('stores a keyed hash of its network: equal for one network, none for this machine', async () => {
    const one = await sealOf('one@example.org', '203.0.113.9');
    expect(one).toMatch(/^[\w-]{43}$/);
    expect(await sealOf('two@example.org', '203.0.113.77')).toBe(one);
    expect(await sealOf('three@example.org', '203.0.114.9')).not.toBe(one);
    expect(await sealOf('four@example.org', '127.0.0.1')).toBeNull();
    const kept = JSON.stringify(await database.store.reader.select().from(sessions));
    expect(kept).not.toContain('203.0');
  });

  test('ends after 30 days without use, 7 for reviewers and admins, and after 90 in any case', async () => {
    const { store } = database;
    const [used, idle, admin] = [
      await signedInBrowser('used@example.org'),
      await signedInBrowser('idle@example.org'),
      await signedInBrowser('admin@example.org'),
    ];
    const accountId = (await sessionOf(admin))?.actor.accountId ?? '';
    await store.transact((tx) => tx.insert(roles).values({ accountId, role: 'admin', grantedAt: now() }).returning());
    const start = now();
    const isOpen = async (browser: Browser, days: number, uses = true): Promise<boolean> => {
      setClock(() => addMs(start, daysMs(days)));
      const session = await sessionOf(browser);
      const token = browser.cookies(site).get('peergraph-session') ?? '';
      if (session && uses) await store.transact((tx) => recordSessionUse(tx, token, session, 'A test'));
      return session !== null;
    };
    expect([await isOpen(used, 6.9), await isOpen(admin, 6.9), await isOpen(admin, 13.8, false), await isOpen(admin, 14)]).toEqual([
      ...[true, true, true, false],
    ]);
    expect([await isOpen(used, 29), await isOpen(idle, 29.9, false), await isOpen(idle, 30.1)]).toEqual([true, true, false]);
    expect([await isOpen(used, 58), await isOpen(used, 87), await isOpen(used, 89.9), await isOpen(used, 90.1)]).toEqual([
      ...[true, true, true, false],
    ]);
  });

  test('ends earlier if the operator sets that, for admins too', async () => {
    const set = { SESSION_DAYS: env().SESSION_DAYS, SESSION_IDLE_DAYS: env().SESSION_IDLE_DAYS };
    Object.assign(env(), { SESSION_DAYS: 10, SESSION_IDLE_DAYS: 3 });
    try {
      const { store } = database;
      const [idle, admin] = [await signedInBrowser('idle@example.org'), await signedInBrowser('admin@example.org')];
      const accountId = (await sessionOf(admin))?.actor.accountId ?? '';
      await store.transact((tx) => tx.insert(roles).values({ accountId, role: 'admin', grantedAt: now() }).returning());
      const start = now();
      const { expires } = await store.transact((tx) =>
        startSession(tx, accountId, { signInMethod: 'email', device: 'A test', network: null }),
      );
      expect(Math.round((expires.getTime() - start.getTime()) / daysMs(1))).toBe(10);
      setClock(() => addMs(start, daysMs(2.9)));
      expect([await sessionOf(idle), await sessionOf(admin)]).not.toContain(null);
      setClock(() => addMs(start, daysMs(3.1)));
      expect([await sessionOf(idle), await sessionOf(admin)]).toEqual([null, null]);
    } finally {
      Object.assign(env(), set);
    }
  });

  test('without a last use counts from its opening, and without an opening from its end', async () => {
    const { store } = database;
    const browser = await signedInBrowser('old@example.org');
    const row = (values: object) => store.transact((tx) => tx.update(sessions).set(values).returning());
    await row({ seenAt: null, createdAt: addMs(now(), -daysMs(29)) });
    expect(await sessionOf(browser)).not.toBeNull();
    await row({ createdAt: addMs(now(), -daysMs(31)) });
    expect(await sessionOf(browser)).toBeNull();
    await row({ createdAt: null, expires: addMs(now(), daysMs(2)) });
    expect(await sessionOf(browser)).not.toBeNull();
  });
});
