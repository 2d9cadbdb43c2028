import { expect, test } from '@playwright/test';
import { changeDatabase, withInstanceStore } from './instance-database.ts';
import { expectAccessibleInBothThemes } from './pages.ts';

const graph = '/graph/yunquan-zhang';

test.use({ javaScriptEnabled: false });

test('the record links to the full graph: a picture, and a table with the same content', async ({ page, request }) => {
  await page.setViewportSize({ width: 1440, height: 1000 });
  await page.goto('/authors/yunquan-zhang');
  await page.getByRole('link', { name: 'Open the full graph' }).click();
  await expect(page).toHaveURL(new RegExp(`${graph}$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Around Yunquan Zhang');
  const rows = page.getByRole('table', { name: /people in this graph/ }).locator('tbody tr');
  const { people, links } = await (await request.get(`${graph}/slice.json`)).json();
  await expect(rows).toHaveCount(people.length);
  expect(people.length).toBeGreaterThan(10);
  await expect(page.locator('main svg:visible circle')).toHaveCount(people.length + 1);
  await expect(page.locator('main svg:visible a > path')).toHaveCount(links.length);
  const years = page.getByRole('region', { name: 'New links by year' });
  await years.getByText('New links by year, as a table').click();
  const counts = await years.getByRole('row').getByRole('cell').allInnerTexts();
  const dated = links.filter(({ firstYear }: { firstYear: number | null }) => firstYear !== null);
  const sum = counts.reduce((all, count) => all + Number(count), 0);
  expect(sum).toBe(dated.length);
  await expect(years.getByRole('link', { name: '2020' })).toHaveAttribute('href', `${graph}?until=2020`);
  // The group of a person is a colour in the picture, and text for screen readers.
  await expect(rows.filter({ hasText: 'Group: around' })).not.toHaveCount(0);
  const first = rows.first();
  await first.getByRole('link', { name: /joint works with/ }).click();
  await expect(page).toHaveURL(/\/graph\/yunquan-zhang\/[\w-]+$/);
  await expect(page.getByText(/Both are authors of \d+ works known here/)).toBeVisible();
});

test('the form asks for two steps and for more works together, and the URL has both', async ({ page }) => {
  await page.goto(graph);
  const near = await page.locator('tbody tr').count();
  await page.getByLabel('People', { exact: true }).selectOption('Their co-authors too');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page).toHaveURL(/steps=2/);
  expect(await page.locator('tbody tr').count()).toBeGreaterThan(near);
  await expect(page.locator('tbody').getByText('through').first()).toBeVisible();
  await page.getByLabel('Joint works, at least').selectOption('3');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  expect(await page.locator('tbody tr').count()).toBeLessThan(near);
  await page.getByLabel('Joint works from').fill('2999');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByText('No co-authors match these filters.')).toBeVisible();
  await page.getByRole('link', { name: 'Show all co-authors' }).click();
  await expect(page.locator('tbody tr')).toHaveCount(near);
});

test('the path to a person is found by name, then step by step', async ({ page }) => {
  await page.goto(graph);
  await page.getByLabel('Find the path from Yunquan Zhang to').fill('fei yang');
  await page.getByRole('button', { name: 'Show path' }).click();
  const suggestions = page.getByRole('region', { name: 'Who do you mean?' });
  if (await suggestions.isVisible()) await suggestions.getByRole('link', { name: 'Fei Yang' }).first().click();
  await expect(page.getByRole('region', { name: 'Path to Fei Yang' })).toContainText(/None within 4 steps\./);
  await page.goto(`${graph}?path=kairong-luo`);
  const way = page.getByRole('region', { name: 'Path to Kairong Luo' });
  await expect(way.getByRole('listitem')).toHaveCount(3);
  await expect(way).toContainText('Shortest co-author path: 2 links.');
  await expect(page.locator('main svg:visible path.on-path')).toHaveCount(2);
  await expect(page.locator('main svg:visible circle.on-path')).toHaveCount(3);
  await page.goto(`${graph}?to=${encodeURIComponent('<b>nobody</b>')}`);
  await expect(page.getByText('No one else here is named “<b>nobody</b>”.')).toBeVisible();
});

test('every graph URL is a page or is not found, and search engines exclude the graphs', async ({ request }) => {
  for (const query of [
    '?steps=9',
    '?path=nobody',
    '?path=yunquan-zhang',
    '?until=soon',
    '?since=soon&least=-1',
    '?steps=2&steps=1&least=999999',
    '?to=%F0%9F%98%80',
    '?to[]=x',
  ]) {
    const response = await request.get(graph + query);
    expect(response.status(), query).toBe(200);
    expect(await response.text(), query).toContain('noindex');
  }
  for (const path of ['/graph/nobody-here', '/graph/nobody-here/slice.json']) expect((await request.get(path)).status()).toBe(404);
});

for (const width of [1440, 390]) {
  test(`the graph passes axe and does not scroll sideways at ${width} px, light and dark`, async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width, height: 900 }, javaScriptEnabled: true });
    const page = await context.newPage();
    for (const path of [`${graph}?steps=2`, `${graph}?to=chen`, '/graph/yunquan-zhang/fei-yang']) {
      await page.goto(path);
      await expectAccessibleInBothThemes(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      const [named, drawn] = await page.evaluate(() => {
        const seen = (selector: string) =>
          [...document.querySelectorAll<HTMLElement>(selector)].filter((each) => each.getClientRects().length > 0);
        const legend = seen('ul[aria-label=Groups] li > [aria-hidden]').map(({ style }) => style.background);
        const points = document.querySelector('ul[aria-label=Groups]') ? seen('svg.network circle') : [];
        const groups = points.flatMap((point) => point.getAttribute('fill')?.match(/var\(--color-m[1-7]\)/)?.[0] ?? []);
        return [legend.sort(), [...new Set(groups)].sort()];
      });
      expect(named, `the legend of ${path} names the groups that are drawn`).toEqual(drawn);
    }
    await context.close();
  });
}

test('graphs with very long names are no wider than a screen of 320 px', async ({ browser }) => {
  const long = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtenanwaerter';
  const names = ['Ada', 'Ben', 'Cem', 'Dea', 'Eva'].map((given) => `${given} ${long}`);
  await changeDatabase(async (tx) => {
    const { storeWorks } = await import('#lib/catalog/ingest/commands/store-works.ts');
    const createImportedWork = (at: number, authors: string[]) => ({
      ...{
        source: 'scholar-feed' as const,
        recordId: `long-${at}`,
        title: [`Names of every length, part ${at}`],
        type: 'article' as const,
      },
      ...{ identifiers: [], year: 2019, authors: authors.map((name) => ({ name })), authorsComplete: true, indicators: [] },
    });
    const works = [
      createImportedWork(1, names.slice(0, 3)),
      createImportedWork(2, names.slice(0, 3)),
      createImportedWork(3, [names[0] ?? '', ...names.slice(3)]),
    ];
    await storeWorks(tx, { source: 'scholar-feed', importId: null, observedAt: new Date(), works });
  });
  const page = await (await browser.newContext({ viewport: { width: 320, height: 900 }, javaScriptEnabled: false })).newPage();
  const [slug, other] = await withInstanceStore(async (store) => {
    const rows = await store.reader.query<{ slug: string }>(
      'select slug from authors where name in (?, ?) order by name',
      [],
      names.slice(0, 2),
    );
    return rows.map((row) => row.slug);
  });
  await page.goto(`/graph/${slug}`);
  await expect(page.getByRole('list', { name: 'Groups' }).getByText(`Around Ben ${long}`)).toBeVisible();
  for (const path of [`/graph/${slug}`, `/graph/${slug}/${other}`, `/authors/${slug}/coauthors`, `/authors/${slug}/history`]) {
    await page.goto(path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
  }
});
