import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { strongDns } from '../evidence.ts';
import { createOwners, failRechecks, vouchForRecords } from './instance-database.ts';
import { moveClock, scriptEnv, timeAfter } from './move-clock.ts';
import { expectAccessible, expectConfirmed, mailsTo, openMailedLink, openSignedInPage, outboxPath } from './pages.ts';
import { toOwner, toSlug } from './trust-steps.ts';

/** Proofs over time: published proofs lapse and recover, confirmed proofs expire, and vouches are limited per month. */
test.describe.configure({ mode: 'serial' });

const folder = process.env.E2E_DATA_DIR ?? '';
const web = process.env.E2E_WEB ?? '';
const runScript = (script: string, ...args: string[]): string =>
  execFileSync(process.execPath, ['lib/runtime/server/runtime.mjs', script, ...args], {
    env: scriptEnv(),
    stdio: 'pipe',
    encoding: 'utf8',
  });

const otto = 'otto-kalender';
const petra = 'petra-vogt';
const friends = ['Quirin Abel', 'Rosa Blum', 'Silvan Cuno', 'Tilda Dorn', 'Urs Egli', 'Vera Fink'];
const institute = 'Calendar Institute';
const domain = 'otto-kalender.example';
const address = 'otto.kalender@calendar-institute.example';

/** Imports three papers by Otto, Petra and their friends; each names Otto's domain. */
function importPapers(): void {
  const author = (name: string, more = '') => {
    const [first, last] = name.split(' ');
    return `<author><first>${first}</first><last>${last}</last>${more}</author>`;
  };
  const papers = ['On Leap Days', 'Calendars and Their Makers', 'How Long a Month Is'].map(
    (title, at) =>
      `<paper id="${at + 1}"><title>${title}</title>${author('Otto Kalender', `<affiliation>${institute}</affiliation>`)}${author('Petra Vogt')}${friends.map((name) => author(name)).join('')}<url>2024.calendar-1.${at + 1}</url><pwccode url="https://www.${domain}/code/${at}" additional="false">code</pwccode></paper>`,
  );
  const volume = `<volume id="1" type="proceedings"><meta><booktitle>Workshop on Calendars</booktitle><year>2024</year></meta>${papers.join('')}</volume>`;
  mkdirSync(join(folder, 'calendars'), { recursive: true });
  const registry = join(folder, 'calendar-institute.jsonl');
  const organisation = {
    id: 'https://ror.org/04ca1en02',
    status: 'active',
    name: institute,
    domains: ['calendar-institute.example'],
    country: 'CH',
  };
  writeFileSync(registry, `${JSON.stringify(organisation)}\n`);
  runScript('lib/catalog/ingest/cli.ts', 'ror', registry);
  const file = join(folder, 'calendars', '2024.calendar.xml');
  writeFileSync(file, `<?xml version='1.0' encoding='UTF-8'?>\n<collection id="2024.calendar">${volume}</collection>`);
  runScript('lib/catalog/ingest/cli.ts', 'acl-anthology', file);
}

async function stubWebResponse(path: string, body: unknown): Promise<void> {
  const response = await fetch(`${web}/told/${path}`, { method: 'PUT', body: JSON.stringify(body) });
  expect(response.status).toBe(204);
}

const proofOption = (page: Page, name: string) => page.getByRole('listitem', { name: new RegExp(name) });

interface TrustSnapshot {
  points: number;
  level: number;
}

/** Waits until a record's public trust file passes the check. */
async function expectTrust(page: Page, slug: string, check: (now: TrustSnapshot) => void): Promise<void> {
  await expect(async () => {
    const file = await (await page.request.get(`/authors/${slug}/trust.json`)).json();
    check(JSON.parse(file.snapshot.body));
  }).toPass({ timeout: 180_000 });
}

/**
 * Confirms Otto's address at his institution by the mailed link.
 * @param mails total number of mails to the address after this one
 */
async function confirmAddress(page: Page, mails: number): Promise<void> {
  await page.goto(`/claim/${otto}`);
  const institution = proofOption(page, 'Email address at your institution');
  await institution.getByLabel('Address at your institution').fill(address);
  await institution.getByRole('button', { name: 'Email me a link' }).click();
  await expect(page.getByText('We sent a link to this address')).toBeVisible();
  await openMailedLink(page, address, mails);
  await page.getByRole('button', { name: 'Confirm the address' }).click();
  await expect(page.getByText(/is yours|Your proof is saved/).first()).toBeVisible();
}

