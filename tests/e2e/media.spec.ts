import { expect, type Page, test } from '@playwright/test';

/** Sample profiles: one from a source, and one with many statements by its owner. */
const profiles = ['/authors/yunquan-zhang', '/authors/mara-lindqvist'];

const printed = (page: Page) => page.getByRole('main').locator('button, nav, details, form, [role="img"] svg').filter({ visible: true });

for (const path of profiles) {
  test(`${path} prints as a CV: works and facts, without controls`, async ({ page }) => {
    await page.goto(path);
    await expect(page.locator('h2#claim')).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('h2#works')).toBeVisible();
    await expect(page.getByRole('article').first()).toBeVisible();
    for (const gone of ['h2#claim', '#take-away', 'a[download]', 'summary:text("Why is this listed?")', 'a:text("Open in the graph")'])
      await expect(page.locator(gone).filter({ visible: true }), gone).toHaveCount(0);
    await expect(printed(page)).toHaveCount(0);
  });

  test(`${path} has at most four blocks next to each tab`, async ({ page }) => {
    await page.goto(path);
    const tabs = await page.getByRole('navigation', { name: 'Profile' }).getByRole('link').all();
    const addresses = await Promise.all(tabs.map((tab) => tab.getAttribute('href')));
    expect(addresses).toHaveLength(5);
    for (const address of addresses) {
      await page.goto(address ?? '');
      const blocks = page.locator('main aside > *').filter({ has: page.locator('h2') });
      expect(await blocks.count(), address ?? '').toBeLessThanOrEqual(4);
    }
  });
}

test('a printed profile begins on its first page, and no link for the keyboard covers its text', async ({ page }) => {
  await page.goto('/authors/mara-lindqvist');
  await page.emulateMedia({ media: 'print' });
  // Chromium paints a fixed element on each page. Firefox moves a grid that is longer than the rest of a page to the next one.
  await expect(page.locator('.skip-link')).toBeHidden();
  await expect(page.locator('.columns-main')).toHaveCSS('display', 'block');
});

test('a work prints the values of its sources, without controls', async ({ page }) => {
  await page.goto('/authors/mara-lindqvist');
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click();
  const bar = page.locator('#save');
  await expect(bar).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('h2#who-says-so')).toBeVisible();
  await expect(bar).toBeHidden();
  await expect(printed(page)).toHaveCount(0);
});

test('a work with several sources prints on A4 with nothing cut off', async ({ page }) => {
  await page.goto('/authors/yunquan-zhang');
  await page.getByRole('link', { name: /^CALM: / }).click();
  const table = page.getByRole('region', { name: 'Facts by source' });
  await expect(table.getByText('Differs')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 700, height: 1000 });
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
});

test('a CV prints dark on white, also for a reader of dark pages', async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.goto('/authors/mara-lindqvist/cv/cv.html');
  const { color, backgroundColor } = await page.locator('body').evaluate((body) => {
    const { color, backgroundColor } = getComputedStyle(body);
    return { color, backgroundColor };
  });
  expect(color).toBe('rgb(28, 29, 32)');
  expect(backgroundColor).toBe('rgb(255, 255, 255)');
});

test('in forced colours each part of the trust bar has a border', async ({ page }) => {
  await page.goto('/authors/yunquan-zhang/trust');
  await page.emulateMedia({ forcedColors: 'active' });
  const parts = page.getByRole('img', { name: /: .* of \d+, / }).locator('> span > span:first-child');
  expect(await parts.count()).toBeGreaterThan(3);
  for (const part of await parts.all()) {
    const width = await part.evaluate((each) => Number.parseFloat(getComputedStyle(each).borderTopWidth));
    expect(width).toBeGreaterThanOrEqual(1);
  }
});

test('a screen reader without a session reads what the number next to “Follow” counts', async ({ page }) => {
  await page.goto('/authors/yunquan-zhang');
  await expect(page.getByRole('link', { name: /^Follow \d+ followers?$/ })).toBeVisible();
});
