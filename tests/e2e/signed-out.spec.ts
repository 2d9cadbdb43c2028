import { expect, test } from '@playwright/test';
import { hostileText, showsUnsentText, typing } from './unsent-text.ts';

test('the statements of a profile are shown to copy when they were sent after the session had ended', async ({ browser }) => {
  const path = '/me/records/mara-lindqvist';
  const page = await typing(browser, path);
  await page.getByLabel('Biography', { exact: true }).fill(hostileText);
  await page.context().clearCookies({ name: 'peergraph-session' });
  await page.getByRole('button', { name: 'Save profile' }).click();
  await showsUnsentText(page, 'Biography', path);
  await page.goto(path);
  await expect(page).toHaveURL(/\/sign-in\?problem=not_signed_in/);
});
