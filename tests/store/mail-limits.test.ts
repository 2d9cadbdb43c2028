import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { requestRecovery } from '#lib/community/accounts/commands/recovery.ts';
import { deviceIdOf, knownDeviceFor, rememberDevice } from '#lib/platform/auth/known-device.ts';
import { confirmationRefusal, recoveryRefusal, signInLinkRefusal } from '#lib/platform/auth/mail-rate-limits.ts';
import { addMs, daysMs, minutesMs, setClock } from '#lib/platform/clock.ts';
import { rateLimits } from '#lib/platform/db/schema/accounts.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { readEnv } from '#lib/platform/env.ts';
import { confirmSignInLink, requestSignInLink } from '#lib/portal/sign-in/email.ts';
import { servePasskeyOptions } from '#lib/portal/sign-in/passkeys.ts';
import type { AuthContext } from '#lib/portal/sign-in/requests.ts';
import { Browser } from '../servers/browser.ts';
import { runInNextContext } from '../servers/next-scope.ts';
import { databasePerTest } from './test-database.ts';

const site = 'http://localhost:3977';
const secret = 'a secret of the tests, 32 characters and more';
const owner = 'noor@example.org';
const database = databasePerTest();
let elapsedMs = 0;
const advanceMs = (ms: number): void => {
  elapsedMs += ms;
};
beforeEach(async () => {
  elapsedMs = 0;
  setClock(() => addMs(new Date('2026-03-01T12:00:00Z'), elapsedMs));
});

const context = (SECRET = secret, publicUrl = site): AuthContext => ({
  store: database.store,
  env: {
    ...readEnv({ PUBLIC_URL: publicUrl, SECRET, LOG_LEVEL: 'silent', MAIL_INTERVAL_SECONDS: '60', SMTP_URL: 'smtp://mail.example' }),
    SECRET,
  },
});
const fromAddress = (address: string) => ({ 'x-peergraph-address': address });
const requestLink = async (browser: Browser, email: string, address = '203.0.113.1'): Promise<string> => {
  const answer = await browser.callHandler(
    (request) => requestSignInLink(request, context()),
    `${site}/api/auth/ask`,
    { email },
    fromAddress(address),
  );
  return answer.headers.get('location') ?? '';
};
/** Makes a network one that has asked today: a network that rarely asks always gets its link. */
const makeBusy = async (address: string) => {
  for (let each = 0; each < 3; each += 1) await requestLink(new Browser(), `busy-${each}@${address}.example`, address);
};
const wasSent = (place: string): boolean => place.startsWith('/sign-in/check-mail') && !place.includes('problem');
const problemIn = (place: string): string | null => new URL(place, site).searchParams.get('problem');

interface SentMail {
  to: string;
  text: string;
}
const mails = async (): Promise<SentMail[]> =>
  (await database.store.reader.select().from(jobs).orderBy(jobs.createdAt)).map(({ payload }) => payload as SentMail);
const codeIn = (text = ''): string => /confirm\?code=([0-9a-z]{8})/.exec(text)?.[1] ?? '';

/** Returns a browser that has signed in with an address, by default a day ago. */
async function createKnownBrowser(email = owner, browser = new Browser(), agoMs = daysMs(1)): Promise<Browser> {
  await requestLink(browser, email, '198.51.100.77');
  const code = codeIn((await mails()).filter(({ to }) => to === email).at(-1)?.text);
  const answer = await browser.callHandler(
    (request) => runInNextContext(request, (own) => confirmSignInLink(own, context())),
    `${site}/api/auth/confirm`,
    {
      code,
    },
  );
  expect(answer.headers.get('location')).toBe('/me');
  advanceMs(agoMs);
  return browser;
}
const deviceFor = (browser: Browser, email: string, more = context()) => knownDeviceFor(browser.request(site), more, email);

