import { expect, type Page, test } from '@playwright/test';
import { signIn } from './pages.ts';

/** What is typed into a form survives a reload, going back and a new sign-in, until it is sent or discarded (components/site/draft-script.ts). */

const typed = 'Olga of the drafts';
const email = () => `drafts-${Date.now().toString(36)}@example.org`;
const nameOf = (page: Page) => page.getByLabel('Display name');
const note = (page: Page) => page.getByText('This is what you typed before. It is not sent.');

test('a draft is kept over a reload and after going back, and removed by sending it', async ({ page }) => {
  await signIn(page, email(), '/me');
  await nameOf(page).fill(typed);
  await page.reload();
  await expect(nameOf(page)).toHaveValue(typed);
  await expect(note(page)).toBeVisible();
  await page.goto('/topics');
  await page.goBack();
  await expect(nameOf(page)).toHaveValue(typed);
  await page.getByRole('button', { name: 'Save the name' }).click();
  await expect(page.getByText('Done: Saved')).toBeVisible();
  await expect(note(page)).toHaveCount(0);
  await page.reload();
  await expect(note(page)).toHaveCount(0);
});

test('a draft can be discarded, and signing out removes it in all tabs', async ({ page, context }) => {
  await signIn(page, email(), '/me');
  await nameOf(page).fill(typed);
  await page.reload();
  await page.getByRole('button', { name: 'Discard it' }).click();
  await expect(nameOf(page)).toHaveValue('');
  await page.reload();
  await expect(nameOf(page)).toHaveValue('');
  await nameOf(page).fill(typed);
  const other = await context.newPage();
  await other.goto('/me');
  await nameOf(other).fill(typed);
  await page.getByRole('banner').locator('summary').click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect(other).toHaveURL(/\/sign-in/);
  for (const tab of [page, other]) expect(await tab.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(typed);
});

test('a draft is there after a new sign-in in the same tab', async ({ page }) => {
  const address = email();
  await signIn(page, address, '/me');
  await nameOf(page).fill(typed);
  await page.context().clearCookies({ name: 'peergraph-session' });
  await page.reload();
  await expect(page).toHaveURL(/\/sign-in/);
  await signIn(page, address, '/me');
  await expect(nameOf(page)).toHaveValue(typed);
});
