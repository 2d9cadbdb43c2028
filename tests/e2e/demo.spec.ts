import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { tabTo } from './keyboard.ts';
import { expectAccessible, heading, mailsTo, outboxPath, signIn } from './pages.ts';

/** The five-minute tour of README.md on a local instance with sample data. Each step has a maximum number of clicks. */
test.describe.configure({ mode: 'serial' });

/** Counts the clicks of a step. By keyboard, it moves to a control with Tab and presses it instead of clicking. */
function createClickCounter(page: Page, byKeyboard: boolean) {
  let clicks = 0;
  return {
    async click(target: Locator): Promise<void> {
      clicks += 1;
      if (!byKeyboard) return target.click();
      await tabTo(page, target);
      await page.keyboard.press((await target.getAttribute('type')) === 'radio' ? 'Space' : 'Enter');
    },
    async write(target: Locator, text: string): Promise<void> {
      if (!byKeyboard) return target.fill(text);
      await tabTo(page, target);
      await page.keyboard.insertText(text);
    },
    async expectAtMost(max: number, step: string): Promise<void> {
      expect(clicks, `clicks to ${step}`).toBeLessThanOrEqual(max);
      clicks = 0;
    },
  };
}

/** Expects the demo action to reject a request through a proxy, even if the page shows its form. */
async function expectRefusedThroughProxy(page: Page): Promise<void> {
  const before = page.url();
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': '203.0.113.7' });
  await page.getByRole('button', { name: 'End the 7-day notice now (demo)' }).click();
  await expect(page.getByText('This works only in a local demo')).toBeVisible();
  await page.setExtraHTTPHeaders({});
  await page.goto(before);
}

/** Runs the tour by keyboard only, on the smallest screen, if JavaScript is on; otherwise by mouse. */
async function walkThroughDemo(browser: Browser, script: boolean, slug: string, name: string): Promise<void> {
  const viewport = script ? { width: 320, height: 640 } : { width: 1280, height: 720 };
  const page = await (await browser.newContext({ javaScriptEnabled: script, viewport })).newPage();
  const { click, write, expectAtMost } = createClickCounter(page, script);
  const email = `${slug}@demo.example.org`;

  await page.goto(outboxPath());
  await expect(page.getByRole('button', { name: 'Continue as Mara Lindqvist' })).toBeVisible();
  if (script) await expectAccessible(page);
  await click(page.getByRole('link', { name: 'sign in with your own address' }));
  await expect(heading(page)).toHaveText('Sign in');
  if (script) await expectAccessible(page);
  await write(page.getByLabel('Email address'), email);
  await click(page.getByRole('button', { name: 'Send me a link' }));
  await click(page.getByRole('link', { name: 'read it in the outbox' }));
  await expect(heading(page)).toHaveText('Outbox');
  await expect(async () => {
    await page.reload();
    await expect(mailsTo(page, email).first()).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 180_000 });
  await click(mailsTo(page, email).first().getByRole('link').first());
  await click(page.getByRole('button', { name: 'Sign in', exact: true }));
  await expect(page).toHaveURL(/\/(me|welcome)/);
  await expectAtMost(6, 'sign in');

  await page.goto(`/authors/${slug}`);
  await click(page.getByRole('button', { name: `Follow ${name}` }));
  await expect(page.getByRole('button', { name: `Following Unfollow ${name}` })).toBeVisible();
  await expectAtMost(1, 'follow');

  await click(page.locator(`main a[href="/claim/${slug}"]`).filter({ visible: true }).first());
  await click(page.getByRole('button', { name: `Claim with ${email}` }));
  await expect(page.getByRole('button', { name: 'End the 7-day notice now (demo)' })).toBeVisible();
  if (script) await expectAccessible(page);
  await expectRefusedThroughProxy(page);
  await click(page.getByRole('button', { name: 'End the 7-day notice now (demo)' }));
  await expect(page.getByText(`The profile of ${name} is yours`).first()).toBeVisible();
  if (script) await expectAccessible(page);
  await expectAtMost(4, 'claim');

  // What the profile lacks is one form.
  await write(page.getByLabel('Biography'), 'I count herons on photographs of harbours.');
  await click(page.getByRole('region', { name: 'Complete your profile' }).getByRole('button', { name: 'Save' }));
  await expect(page.getByText('Saved, and shown on your profile')).toBeVisible();
  await expect(page.getByLabel('Biography')).toHaveCount(0);
  await expectAtMost(2, 'complete the profile');

  const objection = page.locator('main a', { hasText: 'Object to the claim' });
  await page.goto(`/authors/${slug}`);
  await expect(objection).toHaveCount(0);
  await page.goto('/authors/mara-lindqvist');
  await expect(objection).toHaveCount(1);
  await click(page.locator('main a[href="/invite/mara-lindqvist"]').first());
  await expect(heading(page)).toHaveText('Invite Mara Lindqvist');
  await click(page.getByLabel('Writing a paper together'));
  await write(
    page.getByLabel('Your invitation', { exact: true }),
    'Shall we count the herons on the plates of the harbour office together?',
  );
  if (script) await expectAccessible(page);
  await click(page.getByRole('button', { name: 'Send the invitation' }));
  await expect(heading(page)).toHaveText('Your invitation to Mara Lindqvist');
  await expect(page.getByRole('status').filter({ hasText: 'Your invitation is sent' })).toBeFocused();
  await expectAtMost(4, 'invite');

  // Tomás has invited the new owner, who responds from the list of notifications.
  await page.goto('/notifications');
  const waiting = page.getByRole('listitem').filter({ hasText: 'Tomás Okafor invites you' });
  if (script) await expectAccessible(page);
  await click(waiting.getByRole('button', { name: /^Accept/ }));
  await expect(heading(page)).toHaveText('With Tomás Okafor');
  await expectAtMost(2, 'answer');

  // The recipient's side: the same browser continues as Mara and declines on the page.
  await page.goto(outboxPath());
  await click(page.getByRole('button', { name: 'Continue as Mara Lindqvist' }));
  await expect(page).toHaveURL(/\/me$/);
  await page.goto('/notifications');
  const hers = page
    .getByRole('listitem')
    .filter({ hasText: `${name} invites you` })
    .first();
  await click(hers.getByRole('button', { name: /^Decline/ }));
  await expect(page.getByRole('status').filter({ hasText: 'Invitation declined' })).toBeFocused();
  await page.context().close();
}

