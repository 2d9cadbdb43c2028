import { expect, type Page, test } from '@playwright/test';
import { findViolations, wcag } from './axe.ts';

/** Indicators and their methods, reports, and the preview image of a shared link. */

async function expectAccessible(page: Page): Promise<void> {
  const violations = await findViolations(page, { type: 'tag', values: wcag });
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
    page.url(),
  ).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(overflow, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(0);
}

test('a reader goes from an indicator to its method: formula, limits, sample and literature', async ({ page }) => {
  await page.goto('/authors/wenguang-chen/sources');
  const indicators = page.getByRole('region', { name: 'Indicators' });
  await expect(indicators).toContainText('fewer than 5 works of this profile have a value');
  await expect(indicators).toContainText('They are not used for ranking');
  await indicators.getByRole('link', { name: 'New word pairs in titles' }).click();
  await expect(page).toHaveURL(/\/methods#novelty-1$/);
  for (const method of ['novelty-1', 'signal-1']) {
    const section = page.getByRole('region', { name: new RegExp(method) });
    for (const part of ['Formula', 'Sample', 'Limits', 'Literature']) {
      await expect(section.getByRole('heading', { name: part })).toBeVisible();
    }
    await expect(section.getByRole('link', { name: /^https:\/\/doi\.org\// }).first()).toBeVisible();
  }
  await expectAccessible(page);
});

for (const { script, width } of [
  { script: true, width: 1440 },
  { script: false, width: 390 },
]) {
  test.describe(script ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled: script, viewport: { width, height: 900 } });

    test(`a reader without an account reports an error on Daning Cheng’s record, at ${width} px`, async ({ page }) => {
      await page.goto('/authors/daning-cheng');
      await page.locator('summary', { hasText: 'More actions' }).click();
      await page.getByRole('link', { name: 'Report a problem' }).click();
      if (script) await expectAccessible(page);
      await page.getByRole('link', { name: 'Two profiles are one person' }).click();
      await page.getByLabel('Both are the same', { exact: true }).check();
      await page.getByLabel('The other one').fill('/authors/nobody-of-this-name');
      await page.getByRole('button', { name: 'Send the report' }).click();
      await expect(page.getByRole('alert')).toContainText('The other profile or work does not exist');
      await expect(page.getByLabel('The other one')).toHaveValue('/authors/nobody-of-this-name');
      await page.getByLabel('Both are the same', { exact: true }).check();
      await page.getByLabel('The other one').fill('/authors/daning-chen');
      await page.getByLabel('Anything else').fill(`A secret hint, ${width}`);
      await page.getByRole('button', { name: 'Send the report' }).click();
      await expect(page.getByRole('status')).toContainText('Your report is saved');
      if (script) await expectAccessible(page);
      await page.getByRole('link', { name: 'Back to the page' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Daning Cheng');
      await expect(page.locator('body')).not.toContainText('secret hint');
    });
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 900 } });

  test('a name longer than the screen wraps, and every year of a short record is labelled', async ({ page }) => {
    await page.goto('/authors/mara-lindqvist');
    const years = page.getByRole('figure', { name: /^Works by year, 2021 to 2026/ }).locator('svg');
    for (const year of [2021, 2022, 2023, 2024, 2025, 2026]) await expect(years.getByText(String(year), { exact: true })).toBeVisible();
    // Some organisations have names this long.
    const long = 'The International Consortium for the Study of Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamte';
    const own = page.locator('.byline b');
    await own.first().evaluate((name, text) => name.replaceChildren(text), long);
    await expect(own.first()).toHaveText(long);
    await expectAccessible(page);
    // What the server has drawn, before the explorer takes its place.
    await page.route('**/graph-*.js', (route) => route.abort());
    await page.goto('/graph?from=author:mara-lindqvist');
    const way = page.locator('label', { hasText: 'Find the path from' });
    await way.evaluate((label, text) => label.firstChild?.replaceWith(text), `Find the path from ${long} to`);
    await expect(way).toContainText(long);
    await expectAccessible(page);
  });
});

test('a shared link to a record or a work has a picture of its own', async ({ page, request }) => {
  await page.goto('/authors/yunquan-zhang');
  const meta = (name: string) => page.locator(`meta[property="og:${name}"]`).getAttribute('content');
  expect(await meta('title')).toBe('Yunquan Zhang');
  const address = (await meta('image')) ?? '';
  const picture = await request.get(new URL(address).pathname);
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png']);
  const bytes = await picture.body();
  // Width and height are at bytes 16 and 20 of a PNG.
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  expect((await request.get('/authors/nobody-at-all/card.png')).status()).toBe(404);
  await page.locator('article a[href^="/works/"]').first().click();
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', /\/works\/[0-9a-z]{12}\/card\.png$/);
});

test('a link to any public page has a picture, title and URL', async ({ page, request }) => {
  await page.goto('/topics');
  const topic = (await page.locator('main a[href^="/topics/"]').first().getAttribute('href')) ?? '';
  await page.goto('/authors/yunquan-zhang/coauthors');
  const edge = (await page.locator('main a[href^="/graph/yunquan-zhang/"]').first().getAttribute('href')) ?? '';
  await page.goto('/authors/yunquan-zhang');
  const work = (await page.locator('article a[href^="/works/"]').first().getAttribute('href')) ?? '';
  const pictures = {
    '/': '/cards/home.png',
    ...Object.fromEntries(
      ['about', 'methods', 'trust', 'topics', 'venues', 'institutions', 'graph', 'collaborate'].map((name) => [
        `/${name}`,
        `/cards/${name}.png`,
      ]),
    ),
    ...{ '/authors': '/cards/people.png', '/trust/log': '/cards/log.png', [topic]: `${topic}/card.png`, [edge]: `${edge}/card.png` },
    ...Object.fromEntries(['/search', '/search?q=lamps+%26+light&kind=works'].map((path) => [path, '/cards/search.png'])),
    ...Object.fromEntries(
      ['coauthors', 'topics', 'sources', 'trust', 'history', 'cv'].map((tab) => [
        `/authors/yunquan-zhang/${tab}`,
        '/authors/yunquan-zhang/card.png',
      ]),
    ),
    ...Object.fromEntries(['claim', 'invite'].map((page) => [`/${page}/yunquan-zhang`, '/authors/yunquan-zhang/card.png'])),
    ...{ [`${work}/history`]: `${work}/card.png` },
  };
  const bodies = new Set<string>();
  for (const [path, picture] of Object.entries(pictures)) {
    const html = await (await request.get(path)).text();
    const meta = (name: string) => new RegExp(`<meta property="og:${name}" content="([^"]+)"`).exec(html)?.[1] ?? '';
    const { origin, href } = new URL(meta('url').replaceAll('&amp;', '&'));
    expect([href.slice(origin.length), new URL(meta('image')).pathname], path).toEqual([path, picture]);
    expect(meta('image:alt'), path).toMatch(/Peergraph$/);
    expect(meta('description'), path).not.toBe('');
    const response = await request.get(picture);
    expect([response.status(), response.headers()['content-type']], picture).toEqual([200, 'image/png']);
    bodies.add((await response.body()).toString('base64'));
  }
  expect(bodies.size).toBe(new Set(Object.values(pictures)).size);
});
