import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { strongOrcid } from '../evidence.ts';
import { assignRecord } from './instance-database.ts';
import { expectAccessible, heading, outboxPath, pressUntilAnswered, requestSignInLink, signIn } from './pages.ts';

/** From the first sign-in mail to a claimed record and a thread, with and without JavaScript. */
test.describe.configure({ mode: 'serial' });

const orcidServer = process.env.E2E_ORCID ?? '';
const lossCurve = 'A Multi-Power Law for Loss Curve Prediction Across Learning Rate Schedules';

/** Sets the fake ORCID record of an iD to one work. */
async function stubOrcidRecord(orcid: string, work: { title: string; contributors: string[]; holder: string }): Promise<void> {
  const response = await fetch(`${orcidServer}/told/${orcid}`, { method: 'PUT', body: JSON.stringify([work]) });
  expect(response.status).toBe(204);
}

for (const { script, who, slug, orcid, coauthor, size } of [
  {
    script: true,
    who: 'Kairong Luo',
    slug: 'kairong-luo',
    orcid: '0000-0002-1825-0097',
    coauthor: 'Haodong Wen',
    size: { width: 1440, height: 900 },
  },
  {
    script: false,
    who: 'Haodong Wen',
    slug: 'haodong-wen',
    orcid: '0000-0001-5109-3700',
    coauthor: 'K. Luo',
    size: { width: 390, height: 844 },
  },
]) {
  test(`${who} signs in, follows, claims with ORCID, invites Mara, and writes with her (${script ? 'with' : 'without'} script, ${size.width} px)`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled: script, viewport: size });
    const page = await context.newPage();
    const consoleErrors: string[] = [];
    page.on(
      'console',
      (message) => message.type() === 'error' && !message.location().url.startsWith(orcidServer) && consoleErrors.push(message.text()),
    );
    const check = () => (script ? expectAccessible(page) : Promise.resolve());
    await stubOrcidRecord(orcid, { title: lossCurve, contributors: [coauthor], holder: who });

    await page.goto('/authors/mara-lindqvist');
    await page.getByRole('link', { name: /^Follow \d/ }).click();
    await check();
    await signIn(page, `${slug}@example.org`, '/authors/mara-lindqvist');
    const follow = page.getByRole('button', { name: 'Follow Mara Lindqvist' });
    // A region that appears together with its text is not announced by every screen reader.
    const announcement = page.locator('form').filter({ has: follow }).getByRole('status');
    await expect(announcement).toHaveCount(1);
    await expect(announcement).toBeEmpty();
    const before = Number((await follow.textContent())?.match(/\d+/)?.[0]);
    await pressUntilAnswered(follow);
    await expect(page.getByRole('button', { name: 'Following Unfollow Mara Lindqvist' })).toContainText(String(before + 1));
    await expect(page.locator('[data-counter=followers]')).toContainText(String(before + 1));
    await page.reload();
    await expect(page.getByRole('button', { name: 'Following Unfollow Mara Lindqvist' })).toContainText(String(before + 1));

    await page.goto('/invite/mara-lindqvist');
    await expect(page.getByText('To invite people, claim your own profile first')).toBeVisible();
    await check();

    await page.goto(`/claim/${slug}`);
    await check();
    await page.getByRole('button', { name: 'Connect your ORCID iD first' }).click();
    await page.getByLabel('ORCID iD').fill(orcid);
    await page.getByRole('button', { name: 'Authorize access' }).click();
    await page.getByRole('button', { name: `Claim with ${orcid}` }).click();
    // The page that lists the work names no venue, so the registry's description cannot be compared.
    await expect(page.getByText('in public notice', { exact: true }).first()).toBeVisible();
    await check();
    await assignRecord(`${slug}@example.org`, slug, strongOrcid(orcid));
    await expect(async () => {
      await page.goto(`/authors/${slug}/trust`);
      await expect(page.getByRole('heading', { name: /Verification L3/ })).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 180_000 });

    await page.goto('/invite/mara-lindqvist');
    await check();
    await page.getByLabel('Building or sharing a dataset').check();
    await page.getByLabel('Your invitation').fill('We fit loss curves; your herons would make a fine curve of another kind. Shall we?');
    await page.getByRole('button', { name: 'Send the invitation' }).click();
    await expect(heading(page)).toHaveText('Your invitation to Mara Lindqvist');
    await check();

    const mara = await (await browser.newContext({ javaScriptEnabled: script })).newPage();
    await signIn(mara, 'mara@example.org');
    await mara
      .getByRole('link', { name: `${who} invites you` })
      .first()
      .click();
    await expect(heading(mara)).toHaveText(`${who} invites you`);
    await mara.getByRole('button', { name: 'Accept and open a conversation' }).click();
    await expect(heading(mara)).toHaveText(`With ${who}`);
    await mara.getByLabel('Your message').fill('With pleasure.\nPlate 12 first.');
    await mara.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(mara.getByText('Plate 12 first.')).toBeVisible();

    await page.goto('/me');
    await page.getByRole('link', { name: 'Mara Lindqvist has accepted your invitation' }).click();
    await expect(page.getByText('Plate 12 first.')).toBeVisible();
    await check();
    const thread = page.url();
    await mara.locator('main summary', { hasText: 'More actions' }).click();
    await mara.locator('summary', { hasText: 'Block this person' }).click();
    await mara.getByRole('button', { name: 'Block', exact: true }).click();
    if (script) await mara.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click();
    await expect(mara.getByRole('heading', { name: 'Blocked people' })).toBeVisible();
    await page.goto(thread);
    await expect(page.getByText('This conversation is closed')).toBeVisible();
    await check();
    await mara.getByRole('button', { name: 'Unblock' }).click();
    await expect(mara.getByText('The person is unblocked')).toBeVisible();
    await expect(mara.getByRole('button', { name: 'Unblock' })).toHaveCount(0);
    await page.goto(thread);
    await expect(page.getByLabel('Your message')).toBeVisible();
    await expectNotFoundForOthers(page, context, (await browser.newContext()) as BrowserContext);
    await page.goto('/me');
    await page.locator('summary', { hasText: 'Account of' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
    await page.goto('/me');
    await expect(heading(page)).toHaveText('Sign in');
    expect(consoleErrors).toEqual([]);
  });
}

