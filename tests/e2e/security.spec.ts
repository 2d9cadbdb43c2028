import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import {
  addVirtualAuthenticator,
  expectAccessible,
  expectConfirmed,
  heading,
  mailsTo,
  outboxPath,
  requestSignInLink,
  signIn as signedIn,
  signInByPasskey,
} from './pages.ts';

/** Sign-in methods: a passkey from its creation to its removal, the recovery contact, and sessions. */
test.describe.configure({ mode: 'serial' });

/** Runs a function that causes a mail, waits for the mail, and returns its link. */
async function waitForMailedLink(page: Page, address: string, trigger: () => Promise<void>): Promise<string> {
  const outbox = await page.context().newPage();
  await outbox.goto(outboxPath());
  const before = await mailsTo(outbox, address).count();
  await trigger();
  await expect(async () => {
    await outbox.goto(outboxPath());
    expect(await mailsTo(outbox, address).count()).toBeGreaterThan(before);
  }).toPass({ timeout: 180_000 });
  const link = await mailsTo(outbox, address).first().getByRole('link').first().getAttribute('href');
  await outbox.close();
  return link ?? '';
}

const signIn = (page: Page, email: string, next = '/me/security'): Promise<void> => signedIn(page, email, next);

const newPage = async (browser: Browser, script = true): Promise<Page> =>
  (await browser.newContext({ javaScriptEnabled: script })).newPage();
const clearCookies = (context: BrowserContext) => context.clearCookies();

test('nobody without a session sees the page', async ({ browser }) => {
  const page = await newPage(browser);
  await page.goto('/me/security');
  await expect(page).toHaveURL(/\/sign-in\?problem=not_signed_in&next=%2Fme%2Fsecurity/);
});

test('a person who asks for too many links reads what to do and when it works again; a known browser gets another', async ({ browser }) => {
  const email = 'much-asked@example.org';
  const own = await newPage(browser);
  await signIn(own, email);
  await own.context().clearCookies({ name: 'peergraph-session' });
  const url = process.env.E2E_URL ?? '';
  for (let each = 0; each < 40; each += 1) {
    const headers = { origin: url, 'sec-fetch-site': 'same-origin', 'x-forwarded-for': `10.7.${each}.7` };
    await fetch(`${url}/api/auth/ask`, { method: 'POST', headers, body: new URLSearchParams({ email, next: '/me' }), redirect: 'manual' });
  }
  const ask = async (page: Page, network: number) => {
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': `10.7.${network}.7` });
    await page.goto('/sign-in');
    await page.getByLabel('Email address').fill(email);
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page.setExtraHTTPHeaders({});
  };
  const stranger = await newPage(browser);
  await ask(stranger, 100);
  const main = stranger.locator('main');
  await expect(main).toContainText('Too many emails were requested for this address');
  await expect(main).toContainText('Open the latest email');
  await expect(main).toContainText(/It works again in \d+ (minutes|hours)\./);
  await expect(main).toContainText('use your passkey, or a browser in which you signed in with this address before');
  await expectAccessible(stranger);
  await ask(own, 200);
  await expect(heading(own)).toHaveText('Check your email');
  await expect(own.getByText('We just sent an email to this address')).toHaveCount(0);
  // Thirty requests of a day, the owner's first among them, and one by the browser that is known.
  await expect(async () => {
    await own.goto(outboxPath());
    expect(await mailsTo(own, email).filter({ hasText: 'Sign in to Peergraph' }).count()).toBe(31);
  }).toPass({ timeout: 180_000 });
});

