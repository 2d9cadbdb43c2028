import { expect, test } from '@playwright/test';
import { expectAccessibleInBothThemes, findHorizontalOverflow } from './pages.ts';

const publicPages = [
  '/',
  '/authors',
  '/authors/yunquan-zhang',
  '/authors/fei-yang',
  '/authors/mara-lindqvist',
  '/graph/yunquan-zhang/daning-cheng',
  '/search?q=zhang',
  '/search?q=nobodybythisname',
  '/trust',
  '/about',
  '/data',
  '/sign-in',
  '/no/such/page',
];

for (const width of [390, 1440]) {
  test(`every public page passes axe, has no console message and does not scroll sideways at ${width} px, light and dark`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    const page = await context.newPage();
    const consoleErrors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()));
    page.on('pageerror', (error) => consoleErrors.push(String(error)));
    for (const path of publicPages) {
      const response = await page.goto(path);
      if (path === '/no/such/page') consoleErrors.length = 0;
      expect(response?.status(), path).toBe(path === '/no/such/page' ? 404 : 200);
      await expectAccessibleInBothThemes(page);
      expect(consoleErrors, path).toEqual([]);
    }
    await context.close();
  });
}

test('text of twice the size fits a phone: no page scrolls sideways (WCAG 2.2, 1.4.4)', async ({ browser }) => {
  const page = await (await browser.newContext({ viewport: { width: 390, height: 800 } })).newPage();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  for (const path of [...publicPages, '/authors/mara-lindqvist/trust', '/authors/wenguang-chen/trust', '/authors/mara-lindqvist/graph']) {
    await page.goto(path);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
    expect(await findHorizontalOverflow(page), path).toEqual([]);
  }
  await page.context().close();
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a reader goes from the home page by search to a record, its works and a collaborator', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.getByRole('main').getByRole('searchbox').fill('zhang YUNQUAN');
    await page.getByRole('main').getByRole('searchbox').press('Enter');
    await page.getByRole('main').getByRole('link', { name: 'Yunquan Zhang' }).first().click();
    await expect(page).toHaveURL(/\/authors\/yunquan-zhang$/);
    await page.getByRole('article').first().getByText('Why is this listed?').click();
    await expect(page.getByRole('article').first()).toContainText(/Scholar Feed/);
    await page.getByRole('link', { name: 'Boyang Zhang', exact: true }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Boyang Zhang');
  });

  for (const [query, name] of [
    ['Tomas okafor', 'Tomás Okafor'],
    ['OKAFOR TOMÁS', 'Tomás Okafor'],
    ['duarte in', 'Inês Duarte'],
    ['wenguang CHEN', 'Wenguang Chen'],
  ] as const) {
    test(`“${query}” finds ${name}`, async ({ page }) => {
      await page.goto(`/search?q=${encodeURIComponent(query)}`);
      await expect(page.getByRole('main').getByRole('link', { name }).first()).toBeVisible();
    });
  }

  test('hostile queries are treated as text', async ({ page }) => {
    for (const query of [
      '"',
      'a" OR "b',
      'NEAR(',
      '*',
      '<script>alert(1)</script>',
      "'; drop table authors; --",
      '-',
      'title:x',
      '(((',
      '𐺀a𝔘',
      '%00',
    ]) {
      const response = await page.goto(`/search?q=${encodeURIComponent(query)}`);
      expect(response?.status(), query).toBe(200);
    }
  });

  test('the list of authors pages to its end and back, and starts at a letter', async ({ page }) => {
    await page.goto('/authors');
    const seen = new Set<string>();
    for (let pages = 0; pages < 20; pages += 1) {
      for (const name of await page.getByRole('main').getByRole('listitem').allInnerTexts()) seen.add(name);
      const next = page.getByRole('link', { name: /next/i });
      if ((await next.count()) === 0) break;
      await next.first().click();
    }
    expect(seen.size).toBeGreaterThan(60);
  });
});

test('lists of people draw works by year for those with three or more, and screen readers get count and years', async ({ page }) => {
  for (const path of ['/authors?from=z', '/search?q=zhang&kind=people', '/topics/machine-learning', '/']) {
    await page.goto(path);
    const row = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: 'Yunquan' })
      .filter({ hasText: /22 works.*2019–2026/ });
    await expect(row.locator('svg.sparkline[aria-hidden]'), path).toHaveCount(1);
    expect((await row.locator('svg.sparkline path').getAttribute('d'))?.match(/M/g)?.length, path).toBe(7);
  }
  await page.goto('/authors?from=z');
  await expect(page.getByRole('main')).toContainText('Bars: works by year, 2013 to 2026.');
  await expect(page.getByRole('listitem').filter({ hasText: 'Zhang, Yuchen' }).locator('svg.sparkline')).toHaveCount(0);
});