test('a visitor signs in, follows, claims, invites and answers, with script by keyboard alone at 320 px', ({ browser }) =>
  walkThroughDemo(browser, true, 'samuel-adeyemi', 'Samuel Adeyemi'));

test('a visitor signs in, follows, claims, invites and answers, without script', ({ browser }) =>
  walkThroughDemo(browser, false, 'wenguang-chen', 'Wenguang Chen'));

test('the home page of a member is a feed of people and topics that they follow', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  const feed = page.getByRole('list', { name: 'Your feed' });
  await signIn(page, 'mara@example.org', '/');
  await expect(feed.getByText('You follow Tomás Okafor').first()).toBeVisible();
  expect(await feed.getByRole('heading', { level: 2 }).count()).toBeGreaterThan(10);
  for (const name of ['Yunquan Zhang', 'Daning Cheng', 'Wenguang Chen', 'Machine Learning', 'Cartography'])
    await expect(page.getByRole('navigation', { name: 'You follow' }).getByRole('link', { name })).toBeVisible();
  await expectAccessible(page);
  // The height of the list on the left does not affect the cards in the right column.
  const [profile, people] = await Promise.all(
    ['Your profile: Mara Lindqvist', 'People you may know'].map((name) => page.getByRole('region', { name }).boundingBox()),
  );
  expect((people?.y ?? 0) - (profile?.y ?? 0) - (profile?.height ?? 0)).toBeLessThan(32);
  // A work for several reasons states all of them.
  await page.getByRole('navigation', { name: 'Pages of your feed' }).getByRole('link', { name: 'Next page' }).click();
  await expect(feed.getByText('You follow Wenguang Chen and the topic Machine Learning.').first()).toBeVisible();
  await signIn(page, 'tomas@example.org', '/');
  await expect(feed.getByText('You follow Mara Lindqvist').first()).toBeVisible();
  await expect(feed.getByText(/the topic Paper and Ink/).first()).toBeVisible();
});

test('the page on which an owner edits a profile hydrates without changes', async ({ browser }) => {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  const faults: string[] = [];
  page.on('pageerror', (fault) => faults.push(String(fault)));
  await signIn(page, 'mara@example.org', '/');
  for (let times = 0; times < 3; times += 1) {
    await page.goto('/me/records/mara-lindqvist/about');
    // Wait for the page's scripts.
    await page.waitForLoadState('networkidle');
  }
  await expect(page.getByLabel('Biography', { exact: true })).toBeVisible();
  expect(faults).toEqual([]);
});

test('offers no demo to a browser without the token, nor through a proxy', async ({ browser }) => {
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto('/sign-in');
  await expect(heading(stranger)).toHaveText('Sign in');
  await expect(stranger.getByRole('button', { name: /Continue as/ })).toHaveCount(0);
  const Origin = process.env.E2E_URL ?? '';
  const person = { person: 'mara', next: '/me' };
  const refused = '/sign-in?problem=demo_unavailable&next=%2Fme';
  const plain = await stranger.request.post('/api/auth/demo', { form: person, headers: { Origin }, maxRedirects: 0 });
  expect([plain.status(), plain.headers().location]).toEqual([303, refused]);

  const operator = await (await browser.newContext()).newPage();
  await operator.goto(outboxPath());
  for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'cf-connecting-ip']) {
    const headers = { Origin, [name]: '127.0.0.1' };
    const response = await operator.request.post('/api/auth/demo', { form: person, headers, maxRedirects: 0 });
    expect([name, response.status(), response.headers().location]).toEqual([name, 303, refused]);
  }
  const host = await operator.request.post('/api/auth/demo', {
    form: person,
    headers: { Origin, host: 'peergraph.example' },
    maxRedirects: 0,
  });
  expect(host.headers()['set-cookie'] ?? '').not.toContain('session');
  expect((await operator.request.post('/api/auth/demo', { form: person, headers: { Origin: 'https://evil.example' } })).status()).toBe(403);
});

test('somebody who continues as a person of the sample reads what an erasure of that account means', async ({ page }) => {
  await page.goto(outboxPath());
  await page.getByRole('button', { name: 'Continue as Mara Lindqvist' }).click();
  await expect(heading(page)).toBeVisible();
  await page.goto('/me/data#erasure');
  await expect(page.getByText('This is an account of the sample data, so no email is sent.')).toBeVisible();
  await expect(page.getByText('Your account has no confirmed address')).toHaveCount(0);
});