describe('the device cookie', () => {
  test('identifies the browser for an address that it signed in with, for a year', async () => {
    const browser = new Browser();
    await requestLink(browser, owner);
    const code = codeIn((await mails())[0]?.text);
    const answer = await browser.callHandler(
      (request) => runInNextContext(request, (own) => confirmSignInLink(own, context())),
      `${site}/api/auth/confirm`,
      {
        code,
      },
    );
    const line = answer.headers.getSetCookie().find((each) => each.startsWith('peergraph-device='));
    expect(line).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000$/);
    expect(line).not.toContain('noor');
    expect(deviceFor(browser, owner)).toMatch(/^[\w-]{22}$/);
    expect(deviceFor(browser, 'other@example.org')).toBeNull();
  });

  test('is bound to the host over https', () => {
    const line = rememberDevice(new Request(site), context(secret, 'https://peergraph.example'), owner);
    expect(line).toMatch(/^__Host-peergraph-device=.*; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000; Secure$/);
  });

  test('holds the last three addresses', async () => {
    const browser = await createKnownBrowser('one@example.org');
    for (const email of ['two@example.org', 'three@example.org', 'two@example.org', 'four@example.org'])
      await createKnownBrowser(email, browser);
    expect(['one', 'two', 'three', 'four'].map((name) => deviceFor(browser, `${name}@example.org`) !== null)).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });

  test('is treated as unknown if it is forged, mixed from two browsers, or sealed under an old secret', async () => {
    const [mine, theirs] = [await createKnownBrowser(), await createKnownBrowser('eve@example.org')];
    const cookieValue = (browser: Browser) => browser.cookies(site).get('peergraph-device') ?? '';
    const parts = cookieValue(theirs).split('.');
    const forged = [
      `${parts[0]}.${parts[1]}.${cookieValue(mine).split('.')[2]}`,
      `${cookieValue(mine).split('.')[0]}.${parts[1]}.${parts[2]}`,
      `${parts[0]}.${parts[1]}.${'A'.repeat(43)}`,
      `${cookieValue(theirs)}.x`,
      parts.slice(0, 2).join('.'),
      '',
      '....',
    ];
    for (const value of forged) {
      theirs.cookies(site).set('peergraph-device', value);
      expect(deviceFor(theirs, owner), value).toBeNull();
    }
    expect(deviceFor(mine, owner)).not.toBeNull();
    expect(deviceFor(mine, owner, context('another secret of the tests, 32 characters'))).toBeNull();
    expect(deviceIdOf(mine.request(site), context('another secret of the tests, 32 characters'))).toBeNull();
  });
});

