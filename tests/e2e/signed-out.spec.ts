import { type Browser, expect, type Page, test } from '@playwright/test';
import { signIn } from './pages.ts';

/** A session that ends while somebody types: without script, the answer to the form has what was typed. */
const hostile = 'Dear colleague, </textarea><script>document.title = "taken"</script> & "quotes"\nand a second line.';

async function typing(browser: Browser, path: string): Promise<Page> {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await signIn(page, 'mara@example.org');
  await page.goto(path);
  return page;
}

/** The page shows the text to copy, as text alone, and leads to the sign-in and back. */
async function shows(page: Page, label: string, back: string): Promise<void> {
  await expect(page.getByText('You are signed out: nothing was sent')).toBeVisible();
  const kept = page.getByRole('textbox', { name: label, exact: true });
  await expect(kept).toHaveValue(hostile);
  await expect(kept).not.toBeEditable();
  expect(await page.content()).not.toContain('<script>document.title');
  const link = page.locator('main').getByRole('link', { name: 'Sign in', exact: true });
  await expect(link).toHaveAttribute('href', `/sign-in?next=${encodeURIComponent(back)}`);
  await expect(link).toHaveAttribute('target', '_blank');
}

test('the statements of a profile are shown to copy when they were sent after the session had ended', async ({ browser }) => {
  const path = '/me/records/mara-lindqvist';
  const page = await typing(browser, path);
  await page.getByLabel('Biography', { exact: true }).fill(hostile);
  await page.context().clearCookies({ name: 'peergraph-session' });
  await page.getByRole('button', { name: 'Save profile' }).click();
  await shows(page, 'Biography', path);
  await page.goto(path);
  await expect(page).toHaveURL(/\/sign-in\?problem=not_signed_in/);
});

for (const button of ['Preview', 'Send the invitation'])
  test(`an invitation is shown to copy when the session had ended before "${button}"`, async ({ browser }) => {
    const path = '/invite/tomas-okafor';
    const page = await typing(browser, path);
    await page.getByLabel('Review of a draft').check();
    await page.getByLabel('Your invitation', { exact: true }).fill(hostile);
    await page.context().clearCookies({ name: 'peergraph-session' });
    await page.getByRole('button', { name: button }).click();
    await shows(page, 'Message', path);
    await page.goto(path);
    await expect(page.getByText('You are signed out: nothing was sent')).toHaveCount(0);
  });