test('hidden text in a list of columns is positioned within its entry: Safari would extend the page below its end', async ({ page }) => {
  await page.goto('/authors');
  const positions = await page
    .locator('main li .sr-only')
    .evaluateAll((all) => all.map((each) => (each as HTMLElement).offsetParent?.closest('li') != null));
  expect(new Set(positions)).toEqual(new Set([true]));
});

test('a phone shows the current tab, also if the browser does not know scroll-initial-target', async ({ browser }) => {
  const page = await (await browser.newContext({ viewport: { width: 390, height: 800 } })).newPage();
  await page.route('**/*.css', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll('scroll-initial-target', 'unknown') });
  });
  await page.addInitScript(() => {
    CSS.supports = () => false;
  });
  await page.goto('/authors/yunquan-zhang/trust');
  await expect(page.locator('.tabs [aria-current]')).toHaveText('Trust');
  await expect(page.locator('.tabs [aria-current]')).toBeInViewport({ ratio: 1 });
});

test('fields have a text size of at least 16 px on a phone, because iOS zooms into smaller ones', async ({ browser }) => {
  const page = await (await browser.newContext({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true })).newPage();
  for (const path of [
    '/graph?from=author:yunquan-zhang',
    '/authors/yunquan-zhang',
    '/authors/mara-lindqvist/cv',
    '/search?q=learning&kind=works',
  ]) {
    await page.goto(path);
    const sizes = await page
      .locator('input:not([type=hidden], [type=checkbox], [type=radio]), select, textarea')
      .evaluateAll((fields) => fields.map((field) => Number.parseFloat(getComputedStyle(field).fontSize)));
    expect(Math.min(...sizes), path).toBeGreaterThanOrEqual(16);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0);
  }
});

test('the permanent link redirects to the record, and an unknown one is not found', async ({ page, request }) => {
  await page.goto('/authors/yunquan-zhang/sources');
  const link = await page.getByRole('link', { name: 'Permanent link' }).getAttribute('href');
  expect(link).toMatch(/^\/authors\/[0-9a-z]{12}$/);
  const response = await request.get(link ?? '', { maxRedirects: 0 });
  expect(response.status()).toBe(308);
  expect(response.headers().location).toMatch(/\/authors\/yunquan-zhang$/);
  expect((await request.get('/authors/nobody-at-all')).status()).toBe(404);
  const inCapitals = await request.get('/authors/Yunquan-Zhang/coauthors', { maxRedirects: 0 });
  expect([inCapitals.status(), new URL(inCapitals.headers().location ?? '', 'http://x').pathname]).toEqual([
    308,
    '/authors/yunquan-zhang/coauthors',
  ]);
  expect((await request.get('/authors/Nobody-At-All')).status()).toBe(404);
});

for (const path of ['/authors/nobody-at-all', '/works/nothing', '/graph/yunquan-zhang/nobody', '/authors/%E0%A4%A', '/works/a%00']) {
  test(`${path} states without script that the page does not exist, and links on`, async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    expect((await page.goto(path))?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
    await expect(page.getByRole('link', { name: 'Search for a person or a work' })).toBeVisible();
    await context.close();
  });
}

test('an anonymous reader gets the same bytes as everybody, under a policy that names every script', async ({ request }) => {
  const [one, other] = [
    await request.get('/authors/yunquan-zhang'),
    await request.get('/authors/yunquan-zhang', { headers: { cookie: 'x=y', 'user-agent': 'other' } }),
  ];
  expect(await one.text()).toBe(await other.text());
  const policy = one.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  // All actions of visitors work without JavaScript; the only script is that of the search box.
  const scripts = (await one.text()).match(/<script(?![^>]*ld\+json)[^>]*>/g) ?? [];
  expect(scripts).toEqual([expect.stringMatching(/^<script type="module" src="\/page-[0-9a-f]{12}\.js">$/)]);
});

test('the keyboard alone reaches the works, with visible focus', async ({ page }) => {
  await page.goto('/authors/yunquan-zhang');
  await page.keyboard.press('Tab');
  const skip = page.locator(':focus');
  await expect(skip).toContainText(/skip/i);
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.locator('main :focus')).toHaveCount(1);
  const outline = await page.locator(':focus').evaluate((element) => getComputedStyle(element).outlineStyle);
  expect(outline).not.toBe('none');
});

test('health and readiness answer, and a body that is too large is rejected before it reaches the pages', async ({ request }) => {
  expect((await request.get('/healthz')).status()).toBe(200);
  expect((await request.get('/readyz')).status()).toBe(200);
  expect((await request.post('/sign-in/email', { data: 'x'.repeat(300_000), headers: { 'content-type': 'text/plain' } })).status()).toBe(
    413,
  );
});
