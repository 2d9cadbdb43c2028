import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, outboxPath } from './pages.ts';

const collectConsoleErrors = (page: Page): string[] => {
  const consoleErrors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()));
  page.on('pageerror', (error) => consoleErrors.push(String(error)));
  return consoleErrors;
};

const box = (page: Page) => page.locator('form[action="/search"] input[name="q"]:visible');
const options = (page: Page) => page.getByRole('option');
const people = (page: Page) => page.getByRole('region', { name: 'People' });

for (const width of [390, 1440]) {
  test(`the box is a keyboard-operable combobox at ${width} px that passes axe with its list open`, async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    const page = await context.newPage();
    const consoleErrors = collectConsoleErrors(page);
    // On a phone, only the search page has a search box.
    const [path, list] = ['/search', 'search-list'];
    await page.goto(path);
    const input = box(page);
    await input.focus();
    await expect(input).toHaveRole('combobox');
    await expect(input).toHaveAttribute('aria-expanded', 'false');
    await input.pressSequentially('zh');
    await expect(options(page).first()).toBeVisible();
    await expect(input).toHaveAttribute('aria-expanded', 'true');
    await expect(page.getByRole('status').filter({ hasText: /suggestion/ })).toHaveText(/^\d+ suggestions?$/);
    await expectAccessible(page);
    const count = await options(page).count();
    expect(count).toBeLessThanOrEqual(10);
    const selected = page.getByRole('option', { selected: true });
    await page.keyboard.press('ArrowDown');
    await expect(selected).toHaveId(`${list}-0`);
    await expect(input).toHaveAttribute('aria-activedescendant', `${list}-0`);
    await page.keyboard.press('End');
    await expect(selected).toHaveId(`${list}-${count - 1}`);
    await page.keyboard.press('ArrowDown');
    await expect(selected).toHaveCount(0);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Home');
    await expect(selected).toHaveId(`${list}-0`);
    await page.keyboard.press('Escape');
    await expect(options(page).first()).toBeHidden();
    await expect(input).toHaveValue('zh');
    await expect(input).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.press('ArrowDown');
    await expect(options(page).first()).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(options(page).first()).toBeHidden();
    await input.focus();
    await input.fill('yunquan');
    await expect(page.getByRole('option', { name: /^Yunquan Zhang ?, .*Person$/ })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/authors\/yunquan-zhang$/);
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(options(page).first()).toBeHidden();
    expect(consoleErrors).toEqual([]);
    await context.close();
  });
}

test('a touch opens a suggestion, and a touch outside closes the list', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  const consoleErrors = collectConsoleErrors(page);
  await page.goto('/search');
  await box(page).tap();
  await box(page).pressSequentially('fei');
  const option = options(page).filter({ hasText: 'Fei Yang' }).first();
  await expect(option).toBeVisible();
  expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await page.locator('h1').first().tap();
  await expect(options(page).first()).toBeHidden();
  await box(page).tap();
  await box(page).pressSequentially(' ya');
  await options(page).filter({ hasText: 'Fei Yang' }).first().tap();
  await expect(page).toHaveURL(/\/authors\/fei-yang$/);
  expect(consoleErrors).toEqual([]);
  await context.close();
});

test('one letter sends no request, and Enter on the typed words searches', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/search/suggestions') && asked.push(request.url()));
  await page.goto('/');
  await box(page).first().fill('z');
  await page.waitForTimeout(400);
  expect(asked).toEqual([]);
  await box(page).first().fill('zhang');
  await expect(options(page).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?q=zhang$/);
});

test('Escape cancels the pending request, and keys of an input method are ignored', async ({ page }) => {
  await page.goto('/about');
  const input = box(page);
  await input.fill('zhang');
  await input.press('Escape');
  await page.waitForTimeout(600);
  await expect(options(page).first()).toBeHidden();
  await input.fill('yunquan');
  await expect(options(page).first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await input.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: true });
  await input.dispatchEvent('keydown', { key: 'ArrowDown', isComposing: true });
  await expect(page.getByRole('option', { selected: true })).toHaveId('site-search-list-0');
  await expect(page).toHaveURL(/\/about$/);
  await input.pressSequentially(' z');
  await expect(page.getByRole('option', { selected: true })).toHaveCount(0);
});

