import { type Browser, expect, type Page } from '@playwright/test';
import { signIn } from './pages.ts';

/*
 * A session that ends before a form is sent: without JavaScript, the response contains the submitted text.
 */

export const markupText = 'Dear colleague, </textarea><script>document.title = "taken"</script> & "quotes"\nand a second line.';

export async function openFormWithoutScript(browser: Browser, path: string): Promise<Page> {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await signIn(page, 'mara@example.org');
  await page.goto(path);
  return page;
}

/** Expects a page that shows the text as read-only plain text and links to the sign-in, which leads back. */
export async function expectUnsentText(page: Page, label: string, back: string, text = markupText): Promise<void> {
  await expect(page.getByText('You are signed out: nothing was sent')).toBeVisible();
  const kept = page.getByRole('textbox', { name: label, exact: true });
  await expect(kept).toHaveValue(text);
  await expect(kept).not.toBeEditable();
  expect(await page.content()).not.toContain('<script>document.title');
  const link = page.locator('main').getByRole('link', { name: 'Sign in', exact: true });
  await expect(link).toHaveAttribute('href', `/sign-in?next=${encodeURIComponent(back)}`);
  await expect(link).toHaveAttribute('target', '_blank');
}
