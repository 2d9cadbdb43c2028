import { type Browser, expect, type Page, test } from '@playwright/test';
import { moveClock } from './move-clock.ts';
import { mailsTo, outboxAddress, signIn, sound } from './pages.ts';

/** One mail a minute and address: this instance runs with the setting that everybody has (tests/run.ts). */
test.describe.configure({ mode: 'serial' });

const owner = 'owner@example.org';
let minutes = 0;
const wait = (more: number): Promise<void> => {
  minutes += more;
  return moveClock(minutes / 1440);
};

/** Asks for a link from a network of its own. */
async function ask(page: Page, network: number, email = owner): Promise<void> {
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': `10.7.${network}.7` });
  await page.goto('/sign-in');
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await page.setExtraHTTPHeaders({});
}
const strangers = async (browser: Browser, count: number): Promise<Page> => {
  const page = await (await browser.newContext()).newPage();
  for (let each = 0; each < count; each += 1) await ask(page, each);
  return page;
};

test('repeated requests from unknown browsers do not lock out a known browser', async ({ browser }) => {
  const own = await (await browser.newContext()).newPage();
  await signIn(own, owner);
  await wait(2);
  for (let each = 0; each < 12; each += 1) {
    const stranger = await strangers(browser, 2);
    await stranger.context().close();
    await wait(1);
  }
  await own.context().clearCookies({ name: 'peergraph-session' });
  await ask(own, 200);
  await expect(own.getByRole('heading', { level: 1 })).toHaveText('Check your email');
  await expect(own.getByText('We just sent an email to this address')).toHaveCount(0);
  // The owner’s first, nine more that strangers could ask for within the hour, and the owner’s second.
  await expect(async () => {
    await own.goto(outboxAddress());
    expect(await mailsTo(own, owner).filter({ hasText: 'Sign in to Peergraph' }).count()).toBe(11);
  }).toPass({ timeout: 60_000 });
});

test('who is refused reads what to do, and when it works again', async ({ browser }) => {
  const page = await strangers(browser, 1);
  await expect(page.locator('main')).toContainText('Too many emails were requested for this address');
  await expect(page.locator('main')).toContainText(/It works again in \d+ minutes\./);
  await expect(page.locator('main')).toContainText('Open the latest email');
  await expect(page.locator('main')).toContainText('use your passkey, or a browser in which you signed in with this address before');
  await sound(page);
  await wait(61);
  await ask(page, 1);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email');
});
