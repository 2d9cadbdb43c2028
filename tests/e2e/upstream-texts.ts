import { expect, type Page } from '@playwright/test';

/** Expects the downloadable file for a source to contain the text that the page shows. */
export async function expectFileMatchesText(page: Page, source: string): Promise<void> {
  const link = page.getByRole('link', { name: `Save as a file with the text for ${source}` });
  const file = await page.request.get((await link.getAttribute('href')) ?? '');
  expect([file.status(), file.headers()['content-disposition']]).toEqual([200, expect.stringContaining('attachment')]);
  expect(await file.text()).toBe(await page.getByLabel(`Text for ${source}`).inputValue());
}