test('a member has the same box, without hydration errors', async ({ page }) => {
  const consoleErrors = collectConsoleErrors(page);
  const email = 'searcher@example.org';
  await page.goto('/sign-in');
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  const mail = page
    .getByRole('article')
    .filter({ hasText: `To ${email}` })
    .first();
  await expect(async () => {
    await page.goto(outboxPath());
    await expect(mail).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 180_000 });
  await mail.getByRole('link').first().click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/me$/);
  for (const path of ['/authors/yunquan-zhang', '/search']) {
    await page.goto(path);
    await box(page).focus();
    await expect(box(page)).toHaveRole('combobox');
    await page.waitForLoadState('networkidle');
    await box(page).fill('fei yang');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('option', { name: /^Fei Yang ?, .*Person$/ })).toBeVisible();
    // At 320 px the header has no search box.
    if (path === '/search') await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/authors\/fei-yang$/);
  }
  expect(consoleErrors).toEqual([]);
});

test('suggestions are not cached, and accept any text', async ({ request }) => {
  const long = 'zhang '.repeat(80);
  for (const q of [
    '',
    ' ',
    'z',
    long,
    '"',
    '*',
    'NEAR(a',
    '%',
    '_',
    "' or 1=1 --",
    '🙂',
    '‮yunquan',
    '((((',
    'zh" OR "a',
    '张',
    'a b c d e f g h i j',
  ]) {
    const response = await request.get(`/search/suggestions?q=${encodeURIComponent(q)}`);
    expect(response.status(), q).toBe(200);
    expect(response.headers()['cache-control']).toBe('no-store');
    const { suggestions } = await response.json();
    expect(suggestions.length, q).toBeLessThanOrEqual(10);
  }
  const { suggestions } = await (await request.get('/search/suggestions?q=%E2%80%AEyunquan')).json();
  expect(suggestions[0]).toMatchObject({ kind: 'people', label: 'Yunquan Zhang', href: '/authors/yunquan-zhang' });
});