describe('sign-in links to one address', () => {
  test('are limited to one a minute for all unknown browsers', async () => {
    const networks = ['203.0.113.1', '198.51.100.1', '192.0.2.1'];
    for (const address of networks) await makeBusy(address);
    expect(wasSent(await requestLink(new Browser(), owner, '203.0.113.1'))).toBe(true);
    for (const address of networks) {
      expect(await requestLink(new Browser(), owner, address)).toBe('/sign-in?problem=mail_just_sent&next=%2Fme&minutes=1');
    }
    advanceMs(minutesMs(1));
    expect(wasSent(await requestLink(new Browser(), owner, '192.0.2.1'))).toBe(true);
    expect((await mails()).filter(({ to }) => to === owner)).toHaveLength(2);
  });

  test('always reach a network that rarely asks, however often strangers ask for the address, up to thirty a day', async () => {
    for (let each = 0; each < 12; each += 1) {
      await requestLink(new Browser(), owner, '10.9.0.1');
      advanceMs(minutesMs(1));
    }
    expect(problemIn(await requestLink(new Browser(), owner, '10.9.0.1'))).toBe('too_many_links');
    for (let each = 0; each < 3; each += 1) {
      expect(wasSent(await requestLink(new Browser(), owner, '10.9.1.1'))).toBe(true);
      advanceMs(minutesMs(1));
    }
    const answers: string[] = [];
    for (let each = 0; each < 30; each += 1) answers.push(await requestLink(new Browser(), owner, `10.10.${each}.1`));
    expect(answers.some(wasSent)).toBe(true);
    expect((await mails()).filter(({ to }) => to === owner)).toHaveLength(30);
  });

  test('leave a rate-limited browser where it can type the code of its earlier mail', async () => {
    const browser = new Browser();
    await requestLink(browser, owner);
    expect(await requestLink(browser, owner)).toBe('/sign-in/check-mail?problem=mail_just_sent&next=%2Fme&minutes=1');
  });

  test('that one limit rejects do not count towards other limits', async () => {
    await makeBusy('203.0.113.1');
    for (let each = 0; each < 100; each += 1) await requestLink(new Browser(), owner, '203.0.113.1');
    advanceMs(minutesMs(1));
    // Only one of the hundred requests counts for the pair, the network and the address.
    for (let each = 0; each < 4; each += 1) {
      expect(wasSent(await requestLink(new Browser(), owner, '203.0.113.1'))).toBe(true);
      advanceMs(minutesMs(1));
    }
    expect(problemIn(await requestLink(new Browser(), owner, '203.0.113.1'))).toBe('too_many_links');
    expect(wasSent(await requestLink(new Browser(), 'other@example.org', '203.0.113.1'))).toBe(true);
  });

  test('from a rate-limited network leave no row for each invented address', async () => {
    const { store } = database;
    const network = '198.51.100.0/24';
    const count = async () => (await store.reader.select().from(rateLimits)).length;
    const links = (at: number) =>
      store.transact((tx) => signInLinkRefusal(tx, { email: `made-up-${at}@example.org`, network, device: null }, 60));
    const recoveries = (at: number) => store.transact((tx) => requestRecovery(tx, { account: `made-up-${at}@example.org`, network }));
    for (const ask of [links, recoveries]) {
      for (let at = 0; at < 64; at += 1) await ask(at);
      const before = await count();
      for (let at = 100; at < 120; at += 1) await ask(at);
      expect(await count()).toBe(before);
    }
  });

  test('are limited to ten an hour for all unknown browsers together', async () => {
    const answers: string[] = [];
    for (let each = 0; each < 20; each += 1) {
      await makeBusy(`10.0.${each}.1`);
      answers.push(await requestLink(new Browser(), owner, `10.0.${each}.1`));
      advanceMs(minutesMs(1));
    }
    expect(answers.filter(wasSent)).toHaveLength(10);
    expect(answers.at(-1)).toMatch(/problem=too_many_links&.*minutes=41$/);
    advanceMs(minutesMs(40));
    expect(wasSent(await requestLink(new Browser(), owner))).toBe(true);
  });

  test('repeatedly requested from unknown browsers do not lock out a known browser', async () => {
    const browser = await createKnownBrowser(owner, new Browser(), 0);
    advanceMs(minutesMs(2));
    for (let each = 0; each < 16; each += 1) {
      for (const network of [0, 1]) await requestLink(new Browser(), owner, `10.7.${network}.7`);
      advanceMs(minutesMs(1));
    }
    browser.cookies(site).delete('peergraph-session');
    expect(problemIn(await requestLink(new Browser(), owner, '10.7.1.7'))).toBe('too_many_links');
    expect(wasSent(await requestLink(browser, owner, '10.7.200.7'))).toBe(true);
  });

  test('are limited to five in 15 minutes and one a minute for a known browser', async () => {
    const browser = await createKnownBrowser();
    expect(wasSent(await requestLink(browser, owner))).toBe(true);
    expect(problemIn(await requestLink(browser, owner))).toBe('mail_just_sent');
    for (let each = 0; each < 4; each += 1) {
      advanceMs(minutesMs(1));
      expect(wasSent(await requestLink(browser, owner))).toBe(true);
    }
    advanceMs(minutesMs(1));
    expect(problemIn(await requestLink(browser, owner))).toBe('too_many_links');
    advanceMs(minutesMs(11));
    expect(wasSent(await requestLink(browser, owner))).toBe(true);
  });

  test('are rejected alike whether or not the address has an account', async () => {
    await createKnownBrowser('known@example.org');
    const twice = async (email: string) => {
      const [first, second] = [await requestLink(new Browser(), email), await requestLink(new Browser(), email)];
      return [first, second];
    };
    expect(await twice('unknown@example.org')).toEqual(await twice('known@example.org'));
  });

  test('reach the known browser, whatever unknown browsers request', async () => {
    const browser = await createKnownBrowser();
    const step = fc.record({
      pauseMs: fc.constantFrom(0, 1_000, 30_000, minutesMs(1), minutesMs(7), minutesMs(61)),
      network: fc.nat(5),
      times: fc.integer({ min: 1, max: 12 }),
      kind: fc.constantFrom('link', 'own-network', 'confirm', 'recover'),
    });
    const stranger = (network: number) => ({ email: owner, network: `10.0.${network}.0/24`, device: null });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        for (const { pauseMs, network, times, kind } of steps) {
          advanceMs(pauseMs);
          await database.store.transact(async (tx) => {
            for (let each = 0; each < times; each += 1) {
              if (kind === 'link') await signInLinkRefusal(tx, stranger(network), 60);
              else if (kind === 'own-network') await signInLinkRefusal(tx, { ...stranger(0), network: '203.0.113.0/24' }, 60);
              else if (kind === 'confirm')
                await confirmationRefusal(tx, { accountId: `account ${network}`, address: owner, isShown: false }, 60);
              else await recoveryRefusal(tx, { accountId: owner, device: null, limit: { times: 10, minutes: 1440 } }, 60);
            }
          });
        }
        expect(wasSent(await requestLink(browser, owner, '203.0.113.1'))).toBe(true);
        advanceMs(minutesMs(15));
      }),
      { numRuns: 40 },
    );
  });
});

