import { expect, type Page } from '@playwright/test';

/** The file beside the text for a source holds the same text. */
export async function expectFileOf(page: Page, source: string): Promise<void> {
  const link = page.getByRole('link', { name: `Save as a file with the text for ${source}` });
  const file = await page.request.get((await link.getAttribute('href')) ?? '');
  expect([file.status(), file.headers()['content-disposition']]).toEqual([200, expect.stringContaining('attachment')]);
  expect(await file.text()).toBe(await page.getByLabel(`Text for ${source}`).inputValue());
}