type HeaderSet = Record<string, string>;
const headerVariants: HeaderSet[] = [
  {},
  { RSC: '1' },
  { RSC: '1', 'Next-Router-Prefetch': '1' },
  { 'x-middleware-subrequest': 'proxy' },
  { purpose: 'prefetch' },
];
const proxyHeaders: HeaderSet[] = [
  ...[
    'x-forwarded-for',
    'x-forwarded-proto',
    'x-forwarded-host',
    'x-forwarded-port',
    'x-forwarded-server',
    'x-real-ip',
    'x-client-ip',
    'x-cluster-client-ip',
    'true-client-ip',
    'cf-connecting-ip',
    'cf-ray',
    'cdn-loop',
    'via',
    'forwarded',
  ].map((name) => ({ [name]: '127.0.0.1' })),
  ...['peergraph.example', 'localhost', 'localhost:1', 'localhost.evil.example'].map((host) => ({ host })),
  { 'x-peergraph-peer': 'loopback', host: 'peergraph.example' },
];

/** Expects a thread and an invitation to be not found for anyone except their participants, whatever the headers of the request. */
async function expectNotFoundForOthers(page: Page, own: BrowserContext, other: BrowserContext): Promise<void> {
  const thread = new URL(page.url()).pathname;
  await page.goto('/me/network');
  const invitation = new URL((await page.locator('a[href^="/invitations/"]').first().getAttribute('href')) ?? '', page.url()).pathname;
  const stranger = await other.newPage();
  await signIn(stranger, `stranger-${thread.slice(-4)}@example.org`);
  for (const path of [thread, invitation]) {
    for (const headers of headerVariants) {
      const answer = await other.request.get(path, { headers, maxRedirects: 0 });
      expect(await answer.text()).not.toMatch(/herons would make|Plate 12/);
    }
    expect((await stranger.goto(path))?.status()).toBe(404);
    const anonymous = await fetch(new URL(path, page.url()), { redirect: 'manual' });
    expect([anonymous.status, anonymous.headers.get('location')?.startsWith('/sign-in')]).toEqual([307, true]);
    const mine = await own.request.get(path);
    expect(mine.headers()['cache-control']).toContain('no-store');
  }
  await other.close();
}