describe('other mails to an address', () => {
  const confirm = (accountId: string, isShown = false) =>
    database.store.transact((tx) => confirmationRefusal(tx, { accountId, address: owner, isShown }, 60));

  test('share the minute of sign-in links, except for the account that has confirmed the address', async () => {
    await requestLink(new Browser(), owner);
    expect(await confirm('stranger')).toEqual({ code: 'mail_just_sent', minutes: 1 });
    expect(await confirm('owner', true)).toBeNull();
    expect(await confirm('owner', true)).toEqual({ code: 'mail_just_sent', minutes: 1 });
  });

  test('to a recovery contact do not affect the limit of sign-in links', async () => {
    const recover = () =>
      database.store.transact((tx) => recoveryRefusal(tx, { accountId: 'a', device: null, limit: { times: 10, minutes: 60 } }, 60));
    expect(await recover()).toBeNull();
    expect(await recover()).toMatchObject({ code: 'mail_just_sent' });
    expect(wasSent(await requestLink(new Browser(), owner))).toBe(true);
  });
});

describe('a passkey', () => {
  const options = async (browser: Browser, address: string) => {
    const cookie = [...browser.cookies(site)].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, origin: site, host: 'localhost:3977', 'sec-fetch-site': 'same-origin', ...fromAddress(address) };
    const body = JSON.stringify({ purpose: 'sign-in' });
    return (await servePasskeyOptions(new Request(`${site}/api/auth/passkey/options`, { method: 'POST', headers, body }), context()))
      .status;
  };

  test('works for an address whose mail limits strangers have exhausted', async () => {
    for (let each = 0; each < 20; each += 1) await requestLink(new Browser(), owner, `10.0.${each}.1`);
    expect(await options(new Browser(), '203.0.113.1')).toBe(200);
  });

  test('works in a known browser on a network that somebody else has rate-limited', async () => {
    const browser = await createKnownBrowser();
    const expire = addMs(new Date('2026-03-02T12:00:00Z'), minutesMs(15));
    expect(await options(new Browser(), '203.0.113.1')).toBe(200);
    await database.store.transact((tx) => tx.update(rateLimits).set({ points: 600, expire }));
    expect(await options(new Browser(), '203.0.113.1')).toBe(429);
    expect(await options(browser, '203.0.113.1')).toBe(200);
    expect(await options(new Browser(), '198.51.100.1')).toBe(200);
  });
});

test('a rate-limit window opened by a clock far ahead ends with the error', async () => {
  advanceMs(daysMs(31));
  await requestLink(new Browser(), owner);
  advanceMs(-daysMs(31));
  expect(wasSent(await requestLink(new Browser(), owner))).toBe(true);
});
