import { expect, test } from '@playwright/test';
import { moveClock } from './move-clock.ts';
import { mailsTo, outboxPath, signIn } from './pages.ts';

test('a new address signs in after 72 hours, and the former one no longer does', async ({ browser }) => {
  const [before, address] = ['moving@example.org', 'moved@example.org'];
  const [page, other] = [await (await browser.newContext()).newPage(), await (await browser.newContext()).newPage()];
  await signIn(page, before, '/me/security');
  await signIn(other, before, '/me/security');
  await page.getByLabel('New email address').fill(address);
  await page.getByRole('button', { name: 'Send a link to the new address' }).click();
  await expect(page.getByText(`A link is on its way to ${address}`)).toBeVisible();
  const link = () => mailsTo(page, address).first().getByRole('link').first();
  await expect(async () => {
    await page.goto(outboxPath());
    await expect(link()).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 180_000 });
  await page.goto((await link().getAttribute('href')) ?? '');
  await page.getByRole('button', { name: 'Confirm the address' }).click();
  await expect(page.getByText(`Your address changes to ${address}`)).toBeVisible();
  await moveClock(3.1);
  await expect(async () => {
    await page.goto('/me/security');
    await expect(page.getByRole('region', { name: 'Email address' })).toContainText(address, { timeout: 1_000 });
    await expect(page.getByRole('region', { name: 'Email address' })).not.toContainText(before, { timeout: 1_000 });
  }).toPass({ timeout: 180_000 });
  await other.goto('/me/security');
  await expect(other).toHaveURL(/\/sign-in\?problem=not_signed_in/);
  await signIn(other, address, '/me/security');
  await expect(other.getByRole('region', { name: 'Email address' })).toContainText(address);
});