test('an email claim is in public notice; a rival is told that it is pending; it can be withdrawn', async ({ browser }) => {
  const [first, rival] = [await (await browser.newContext()).newPage(), await (await browser.newContext()).newPage()];
  await signIn(first, 'first@example.org', '/claim/zeyu-liu');
  const session = await first.context().cookies();
  await first.context().clearCookies();
  await first.getByRole('button', { name: 'Claim with first@example.org' }).click();
  // An alert above the form or, if the form was sent before its script ran, the page of a visitor: both links lead back here.
  await expect(first.getByRole('main').getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/sign-in?next=%2Fclaim%2Fzeyu-liu');
  await first.context().addCookies(session);
  await first.goto('/claim/zeyu-liu');
  await first.getByRole('button', { name: 'Claim with first@example.org' }).click();
  await expect(first.getByText('Your claim is in public notice')).toBeVisible();
  await first.goto('/authors/zeyu-liu');
  const own = first.getByRole('region', { name: 'Your claim' });
  await expect(own).toContainText('Claim pending · day 1 of 7');
  await expect(first.getByRole('region', { name: 'Invite to collaborate' })).toHaveCount(0);
  await expect(own.getByRole('link', { name: 'See your claim, or add a proof' })).toHaveAttribute('href', '/claim/zeyu-liu');
  await expect(first.getByText('Somebody has claimed this profile')).toHaveCount(0);
  await rival.goto('/authors/zeyu-liu');
  await expect(rival.getByRole('region', { name: 'Who owns this profile' })).toContainText('public notice until');
  await expect(rival.getByText('ORCID')).toHaveCount(0);
  await signIn(rival, 'rival@example.org', '/claim/zeyu-liu');
  await expect(rival.getByText('Another person has already claimed this profile')).toBeVisible();
  await expect(rival.getByRole('button', { name: /(Claim|Object) with rival/ })).toHaveCount(0);
  const next = rival.getByRole('region', { name: 'What happens next' });
  await expect(next).toContainText('Two independent reviewers compare both sides');
  await expect(next).not.toContainText('decides at once');
  await expect(rival.getByText('7 days', { exact: true })).toHaveCount(0);
  await first.goto('/me');
  await first.getByText('Withdraw the claim').first().click();
  await first.getByRole('button', { name: 'Withdraw' }).click();
  await expect(first.getByText('withdrawn', { exact: true })).toBeVisible();
  await rival.goto('/claim/zeyu-liu');
  await expect(rival.getByRole('button', { name: 'Claim with rival@example.org' })).toBeVisible();
});

test('a proof against a claim under notice is stored as an objection, and remains when the claim is withdrawn', async ({ browser }) => {
  const [claimant, objector] = [await (await browser.newContext()).newPage(), await (await browser.newContext()).newPage()];
  const orcid = '0000-0003-1415-9269';
  await stubOrcidRecord(orcid, { title: lossCurve, contributors: ['Kairong Luo'], holder: 'Shengding Hu' });
  await signIn(claimant, 'claimant@example.org', '/claim/shengding-hu');
  await claimant.getByRole('button', { name: 'Claim with claimant@example.org' }).click();
  await expect(claimant.getByText('Your claim is in public notice')).toBeVisible();
  await signIn(objector, 'objector@example.org', '/claim/shengding-hu');
  await objector.getByRole('button', { name: 'Connect your ORCID iD first' }).click();
  await objector.getByLabel('ORCID iD').fill(orcid);
  await objector.getByRole('button', { name: 'Authorize access' }).click();
  await objector.getByRole('button', { name: `Object with ${orcid}` }).click();
  await expect(objector.getByText('Your objection was recorded on')).toBeVisible();
  await claimant.goto('/me');
  await claimant.getByText('Withdraw the claim').first().click();
  await claimant.getByRole('button', { name: 'Withdraw' }).click();
  await expect(claimant.getByText('withdrawn', { exact: true })).toBeVisible();
  await objector.goto('/claim/shengding-hu');
  await objector.getByRole('button', { name: `Claim with ${orcid}` }).click();
  await expect(objector.getByText('in public notice', { exact: true }).first()).toBeVisible();
});

test('a program that opens the mailed link does not use it up, and another browser only sees the code', async ({ browser, request }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const link = await (await requestSignInLink(page, 'scanned@example.org', '/authors')).getByRole('link').first().getAttribute('href');
  for (let each = 0; each < 5; each += 1) {
    const answer = await request.get(link ?? '');
    expect(answer.headers()['referrer-policy']).toBe('no-referrer');
    expect(answer.headers()['set-cookie'] ?? '').not.toContain('session');
  }
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(link ?? '');
  await expect(heading(elsewhere)).toHaveText('Continue in the other browser');
  const code = await elsewhere.getByText(/^[0-9A-Z]{4} [0-9A-Z]{4}$/).textContent();
  await page.goto('/sign-in/check-mail');
  await page.getByLabel('Code from the email').fill('nope nope');
  await page.getByRole('button', { name: 'Sign in with the code' }).click();
  await expect(page.getByText('This code does not work')).toBeVisible();
  const codeField = page.getByLabel('Code from the email');
  await expect(codeField).toBeFocused();
  await expect(codeField).toHaveAccessibleDescription(/Error: It is wrong, was used/);
  await page.getByLabel('Code from the email').fill(code?.toLowerCase() ?? '');
  // A double click sends the form once.
  await page.getByRole('button', { name: 'Sign in with the code' }).dblclick();
  await expect(page).toHaveURL(/\/authors$/);
  await expect(page.getByRole('navigation', { name: 'Account' })).toContainText('scanned@example.org');
});

test('the outbox opens with the token that the start prints, and not for a request through a proxy', async ({ page, request }) => {
  const status = async (path: string, headers: HeaderSet = {}) => (await request.get(path, { headers, maxRedirects: 0 })).status();
  const token = outboxPath();
  for (const path of ['/outbox', '/outbox?token=', '/outbox?token=x', `${token}x`, token.replace('token', 'Token')]) {
    expect(await status(path), path).toBe(404);
  }
  for (const headers of proxyHeaders) expect(await status(token, headers), JSON.stringify(headers)).toBe(404);
  expect(await status(token)).toBe(303);
  expect(await status('/outbox')).toBe(200);
  for (const headers of proxyHeaders) expect(await status('/outbox', headers), JSON.stringify(headers)).toBe(404);
  // The page after a sign-in request links to the outbox only if the outbox accepts the request.
  await page.goto('/sign-in');
  const ask = async () => {
    await page.goto('/sign-in');
    await page.getByLabel('Email address').fill('reader-of-the-outbox@example.org');
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await expect(page.getByLabel('Code from the email')).toBeVisible();
  };
  await ask();
  await expect(page.locator('a[href="/outbox"]')).toHaveCount(0);
  await page.goto(token);
  expect(new URL(page.url()).search).toBe('');
  await ask();
  await expect(page.locator('a[href="/outbox"]')).toHaveCount(1);
  // The HTML of a mail is shown in a frame without scripts.
  await page.goto('/outbox');
  await page
    .getByRole('button', { name: /^Show it as HTML/ })
    .first()
    .click();
  await expect(page.locator('iframe')).toHaveAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox');
  await expect(page.frameLocator('iframe').locator('body')).toContainText('Peergraph');
});

test('next-auth’s own pages are not found', async ({ request }) => {
  for (const path of [
    '/api/auth/callback/email?token=x&email=a@example.org',
    '/api/auth/signin',
    '/api/auth/session',
    '/api/auth/csrf',
    '/api/auth/providers',
  ])
    expect((await request.get(path)).status(), path).toBe(404);
});
