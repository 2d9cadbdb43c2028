import { execFileSync } from 'node:child_process';
import { expect, type Locator, test } from '@playwright/test';
import { markSessionsAsPasskey } from './instance-database.ts';
import { expectAccessible, signIn } from './pages.ts';

/** The admin page: the role is granted on the command line, and nobody else sees the page. */

test('an operator becomes an admin, sees the state of the instance, and publishes an announcement', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, 'olga@example.org');
  expect((await page.goto('/admin'))?.status()).toBe(404);
  expect((await page.goto('/admin/accounts'))?.status()).toBe(404);
  execFileSync(process.execPath, ['lib/runtime/server/runtime.mjs', 'lib/portal/accounts/cli.ts', 'grant-admin', 'olga@example.org'], {
    env: { ...process.env, DATABASE_URL: process.env.E2E_DATABASE_URL, DATA_DIR: process.env.E2E_DATA_DIR },
    stdio: 'pipe',
  });
  await page.goto('/admin');
  await expect(page.getByRole('note').filter({ hasText: 'No backup is known' })).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: '% used' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Totals' })).toContainText(/Works\s*\d+/);
  await expect(page.getByRole('region', { name: 'Sources and their last runs' })).toContainText(/peergraph\s*seeds\s*finished/);
  await expectAccessible(page);
  const form = page.getByRole('region', { name: 'Announcements', exact: true });
  await expect(form.getByRole('link', { name: 'Add a passkey to announce it' })).toBeVisible();
  await expect(form.getByRole('button')).toHaveCount(0);
  await markSessionsAsPasskey('olga@example.org');
  await page.reload();
  await form.getByLabel('Announcement').fill('We pause for an hour on Sunday.');
  await form.getByLabel('Where to read more (optional)').fill('javascript:alert(1)');
  await form.getByRole('button', { name: 'Publish announcement' }).click();
  await expect(form.getByText('Give a path of this site')).toBeVisible();
  await form.getByLabel('Where to read more (optional)').fill('/about');
  await form.getByRole('button', { name: 'Publish announcement' }).click();
  await expect(page.getByRole('button', { name: 'Remove announcement' })).toBeVisible();
  const reader = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await reader.goto('/authors/yunquan-zhang');
  await expect(reader.getByRole('region', { name: 'Site announcements' })).toContainText('We pause for an hour on Sunday.');
  // The announcement is aligned with the content of the page.
  const leftEdge = async (locator: Locator) => (await locator.boundingBox())?.x;
  const announcementItem = reader.getByRole('region', { name: 'Site announcements' }).getByRole('listitem');
  expect(await leftEdge(announcementItem)).toBe(await leftEdge(reader.getByRole('banner').getByRole('link', { name: 'Peergraph' })));
  await reader.goto('/admin');
  await expect(reader).toHaveURL(/\/sign-in/);
  await page.goto('/admin/accounts?begins=olga');
  const current = (name: string) => page.getByRole('navigation', { name, exact: true }).locator('[aria-current]');
  await expect(current('Admin')).toHaveText('Accounts');
  await expect(current('Account')).toHaveText('Admin');
  await expect(page.getByRole('row').filter({ hasText: 'olga@example.org' })).toContainText('admin');
  await expectAccessible(page);
  await page.goto('/admin/set-aside');
  await expectAccessible(page);
  await page.goto('/admin');
  // The announcement is shown on this page too.
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove announcement' }).click();
  await expect(page.getByRole('button', { name: 'Remove announcement' })).toHaveCount(0);
  await reader.goto('/authors/yunquan-zhang');
  await expect(reader.getByRole('region', { name: 'Site announcements' })).toHaveCount(0);
});

test('an admin suspends an account and lifts it from its page, without script and with the keyboard', async ({ browser }) => {
  const loud = await (await browser.newContext()).newPage();
  await signIn(loud, 'loud@example.org');
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await signIn(page, 'olga@example.org');
  await markSessionsAsPasskey('olga@example.org');
  await page.goto('/admin/accounts?begins=loud');
  const link = page.getByRole('row').filter({ hasText: 'loud@example.org' }).getByRole('link').first();
  await link.press('Enter');
  await expect(page.getByRole('button', { name: 'Suspend account' })).toBeVisible();
  await page.getByLabel('It sent advertising, or the same message to many people.').press('Space');
  await page.getByRole('button', { name: 'Suspend account' }).press('Enter');
  await expect(page.getByText('The account is suspended, and its sessions have ended')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Audit log of this account' })).toContainText('account.suspended');
  await loud.goto('/me');
  await expect(loud).toHaveURL(/\/sign-in/);
  await page.getByRole('button', { name: 'Lift the suspension' }).press('Enter');
  await expect(page.getByText('The suspension is lifted')).toBeVisible();
  await signIn(loud, 'loud@example.org');
  await loud.goto('/me');
  await expect(loud).toHaveURL(/\/me/);
});
