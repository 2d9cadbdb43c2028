import { expect, test } from '@playwright/test';
import type { GraphSlice } from '#lib/catalog/graph/model/kinds.ts';
import { changeDatabase, withInstanceStore } from './instance-database.ts';
import { expectAccessibleInBothThemes } from './pages.ts';

const state = '?from=author:yunquan-zhang';
const graph = `/graph${state}`;

test.use({ javaScriptEnabled: false });

test('the profile shows the graph around it, with the same as a table, and opens the same state', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 1000 });
  await page.goto('/authors/yunquan-zhang');
  const around = page.getByRole('region', { name: 'In the graph' });
  await expect(around.getByRole('list', { name: 'In this graph' }).getByRole('listitem')).toHaveText([/people/, /works/, /topics/]);
  await expect(around.getByText('No institution is shown: no source that is imported here states one.')).toBeVisible();
  await around.getByText('The same as a table').click();
  const rows = around.getByRole('table').locator('tbody tr');
  await expect(around.locator('svg.slice a > title + path + text')).not.toHaveCount(0);
  await expect(around.locator('svg.slice > a')).toHaveCount((await rows.count()) + 1);
  await expect(around.locator('svg.slice g > a')).toHaveCount(await rows.locator('td a').count());
  await around.getByRole('link', { name: 'Open in the graph' }).click();
  expect(new URL(page.url()).search).toBe(state);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Around Yunquan Zhang');
});

test('the graph is a picture and a table with the same content as its data, and each link leads to its evidence', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 1440, height: 1000 });
  await page.goto(graph);
  const { nodes, links } = (await (await request.get(`/graph/slice.json${state}`)).json()) as GraphSlice;
  const rows = page.getByRole('table', { name: 'The graph around Yunquan Zhang' }).locator('tbody tr');
  await expect(rows).toHaveCount(nodes.length - 1);
  await expect(page.locator('main svg.slice:visible > a')).toHaveCount(nodes.length);
  await expect(page.locator('main svg.slice:visible g > a')).toHaveCount(links.length);
  await expect(rows.locator('td a')).toHaveCount(links.length);
  for (const kind of ['author', 'work', 'topic']) expect(nodes.filter((node) => node.kind === kind).length).toBeGreaterThan(3);
  for (const link of links.slice(0, 40).filter((_, at) => at % 8 === 0))
    expect((await request.get(link.href)).status(), link.href).toBe(200);
  await rows
    .getByRole('link', { name: /joint works/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/graph\/yunquan-zhang\/[\w-]+$/);
  await expect(page.getByText(/\d+ joint works\./).first()).toBeVisible();
});

test('the form asks for other kinds, two steps and more works, and the address has them', async ({ page }) => {
  await page.goto(graph);
  const near = await page.locator('tbody tr').count();
  await page.getByLabel('Steps', { exact: true }).selectOption('And what is linked with that');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page).toHaveURL(/steps=2/);
  expect(await page.locator('tbody tr').count()).toBeGreaterThan(near);
  for (const kind of ['Works', 'Topics', 'Institutions']) await page.getByLabel(kind, { exact: true }).uncheck();
  await page.getByLabel('Steps', { exact: true }).selectOption('What is linked with it');
  await page.getByLabel('Works per link, at least').selectOption('3');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.locator('tbody th small')).not.toHaveCount(0);
  for (const kind of await page.locator('tbody th small').allInnerTexts()) expect(kind).toBe('person');
  await page.getByLabel('Works from').fill('2999');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
  await page.getByRole('link', { name: 'Show all' }).click();
  await expect(page.locator('tbody tr')).toHaveCount(near);
});

test('a path names its links and some of their works, and a comparison what two share', async ({ page }) => {
  await page.goto(graph);
  await page.getByLabel('Find the path from Yunquan Zhang to').fill('kairong luo');
  await page.getByRole('button', { name: 'Show path' }).click();
  const path = page.getByRole('region', { name: 'Path' });
  await path.getByRole('link', { name: 'Kairong Luo' }).first().click();
  await expect(path.getByText('2 links').first()).toBeVisible();
  await expect(path.locator('a[href^="/works/"]').first()).toBeVisible();
  await expect(page.locator('main svg.slice:visible path.path-line')).toHaveCount(2);
  await page.goto(`${graph}&with=author:daning-cheng`);
  const shared = page.getByRole('region', { name: 'Compare' });
  await expect(shared.getByRole('table', { name: 'Shared works' }).locator('tbody tr')).toHaveCount(9);
  await page.goto(`${graph}&to=${encodeURIComponent('<b>nobody</b>')}`);
  await expect(page.getByText('Nothing here is named “<b>nobody</b>”.')).toBeVisible();
});

test('former addresses lead on, bad ones are not found, and search engines exclude the graphs', async ({ request, page }) => {
  const former = await request.get('/graph/yunquan-zhang?steps=2&least=3&path=kairong-luo', { maxRedirects: 0 });
  expect([former.status(), former.headers().location]).toEqual([
    308,
    '/graph?from=author:yunquan-zhang&kinds=people&steps=2&least=3&to=author:kairong-luo',
  ]);
  for (const query of [
    '&steps=9',
    '&to=nobody',
    '&to=author:yunquan-zhang',
    '&until=soon',
    '&kinds=stars',
    '&to=%F0%9F%98%80',
    '&with[]=x',
  ]) {
    const response = await request.get(graph + query);
    expect(response.status(), query).toBe(200);
    expect(await response.text(), query).toContain('noindex');
  }
  for (const path of ['/graph/nobody-here', '/graph?from=author:nobody-here', '/graph?from=nobody', '/graph/slice.json?from=topic:none'])
    expect((await request.get(path)).status(), path).toBe(404);
  await page.goto('/graph?q=yunquan');
  await page.getByRole('link', { name: 'Yunquan Zhang' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Around Yunquan Zhang');
});

for (const width of [1440, 390]) {
  test(`the graph passes axe and does not scroll sideways at ${width} px, light and dark`, async ({ browser }) => {
    const page = await (await browser.newContext({ viewport: { width, height: 900 }, javaScriptEnabled: true })).newPage();
    // Without the script of the explorer, which would take the place of what the server has drawn.
    await page.route('**/graph-*.js', (route) => route.abort());
    for (const path of [`${graph}&steps=2&to=author:kairong-luo&with=author:daning-cheng`, '/graph/yunquan-zhang/fei-yang']) {
      await page.goto(path);
      await expectAccessibleInBothThemes(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    }
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
  for (const path of [
    `/graph?from=author:${slug}&with=author:${other}`,
    `/authors/${slug}`,
    `/graph/${slug}/${other}`,
    `/authors/${slug}/coauthors`,
    `/authors/${slug}/history`,
  ]) {
    await page.goto(path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
  }
});