test('a browser without passkeys is told why the button is disabled', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
  await page.goto('/sign-in/passkey');
  await expect(page.getByText('This browser does not support passkeys.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeDisabled();
});

test('a passkey is added, signs in, is removed, and then no longer works', async ({ browser }) => {
  const page = await newPage(browser);
  const consoleErrors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()));
  await signIn(page, 'keys@example.org');
  await expect(heading(page)).toHaveText('Security');
  await expectAccessible(page);
  const device = await addVirtualAuthenticator(page);
  await page.getByLabel('Name of the new passkey').fill('My laptop');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('The passkey is added')).toBeVisible();
  expect(await device.credentials()).toBe(1);
  await expectAccessible(page);

  await clearCookies(page.context());
  await page.goto('/sign-in?next=%2Fme%2Fsecurity');
  await expectAccessible(page);
  await signInByPasskey(page);
  await expect(page).toHaveURL(/\/me\/security$/);
  await expect(page.getByText('Signed in with a passkey')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);

  // The passkey is also chosen where the browser fills in the address.
  await clearCookies(page.context());
  await page.goto('/sign-in?next=%2Fme%2Fsecurity#autofill');
  await expect(page).toHaveURL(/\/me\/security$/);

  // The second result has the same text as the first.
  for (const [name, newName] of [
    ['My laptop', 'A laptop'],
    ['A laptop', 'Old laptop'],
  ]) {
    await page.getByText(`Rename ${name}`).click();
    await page.getByLabel('New name').fill(newName ?? '');
    await page.getByRole('button', { name: 'Save the name' }).click();
    await expect(page.getByText(`Rename ${newName}`)).toBeVisible();
    await expectConfirmed(page, 'The passkey is renamed');
  }
  await page.getByText('Remove Old laptop').click();
  await page.getByRole('button', { name: 'Remove it' }).click();
  await expect(page.getByText('The passkey is removed')).toBeVisible();
  await clearCookies(page.context());
  await page.goto('/sign-in');
  expect(consoleErrors).toEqual([]);
  // What the device or the server declines is explained on the page of passkeys.
  await signInByPasskey(page);
  await expect(heading(page)).toHaveText('Sign in with a passkey');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText('This passkey does not work here')).toBeVisible();
  await page.goto('/me/security');
  await expect(page).toHaveURL(/\/sign-in\?problem=not_signed_in/);
});

