import { expect, test } from '@playwright/test';
import { expectAccessibleInBothThemes } from './pages.ts';

/** Topics, venues, institutions and co-authors of the running sample instance. */
const pages = [
  '/topics',
  '/topics/machine-learning',
  '/venues',
  '/venues/acl',
  '/institutions',
  '/institutions/zhejiang-lab',
  '/authors',
  '/authors?claimed=yes',
  '/authors/yunquan-zhang/coauthors',
  '/authors/yunquan-zhang/topics',
  '/authors/yunquan-zhang/sources',
  '/graph',
  '/authors/yunquan-zhang/coauthors?by=name',
];

for (const width of [390, 1440]) {
  test(`context pages pass axe and do not scroll sideways at ${width} px, light and dark`, async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    const page = await context.newPage();
    for (const path of pages) {
      expect((await page.goto(path))?.status(), path).toBe(200);
      await expectAccessibleInBothThemes(page);
    }
    await context.close();
  });
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a reader goes from a record to a topic, to its people, and to another record', async ({ page }) => {
    await page.goto('/authors/yunquan-zhang');
    const topics = page.getByRole('region', { name: 'Topics' });
    await topics.getByRole('link', { name: 'Machine Learning' }).click();
    await expect(page).toHaveURL(/\/topics\/machine-learning$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Machine Learning');
    await expect(page.getByRole('main').getByText('LG', { exact: true })).toBeVisible();
    await expect(page.getByRole('figure', { name: /^Works by year/ })).toBeVisible();
    expect(await page.getByRole('article').count()).toBeGreaterThan(1);
    await page.getByRole('region', { name: 'People' }).getByRole('link', { name: 'Daning Cheng' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Daning Cheng');
  });

  test('on a phone, topics by year start with the newest years, next to the names of the topics', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/authors/yunquan-zhang/topics');
    const table = page.getByRole('region', { name: 'Topics by year' });
    await table.scrollIntoViewIfNeeded();
    for (const seen of [
      table.getByRole('columnheader', { name: '2026' }),
      table.getByRole('columnheader', { name: 'Works' }),
      table.getByRole('rowheader', { name: 'Performance' }),
    ])
      await expect(seen).toBeInViewport({ ratio: 1 });
    await expect(table.getByRole('columnheader', { name: '2019' })).not.toBeInViewport();
    await table.evaluate((region) => region.scrollTo({ left: -1000 }));
    await expect(table.getByRole('columnheader', { name: '2020' })).toBeInViewport({ ratio: 1 });
    await expect(table.getByRole('rowheader', { name: 'Performance' })).toBeInViewport({ ratio: 1 });
  });

  test('the table under the chart counts the works of the topic', async ({ page }) => {
    await page.goto('/topics/machine-learning');
    await page.getByText('Works by year, as a table').click();
    const figures = await page.getByRole('table').locator('tbody td:last-child').allInnerTexts();
    const sum = figures.reduce((total, figure) => total + Number(figure), 0);
    await expect(page.getByRole('main')).toContainText(`${sum} works`);
    await expect(page.getByRole('article')).toHaveCount(sum);
  });

  test('an affiliation links to its institution, which states how it was matched and whether the registry has it', async ({ page }) => {
    await page.goto('/authors/fei-yang/topics');
    const affiliations = page.getByRole('region', { name: 'Affiliations' });
    await expect(affiliations).toContainText('ACL Anthology');
    await affiliations.getByRole('link', { name: 'Zhejiang Lab' }).click();
    // Another test imports this organisation; without it the page states that nothing was matched.
    await expect(page.getByRole('main')).toContainText(/Not matched to the ROR registry|ror\.org\/02m2h7991/);
    await expect(page.getByRole('main')).toContainText('“Zhejiang Lab”');
    await expect(page.getByRole('region', { name: 'People' }).getByRole('link', { name: 'Fei Yang' })).toBeVisible();
  });

  test('the years of a venue are one venue, and a preprint server is not a venue', async ({ page }) => {
    await page.goto('/authors/fei-yang/topics');
    await page.getByRole('region', { name: 'Venues' }).getByRole('link', { name: 'ACL', exact: true }).click();
    await expect(page).toHaveURL(/\/venues\/acl$/);
    await expect(page.getByRole('article')).toHaveCount(2);
    await page.goto('/venues');
    await expect(page.getByRole('main').getByRole('link', { name: /arxiv/i })).toHaveCount(0);
  });

  test('the page of a work links to its venue and to its topic', async ({ page }) => {
    const facts = page.getByRole('region', { name: 'Details' });
    await page.goto('/authors/fei-yang');
    await page.getByRole('link', { name: /^OptiCo/ }).click();
    await facts.getByRole('link', { name: 'ACL 2026' }).click();
    await expect(page).toHaveURL(/\/venues\/acl$/);
    await page.goto('/authors/yunquan-zhang');
    await page.getByRole('link', { name: /^DynaTrain/ }).click();
    await facts.getByRole('link', { name: 'Machine Learning' }).click();
    await expect(page).toHaveURL(/\/topics\/machine-learning$/);
  });

  test('all co-authors are on a separate page, by shared works and by name', async ({ page }) => {
    await page.goto('/authors/yunquan-zhang');
    await page.getByRole('link', { name: /^All \d+ co-authors$/ }).click();
    await expect(page.getByRole('heading', { level: 2, name: /^\d+ co-authors$/ })).toBeVisible();
    const shared = (await page.getByRole('link', { name: /joint works? with/ }).allInnerTexts()).map(Number);
    expect(shared).toEqual(shared.toSorted((a, b) => b - a));
    await page.getByRole('link', { name: 'By name' }).click();
    const names = await page.getByRole('rowheader').allInnerTexts();
    expect(names).toEqual(names.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
    expect(names.length).toBe(shared.length);
  });

  test('at 390 px the current tab of a profile is visible', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/authors/yunquan-zhang/trust');
    const tab = await page.getByRole('navigation', { name: 'Profile' }).getByRole('link', { name: 'Trust' }).boundingBox();
    expect(tab && tab.x + tab.width).toBeLessThanOrEqual(390);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  test('the directory shows only claimed profiles, with their letters, and all profiles again', async ({ page }) => {
    await page.goto('/authors');
    await page.getByRole('navigation', { name: 'Claim of the profile' }).getByRole('link', { name: 'Claimed' }).click();
    await expect(page).toHaveURL(/\/authors\?claimed=yes$/);
    const people = page.getByRole('main').getByRole('listitem');
    await expect(people.filter({ hasText: 'Lindqvist, Mara' })).toContainText('Claimed');
    await expect(people.filter({ hasText: 'Zhang, Yunquan' })).toHaveCount(0);
    // The letters are shown for six people or more, and if a letter is selected.
    await page.goto('/authors?claimed=yes&from=l');
    await page.getByRole('link', { name: /^O, / }).click();
    await expect(page).toHaveURL(/claimed=yes&from=o$/);
    await expect(people.filter({ hasText: 'Okafor, Tomás' })).toHaveCount(1);
    await expect(people.filter({ hasText: 'Lindqvist, Mara' })).toHaveCount(0);
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await expect(page).not.toHaveURL(/from=/);
    await page.goto('/authors?from=zhang');
    await expect(people.filter({ hasText: 'Zhang, Yunquan' })).toHaveCount(1);
  });

  test('organisations that sign works are listed apart from people', async ({ page }) => {
    await page.goto('/authors?from=glm');
    const organisations = page.getByRole('region', { name: 'Organisations among the authors' });
    await expect(organisations.getByRole('link', { name: 'GLM-4.5 Team' })).toBeVisible();
  });
});