let token = '';
let home = '';

test('two families of proof make L4; a claim by any address is accepted after its notice', async ({ browser }) => {
  importPapers();
  const page = await openSignedInPage(browser, 'otto@example.org', `/claim/${otto}`);
  const own = proofOption(page, 'Your own domain');
  await own.getByLabel('Your domain').fill(domain);
  await own.getByRole('button', { name: 'Give me a token' }).click();
  token = (await page.getByText(/^peergraph-proof=/).textContent()) ?? '';
  await stubWebResponse(`dns/${domain}`, [token]);
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText('in public notice').first()).toBeVisible();
  const site = proofOption(page, 'Your own web page');
  await site.getByLabel('Address of your page').fill(`${web}/otto`);
  await site.getByRole('button', { name: 'Get the link' }).click();
  home = `<h1>Otto Kalender</h1>${(await page.getByText(/^<a rel="me"/).textContent()) ?? ''}`;
  await stubWebResponse('page/otto', { body: home });
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText('Your own web page').first()).toBeVisible();
  await confirmAddress(page, 1);
  await expectTrust(page, otto, ({ level }) => expect(level).toBe(4));

  const other = await openSignedInPage(browser, 'petra@example.org', `/claim/${petra}`);
  await other.getByRole('button', { name: 'Claim with petra@example.org' }).click();
  await expect(other.getByText('Your claim is in public notice')).toBeVisible();
  await moveClock(8);
  await expectTrust(other, petra, ({ level }) => expect(level).toBe(2));
  // The domain and the page are rechecked on that day, before they are removed.
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(timeAfter(8));
  await expect(async () => {
    await page.goto(`/claim/${otto}`);
    await expect(page.getByText(`Checked on ${day}.`)).toHaveCount(2, { timeout: 500 });
  }).toPass({ timeout: 180_000 });
});

test('a missing domain and page are probed seven times, then stop counting, and count again once they are back', async ({ browser }) => {
  await stubWebResponse(`dns/${domain}`, []);
  await stubWebResponse('page/otto', null);
  // The worker rechecks in weeks 1 and 6; tests/store/claims-proofs.test.ts covers every week.
  let page = await openSignedInPage(browser, 'otto@example.org', `/claim/${otto}`);
  for (const week of [1, 6]) {
    if (week === 6) await failRechecks('otto@example.org', 4);
    await moveClock(8 + 7 * week);
    if (week === 6) page = await openSignedInPage(browser, 'otto@example.org', `/claim/${otto}`);
    await expect(async () => {
      await page.goto(`/claim/${otto}`);
      await expect(page.getByText(`Not found ${week} of 7 times in a row.`)).toHaveCount(2, { timeout: 500 });
    }).toPass({ timeout: 180_000 });
  }
  await expectTrust(page, otto, ({ level }) => expect(level).toBe(4));
  await moveClock(8 + 49);
  await expect(async () => {
    await page.goto(`/claim/${otto}`);
    await expect(page.getByText('no longer found, not counted')).toHaveCount(2, { timeout: 500 });
  }).toPass({ timeout: 180_000 });
  await expectAccessible(page);
  await expectTrust(page, otto, ({ level }) => expect(level).toBe(3));
  await page.goto('/me');
  await expect(page.getByRole('link', { name: 'Your proof is no longer found' })).toHaveCount(2);
  await expect(async () => {
    await page.goto(outboxPath());
    expect(await mailsTo(page, 'otto@example.org').filter({ hasText: 'Your proof is no longer found' }).count()).toBe(2);
  }).toPass({ timeout: 60_000 });
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`/authors/${otto}/trust`);
  await expect(visitor.getByRole('region', { name: 'Proofs' })).toContainText(/no longer found|stale/i);
  await expectAccessible(visitor);

  await stubWebResponse(`dns/${domain}`, [token]);
  await page.goto(`/claim/${otto}`);
  const row = page.getByRole('listitem').filter({ hasText: `Your own domain ${domain}` });
  await row.getByRole('button', { name: 'Check again' }).click();
  await expectConfirmed(page, 'The proof is checked again');
  await expect(row.getByText('no longer found')).toHaveCount(0);
  await expectTrust(page, otto, ({ level }) => expect(level).toBe(4));
});