test('our content security policy allows the script, which is small, immutable, and sets no HTML', async ({ request }) => {
  const html = await (await request.get('/about')).text();
  const path = /src="(\/page-[0-9a-f]{12}\.js)"/.exec(html)?.[1] ?? '';
  const response = await request.get(path, { headers: { 'accept-encoding': 'br' } });
  expect(response.status()).toBe(200);
  expect(response.headers()['cache-control']).toContain('immutable');
  expect(Number(response.headers()['content-length'])).toBeLessThan(12_000);
  expect(await response.text()).not.toMatch(/innerHTML|insertAdjacentHTML|eval\(/);
});

test('hostile text is text in suggestions and results', async ({ page }) => {
  const consoleErrors = collectConsoleErrors(page);
  await page.goto('/search?q=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E&kind=%3Cb%3E&after=%00x'.replace('%00', ''));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^(Search$|Results for)/);
  await expect(page.locator('main img')).toHaveCount(0);
  expect(consoleErrors).toEqual([]);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  for (const [query, name, why] of [
    ['Yunquan Zhang', 'Yunquan Zhang', null],
    ['Y. Zhang', 'Yunquan Zhang', null],
    ['Zhang Yunquan', 'Yunquan Zhang', null],
    ['YQ Zhang', 'Yunquan Zhang', null],
    ['Yunqan Zhang', 'Yunquan Zhang', 'One letter differs: “yunquan” for “yunqan”'],
    ['Wen-guang Chen', 'Wenguang Chen', null],
    ['Fei Yang', 'Fei Yang', null],
  ] as const) {
    test(`“${query}” finds ${name}`, async ({ page }) => {
      await page.goto(`/search?q=${encodeURIComponent(query)}`);
      const found = people(page)
        .getByRole('listitem')
        .filter({ has: page.getByRole('link', { name, exact: true }) })
        .first();
      await expect(found).toBeVisible();
      if (why) await expect(found).toContainText(why);
      // Namesakes are distinguished by the number of works and the newest works.
      await expect(found).toContainText(/\d+ works?/);
      expect(await found.getByRole('link').count()).toBeGreaterThan(1);
    });
  }

  test('filters are in the URL, state how many matches they leave, and can be removed', async ({ page }) => {
    await page.goto('/search?q=zhang&kind=works');
    const filter = page.getByText('Filter', { exact: true });
    if (await filter.isVisible()) await filter.click();
    const type = page.getByLabel('Type');
    const [, label] = await type.locator('option').allInnerTexts();
    const left = Number(/\((\d+)\)$/.exec(label ?? '')?.[1]);
    await type.selectOption({ index: 1 });
    await page.getByRole('button', { name: 'Show these' }).click();
    await expect(page).toHaveURL(/kind=works.*type=/);
    await expect(page.getByRole('region', { name: 'Works' })).toContainText(`${left} work`);
    await page.getByRole('link', { name: /^Remove/ }).click();
    await expect(page).toHaveURL(/\/search\?q=zhang&kind=works$/);
  });

  test('an invalid cursor starts at the beginning, and the same URL is the same page', async ({ page }) => {
    const linksOf = async (path: string): Promise<string[]> => {
      await page.goto(path);
      return people(page)
        .locator('a[href^="/authors/"]')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    };
    const first = await linksOf('/search?q=y&kind=people');
    expect(first.length).toBeGreaterThan(15);
    expect(new Set(first).size).toBe(first.length);
    expect(await linksOf('/search?q=y&kind=people')).toEqual(first);
    expect(await linksOf('/search?q=y&kind=people&after=9-x%27')).toEqual(first);
  });

  test('any text returns a page that states what it found', async ({ page }) => {
    const texts = [
      'z',
      'x'.repeat(500),
      '?!…—()',
      '🙂',
      '"',
      '*',
      'NEAR(a b',
      '%',
      '_',
      '‮yunquan zhang',
      'a AND OR NOT b',
      "'; drop table authors",
    ];
    for (const q of texts) {
      const response = await page.goto(`/search?q=${encodeURIComponent(q)}`);
      expect(response?.status(), q).toBe(200);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^(Search$|Results for)/);
      const sections = await page.locator('main section').count();
      if (sections === 0) await expect(page.getByRole('main')).toContainText('Nothing found.');
    }
    await page.goto(`/search?q=${encodeURIComponent('‮yunquan zhang')}`);
    await expect(people(page).getByRole('link', { name: 'Yunquan Zhang', exact: true })).toBeVisible();
  });

  test('works that have only one of the words are shown without a count', async ({ page }) => {
    await page.goto('/search?q=quantization+elephants');
    await expect(page.getByText('Nothing has all of these words')).toBeVisible();
    const kinds = page.getByRole('navigation', { name: 'Kinds of results' }).getByRole('listitem');
    await expect(kinds.filter({ hasText: 'People' })).toHaveText(/People\s*0/);
    await expect(kinds.filter({ hasText: 'Works' })).toHaveText(/^Works\s*$/);
  });

  test('an empty result states what to do, and the page has one box', async ({ page }) => {
    await page.goto('/search?q=qqqqxyzzy&kind=people');
    await expect(page.getByRole('main')).toContainText('Nothing found.');
    await expect(page.getByRole('link', { name: /^Search everything for/ })).toBeVisible();
    await expect(box(page)).toHaveCount(1);
    await expect(page.getByRole('searchbox')).toHaveCount(1);
  });
});

for (const width of [390, 1440]) {
  test(`the pages of a search pass axe and do not scroll sideways at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const path of [
      '/search',
      '/search?q=zhang',
      '/search?q=zhang&kind=people',
      '/search?q=zhang&kind=works&type=paper',
      '/search?q=qqqqxyzzy&kind=people',
    ]) {
      await page.goto(path);
      await expectAccessible(page);
    }
  });
}