test('unknown contexts are not found; every page is in the sitemap and names itself', async ({ page, request }) => {
  for (const path of ['/topics/nothing', '/venues/nothing', '/institutions/nothing', '/authors/nobody/coauthors'])
    expect((await request.get(path)).status(), path).toBe(404);
  const sitemap = await (await request.get('/sitemaps/contexts-1.xml')).text();
  for (const path of ['/topics/machine-learning', '/venues/acl', '/institutions/zhejiang-lab']) {
    expect(sitemap).toContain(`${path}</loc>`);
    await page.goto(path);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`${path}$`));
    expect(await page.locator('script[type="application/ld+json"]').textContent()).toContain(path);
  }
});

test('people are next to a long list of works, not next to a short one, and a single year has no chart', async ({ page }) => {
  await page.goto('/topics/machine-learning');
  const beside = page.getByRole('complementary').getByRole('region', { name: 'Most works here' });
  await expect(beside.getByRole('listitem')).toHaveCount(5);
  // Other tests temporarily suppress one of them.
  await beside.getByRole('link', { name: /^All 2\d people$/ }).click();
  await expect(page).toHaveURL(/#people$/);
  await page.goto('/institutions/zhejiang-lab');
  await expect(page.getByRole('heading', { level: 2, name: '1 work' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Most works here' })).toHaveCount(0);
  await expect(page.getByRole('figure', { name: /^Works by year/ })).toHaveCount(0);
});