test('an owner at L4 vouches five times within thirty days, and again after that', async ({ browser }) => {
  await createOwners(friends.map((name) => ({ ...toOwner(name), evidence: strongDns(`${toSlug(name)}.example`) })));
  let page = await openSignedInPage(browser, 'otto@example.org', '/confirm');
  const vouch = async (name: string) => {
    await page.goto('/confirm');
    await page.getByLabel('Address of the profile that you vouch for').fill(`/authors/${toSlug(name)}`);
    await page.getByRole('button', { name: 'Vouch for its owner' }).click();
  };
  const [first = '', ...others] = friends.slice(0, 5).toReversed();
  await vouchForRecords(
    { email: 'otto@example.org', slug: otto },
    others.map((name) => toSlug(name)),
  );
  await vouch(first);
  await expect(page.getByText('Your attestation is saved')).toBeVisible();
  await expectAccessible(page);
  await vouch('Vera Fink');
  await expect(page.getByText('Vouching limit reached')).toBeVisible();
  await vouch('Quirin Abel');
  await expect(page.getByText(/Vouching limit reached|requested or given before/)).toBeVisible();
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto('/authors/quirin-abel/trust');
  await expect(visitor.getByRole('region', { name: 'Events in the log' })).toContainText('A colleague vouched');
  await moveClock(8 + 49 + 31);
  page = await openSignedInPage(browser, 'otto@example.org', '/confirm');
  await vouch('Vera Fink');
  await expect(page.getByText('Your attestation is saved')).toBeVisible();
});

test('after 13 months confirmed addresses have expired: their owners are notified a month before and on expiry; a renewed one counts', async ({
  browser,
}) => {
  let page = await openSignedInPage(browser, 'otto@example.org', '/me');
  let before: TrustSnapshot = { points: 0, level: 0 };
  await expectTrust(page, otto, (now) => {
    before = now;
    expect(now.level).toBe(4);
  });
  await moveClock(340);
  page = await openSignedInPage(browser, 'otto@example.org', '/me');
  await expect(async () => {
    await page.goto('/me');
    await expect(page.getByRole('link', { name: /Your proof expires on 2\d+/ })).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 180_000 });
  await moveClock(396);
  page = await openSignedInPage(browser, 'otto@example.org', '/me');
  await expect(async () => {
    await page.goto('/me');
    await expect(page.getByRole('link', { name: 'Your proof has expired' })).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 180_000 });
  // The mail follows the notification.
  await expect(async () => {
    await page.goto(outboxPath());
    for (const message of [/Your proof expires on/, /Your proof has expired/]) {
      expect(await mailsTo(page, 'otto@example.org').filter({ hasText: message }).count()).toBe(1);
    }
  }).toPass({ timeout: 60_000 });
  await page.goto(`/claim/${otto}`);
  await expect(page.getByText('Renew it below to make it count again.')).toBeVisible();
  await expectAccessible(page);
  await expectTrust(page, otto, ({ level, points }) => {
    expect(level).toBe(2);
    expect(points).toBeLessThan(before.points);
  });
  await page.goto(`/authors/${otto}/trust`);
  await expect(page.getByRole('region', { name: 'Proofs' })).toContainText('It expired on');
  const other = await openSignedInPage(browser, 'petra@example.org', `/claim/${petra}`);
  await expect(other.getByText('expired')).toBeVisible();
  // She still owns her record, but has no valid proof.
  await expect(other.getByText('accepted', { exact: true })).toBeVisible();
  await confirmAddress(page, 2);
  await expectTrust(page, otto, ({ level }) => expect(level).toBe(4));
});

test('a log with one changed byte is not verified, and the verifier names the event', async ({ request }) => {
  const verified = (): string => {
    try {
      return runScript('lib/catalog/trust/verify.mjs', `${process.env.E2E_URL}/authors/${otto}/trust.json`);
    } catch (error) {
      return String((error as { stderr?: unknown }).stderr);
    }
  };
  expect(verified()).toMatch(/^Record \w+: \d+ points, L4/);
  const file = await (await request.get(`/authors/${otto}/trust.json`)).json();
  const id = JSON.parse(file.events[1].body).id as string;
  runScript('tests/e2e/tamper-log-event.ts', id, 'fair', 'fare');
  // On PostgreSQL a response may be one second out of date.
  await expect.poll(verified).toContain('NOT VERIFIED: event 2 was changed');
  runScript('tests/e2e/tamper-log-event.ts', id, 'fare', 'fair');
  await expect.poll(verified).toMatch(/^Record \w+: \d+ points, L4/);
});