for (const script of [true, false]) {
  test(`a recovery contact is confirmed and asked, and the recovery is cancelled (${script ? 'with' : 'without'} script)`, async ({
    browser,
  }) => {
    const address = `back-${script}@example.org`;
    const page = await newPage(browser, script);
    await signIn(page, `first-${script}@example.org`);
    await expect(page.getByText('Needs JavaScript')).toBeVisible();
    const confirm = await waitForMailedLink(page, address, async () => {
      await page.getByLabel('Recovery address').fill(address);
      await page.getByRole('button', { name: 'Send a link there' }).click();
      await expect(page.getByText(`A link is on its way to ${address}`)).toBeVisible();
    });
    const stranger = await newPage(browser, script);
    await stranger.goto(confirm);
    await expect(stranger).toHaveURL(/\/sign-in\?problem=not_signed_in/);
    await page.goto(confirm);
    const incomplete = await page.context().newPage();
    await incomplete.goto('/sign-in/address');
    await expect(incomplete.getByText('This link does not work')).toBeVisible();
    await expect(incomplete.getByRole('button', { name: 'Confirm the address' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Confirm the address' }).click();
    await expect(page.getByText('The recovery contact is confirmed')).toBeVisible();
    await expect(page.getByText(address)).toBeVisible();

    const recoveryPage = await newPage(browser, script);
    const begin = await waitForMailedLink(recoveryPage, address, async () => {
      await recoveryPage.goto('/sign-in');
      await recoveryPage.getByRole('link', { name: 'Lost access to your account?' }).click();
      if (script) await expectAccessible(recoveryPage);
      await recoveryPage.getByLabel('The email address or ORCID iD of your account').fill(`first-${script}@example.org`);
      await recoveryPage.getByRole('button', { name: 'Send a link to the recovery contact' }).click();
      await expect(recoveryPage.getByText('Check the email of your recovery contact')).toBeVisible();
    });
    await recoveryPage.goto(begin);
    await recoveryPage.getByRole('button', { name: 'Start recovery' }).click();
    await expect(recoveryPage.getByText('Recovery has started')).toBeVisible();

    await page.goto('/me');
    await page.getByRole('link', { name: 'Account recovery was requested' }).first().click();
    await expect(page.getByText('Account recovery was requested')).toBeVisible();
    if (script) await expectAccessible(page);
    await page.getByRole('button', { name: 'Stop it' }).click();
    await expect(page.getByText('The recovery is stopped')).toBeVisible();
  });
}

for (const script of [true, false]) {
  test(`a new address is confirmed, waits, and is cancelled (${script ? 'with' : 'without'} script)`, async ({ browser }) => {
    const [before, address] = [`old-${script}@example.org`, `new-${script}@example.org`];
    const page = await newPage(browser, script);
    await signIn(page, before);
    const confirm = await waitForMailedLink(page, address, async () => {
      if (script) await expectAccessible(page);
      await page.getByLabel('New email address').fill(before);
      await page.getByRole('button', { name: 'Send a link to the new address' }).click();
      await expect(page.getByText('You already sign in with this address')).toBeVisible();
      await page.getByLabel('New email address').fill(address);
      await page.getByRole('button', { name: 'Send a link to the new address' }).click();
      await expect(page.getByText(`A link is on its way to ${address}`)).toBeVisible();
    });
    await page.goto(confirm);
    if (script) await expectAccessible(page);
    await page.getByRole('button', { name: 'Confirm the address' }).click();
    await expect(page.getByText('The new address is confirmed')).toBeVisible();
    await expect(page.getByText(`Your address changes to ${address}`)).toBeVisible();
    if (script) await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    if (script) await expectAccessible(page);

    const early = await newPage(browser, script);
    const link = (await requestSignInLink(early, address, '/me')).getByRole('link').first();
    await early.goto((await link.getAttribute('href')) ?? '');
    await early.getByRole('button', { name: 'Sign in' }).click();
    await expect(early.getByText('This address does not sign in yet')).toBeVisible();
    if (script) await expectAccessible(early);

    await page.goto('/me');
    await page.getByRole('link', { name: 'Your email address will change' }).first().click();
    await page.getByRole('button', { name: 'Stop the change' }).click();
    await expect(page.getByText('The change of your address is stopped')).toBeVisible();
    await expect(page.getByText(`Your address changes to ${address}`)).toHaveCount(0);
  });
}

test('an account that requires its passkey rejects mailed links, and discloses that only after one was opened', async ({ browser }) => {
  const [page, elsewhere] = [await newPage(browser), await newPage(browser)];
  await signIn(page, 'strict@example.org');
  await expect(page.getByRole('heading', { name: 'Require the passkey' })).toHaveCount(0);
  await addVirtualAuthenticator(page);
  await page.getByLabel('Name of the new passkey').fill('My key');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('The passkey is added')).toBeVisible();
  await signIn(elsewhere, 'strict@example.org');
  await page.getByRole('link', { name: 'Sign in with your passkey to change this' }).click();
  await expect(page.getByText('Sign in with your passkey first')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 }).nth(1)).toHaveText('With a passkey');
  await expectAccessible(page);
  await signInByPasskey(page);
  await expect(page).toHaveURL(/\/me\/security$/);
  await page.getByRole('button', { name: 'Require the passkey' }).click();
  await expect(page.getByText('Your account requires its passkey')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  // Sessions that were started by mail have ended.
  await elsewhere.goto('/me/security');
  await expect(elsewhere).toHaveURL(/problem=not_signed_in/);

  const link = (await requestSignInLink(elsewhere, 'strict@example.org', '/me/security')).getByRole('link').first();
  await link.click();
  await elsewhere.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(elsewhere.getByText('This account requires its passkey')).toBeVisible();
  await expect(elsewhere.getByRole('heading', { level: 2 }).first()).toHaveText('With a passkey');
  await expectAccessible(elsewhere);
  await elsewhere.goto('/me/security');
  await expect(elsewhere).toHaveURL(/problem=not_signed_in/);

  await page.getByRole('button', { name: 'Allow all sign-in methods' }).click();
  await expect(page.getByText('All your sign-in methods work now')).toBeVisible();
  await page.goto('/me');
  await expect(page.getByText('Your account no longer requires its passkey.').first()).toBeVisible();
  await signIn(elsewhere, 'strict@example.org');
  await expect(elsewhere.getByText(/It ends on \d+ \w+ \d{4} if it is not used before/).first()).toBeVisible();
});

test('a session is ended from another', async ({ browser }) => {
  const [here, there] = [await newPage(browser), await newPage(browser)];
  await signIn(there, 'two@example.org');
  await signIn(here, 'two@example.org');
  await expect(here.getByText('Chrome on Linux').first()).toBeVisible();
  await here.getByRole('button', { name: 'End all other sessions' }).click();
  await expect(here.getByText('Session ended')).toBeVisible();
  await there.goto('/me/security');
  await expect(there).toHaveURL(/\/sign-in\?problem=not_signed_in/);
  await here.reload();
  await expect(heading(here)).toHaveText('Security');
});

test('every page of an account has a sign-out button', async ({ browser }) => {
  const page = await newPage(browser);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'leaving@example.org');
  const button = page.getByRole('banner').getByRole('button', { name: 'Sign out' });
  for (const path of [
    '/',
    '/me',
    '/me/records',
    '/me/network',
    '/me/data',
    '/me/security',
    '/feed',
    '/notifications',
    '/me/notifications',
  ]) {
    await page.goto(path);
    await page.locator('summary', { hasText: 'Account of' }).click();
    await expect(button, path).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign out' })).toHaveCount(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
  }
  await expectAccessible(page);
  await button.click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
  await page.goto('/me/security');
  await expect(page).toHaveURL(/\/sign-in\?problem=not_signed_in/);
});
