import { expect, type Page, test } from '@playwright/test';

/** Ten facts of the five reference pages that source adapters must import correctly, read from the running instance. */
test.use({ javaScriptEnabled: false });

const works = (page: Page) => page.getByRole('article');
const open = async (page: Page, slug: string) => {
  await page.goto(`/authors/${slug}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
};
const sourcesTable = (page: Page) => page.getByRole('table', { name: /declare/i });

test('1: assertions of BZPEER about Yunquan Zhang and Daning Cheng are next to values that this instance derives', async ({ page }) => {
  for (const [slug, declared] of [
    ['yunquan-zhang', ['9', '0', '8', '4']],
    ['daning-cheng', ['6', '0', '4', '4']],
  ] as const) {
    await open(page, slug);
    await expect(page.getByText('Not claimed', { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Trust 21 · Emerging · L1' })).toBeVisible();
    await page
      .getByRole('navigation', { name: 'Profile' })
      .getByRole('link', { name: /^Sources/ })
      .click();
    const figures = sourcesTable(page);
    for (const [at, name] of ['Works', 'Followers', 'Topics', 'Close collaborators'].entries()) {
      await expect(figures.getByRole('row', { name: new RegExp(`^${name}`) })).toContainText(declared[at] ?? '?');
    }
    await expect(figures.getByRole('row', { name: /^Trust/ })).toContainText('21');
  }
});

test('2: Scholar Feed’s pages have 16 and 19 rows, 3 and 4 with Code, one score; its order is kept, a date without a year is 2026', async ({
  page,
}) => {
  await page.goto('/authors/yunquan-zhang?order=scholar-feed');
  await expect(works(page)).toHaveCount(16);
  await expect(works(page).first()).toContainText('Compression for Better');
  await expect(works(page).nth(2)).toContainText('cuNNQS-SCI');
  await expect(works(page).nth(2)).toContainText('20 April 2026');
  await expect(works(page).last()).toContainText('AIPerf');
  await page.goto('/authors/wenguang-chen?order=scholar-feed');
  await expect(works(page)).toHaveCount(19);
  await expect(works(page).first()).toContainText('GLM-130B');
  await expect(works(page).filter({ hasText: '34.9' })).toHaveCount(1);
  await expect(works(page).filter({ hasText: 'Mat2Boundary' })).toContainText('14 May 2026');
});

test('3: the union of both pages of Yunquan Zhang is 22 works, each once', async ({ page }) => {
  await open(page, 'yunquan-zhang');
  await expect(works(page)).toHaveCount(22);
  const titles = await works(page).getByRole('heading').allInnerTexts();
  expect(new Set(titles).size).toBe(22);
  await expect(works(page).filter({ hasText: 'DynaTrain' })).toContainText('BZPEER');
  await expect(works(page).filter({ hasText: 'DynaTrain' })).toContainText('Scholar Feed');
});

test('4: WenGuang Chen is Wenguang Chen; Daning Chen is flagged for review; GLM-4. 5 Team is an organisation', async ({ page }) => {
  await open(page, 'wenguang-chen/sources');
  await expect(page.getByText('WenGuang Chen').first()).toBeVisible();
  await open(page, 'wenguang-chen');
  await expect(works(page).filter({ hasText: 'Input is Matter' })).toHaveCount(1);
  await open(page, 'daning-cheng/sources');
  await expect(page.getByRole('link', { name: 'Daning Chen', exact: true }).first()).toBeVisible();
  await open(page, 'daning-cheng');
  await expect(works(page).filter({ hasText: 'CALM' })).toHaveCount(0);
  await open(page, 'daning-chen');
  await expect(works(page)).toHaveCount(1);
  await open(page, 'glm-4-5-team');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('GLM-4.5 Team');
  await expect(page.getByText(/organisation/i).first()).toBeVisible();
});

test('5: CALM is under 2025 with a note: BZPEER says 2026', async ({ page }) => {
  await open(page, 'yunquan-zhang');
  const calm = works(page).filter({ hasText: 'CALM:' });
  await expect(calm).toHaveCount(1);
  await expect(calm).toContainText('18 December 2025');
  await expect(calm).toContainText(/disagree/);
  await expect(calm).toContainText('2026');
});

test('6: Daning Cheng’s page declares six works and lists five', async ({ page }) => {
  await open(page, 'daning-cheng/sources');
  await expect(page.getByText('6 works declared by BZPEER, 5 listed.')).toBeAttached();
  await page.goto('/authors/daning-cheng?order=bzpeer');
  await expect(works(page)).toHaveCount(5);
});

test('7: Fei Yang has six works from 2012 to 2026, no public doubt, 23 points, and titles that the page itself lacks', async ({ page }) => {
  await open(page, 'fei-yang');
  await expect(works(page)).toHaveCount(6);
  for (const year of ['2026', '2024', '2022', '2021', '2012'])
    await expect(page.getByRole('heading', { name: year, exact: true })).toBeVisible();
  await expect(page.getByText(/namesake|fit one person/)).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^Trust 23 · Emerging/ })).toBeVisible();
  await expect(works(page).filter({ hasText: 'FlattenQuant' })).toContainText('ACL Anthology author page');
});

test('8: bold letters within a word, a formula and a safe link are rendered, and no raw command is left', async ({ page }) => {
  await open(page, 'wenguang-chen?abstracts=open');
  const compression = works(page).filter({ hasText: 'Compression for Better' });
  expect(await compression.locator('b, strong').allInnerTexts()).toEqual(expect.arrayContaining(['L', 'L', 'C']));
  await expect(works(page).filter({ hasText: 'Larger Datasets' }).locator('math')).toHaveCount(1);
  await expect(
    works(page).filter({ hasText: 'GLM-130B' }).getByRole('link', { name: 'https://github.com/THUDM/GLM-130B/' }),
  ).toHaveAttribute('href', 'https://github.com/THUDM/GLM-130B/');
  const shown = await page.locator('main').evaluate((main) => {
    for (const source of main.querySelectorAll('annotation')) source.remove();
    return main.textContent ?? '';
  });
  expect(shown).not.toMatch(/\\[a-z]+/i);
});

test('9: the edge between Daning Cheng and Yunquan Zhang is explained by nine works', async ({ page }) => {
  await open(page, 'daning-cheng');
  await page.getByRole('link', { name: '9 works with Yunquan Zhang' }).click();
  await expect(page).toHaveURL(/\/graph\/daning-cheng\/yunquan-zhang$/);
  await expect(works(page)).toHaveCount(9);
});

test('10: an h-index of 41 over 19 listed papers has a warning, 1,989 citations have none', async ({ page }) => {
  await open(page, 'wenguang-chen/sources');
  await expect(page.getByText(/h-index of 41 and lists 19 works/)).toBeVisible();
  await expect(page.getByText(/at least 1,?681/)).toHaveCount(0);
  await expect(page.getByText('1,989').first()).toBeVisible();
});
