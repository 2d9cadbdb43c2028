import { expect, test } from '@playwright/test';
import { moveClock, timeAfter } from './move-clock.ts';
import { expectAccessible, signIn } from './pages.ts';

/** A profile as of a date before and after a work was added. */
test.describe.configure({ mode: 'serial' });

const profile = '/authors/mara-lindqvist';
const today = (days = 0): string => timeAfter(days).toISOString().slice(0, 10);
const title = 'Tides Behind the Breakwater';

test('the owner adds a work three days later', async ({ page }) => {
  await moveClock(3);
  await signIn(page, 'mara@example.org', '/me/records/mara-lindqvist/add');
  await page
    .getByLabel('BibTeX, RIS, CSL-JSON or RO-Crate')
    .fill(`@article{later, title={${title}}, author={Lindqvist, Mara}, year={2021}}`);
  await page.getByRole('button', { name: 'Read the works' }).click();
  await page.getByRole('button', { name: 'Add the selected works' }).click();
  await expect(page.getByText('The works are on your profile.')).toBeVisible();
});

for (const javaScriptEnabled of [true, false])
  test(`a day is selected on the history ${javaScriptEnabled ? 'with' : 'without'} script`, async ({ browser }) => {
    const page = await (await browser.newContext({ javaScriptEnabled })).newPage();
    await page.goto(`${profile}/history`);
    await page.getByLabel('Day', { exact: true }).fill(today());
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(page).toHaveURL(/as-of=/);
    await expect(page.getByText('This is the profile at the end of')).toBeVisible();
    await expect(page.getByText(title)).toHaveCount(0);
    expect(await page.locator('meta[name="robots"]').getAttribute('content')).toContain('noindex');
    if (javaScriptEnabled) await expectAccessible(page);
    await page.getByRole('link', { name: 'Show the profile of today' }).click();
    await expect(page).toHaveURL(/\/authors\/[^?]*$/);
    await expect(page.getByText(title)).toBeVisible();
  });

test('a day that cannot be shown redirects to the history, which states why', async ({ page }) => {
  for (const [day, why] of [
    ['2031-02-30', 'This is no day'],
    ['yesterday', 'This is no day'],
    ['1999-01-01', 'The profile is not that old'],
    ['2999-01-01', 'This day has not come yet'],
  ]) {
    await page.goto(`${profile}?as-of=${day}`);
    await expect(page).toHaveURL(/\/history\?day=/);
    await expect(page.getByText(why ?? '')).toBeVisible();
  }
  await page.goto(`${profile}?as-of=${today(3)}`);
  await expect(page).toHaveURL(new RegExp(`${profile}$`));
  expect((await page.goto(`/authors/nobody-at-all?as-of=${today()}`))?.status()).toBe(404);
});
