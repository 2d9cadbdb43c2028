import { expect, test } from '@playwright/test';
import { findViolations } from './axe.ts';
import { expectAccessible, findHorizontalOverflow, signIn } from './pages.ts';

test('the imprint, the privacy notice, the contact and the licence are in the footer of every page', async ({ page }) => {
  await page.goto('/authors');
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('link', { name: 'Contact', exact: true })).toHaveAttribute('href', 'mailto:help@peergraph.example');
  await expect(footer.getByRole('link', { name: 'CC BY 4.0' })).toHaveAttribute('rel', 'license');
  await footer.getByRole('link', { name: 'Privacy' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'imprint' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Who runs this' })).toBeVisible();
});

test("an operator's text cannot contain a script or a script URL", async ({ page }) => {
  await page.goto('/imprint');
  const main = page.getByRole('main');
  await expect(main).toContainText('<script>alert(1)</script>');
  await expect(main.getByRole('link', { name: 'bad' })).toHaveCount(0);
  expect(await findViolations(page)).toEqual([]);
});

test('every page names the manifest, by which a phone adds the site to its home screen', async ({ page, request }) => {
  // Static markup, and a page by Next.
  for (const path of ['/authors', '/graph']) {
    await page.goto(path);
    await expect(page.locator('link[rel="manifest"]')).toHaveAttribute('href', '/site.webmanifest');
  }
  const manifest = await (await request.get('/site.webmanifest')).json();
  expect(manifest).toMatchObject({ start_url: '/', icons: [{ src: '/icon.svg' }] });
  expect((await request.get(manifest.icons[0].src)).ok()).toBe(true);
});

test('feeds and files name the licence of the data', async ({ request }) => {
  const atom = await request.get('/authors/yunquan-zhang/feed.atom');
  expect(await atom.text()).toContain('<rights>CC BY 4.0</rights>');
  expect(atom.headers().link).toContain('<https://creativecommons.org/licenses/by/4.0/>; rel="license"');
  const json = await (await request.get('/authors/yunquan-zhang/feed.json')).json();
  expect(json._license).toEqual({ name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' });
  expect((await request.get('/authors/yunquan-zhang/works/cite.bib')).headers().link).toContain('rel="license"');
  const licenceLink = '<https://creativecommons.org/licenses/by/4.0/>; rel="license"';
  expect((await request.get('/authors/yunquan-zhang')).headers().link).toContain(licenceLink);
  // The licence of a work itself is not known.
  const [{ id }] = await (await request.get('/authors/yunquan-zhang/works/cite.json')).json();
  expect((await request.get(`/works/${id}`)).headers().link).not.toContain('rel="license"');
});

test('the page of an error leads on, and names its code for programs', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto('/problems/unknown_proposal?back=%2Fauthors%2Fyunquan-zhang');
  await expect(page.getByRole('heading', { level: 1, name: 'This proposal cannot be withdrawn' })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main).toContainText('The code of this error is unknown_proposal, with HTTP status 404.');
  const links = await main.getByRole('link').evaluateAll((all) => all.map((each) => each.getAttribute('href')));
  expect(links).toEqual(['/me/network#proposals', '/authors/yunquan-zhang', '/data#requests']);
  expect(await findHorizontalOverflow(page)).toEqual([]);
  expect(await findViolations(page)).toEqual([]);
  await page.goto('/problems/too_many_reports?back=https%3A%2F%2Felsewhere.example');
  await expect(main.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/');
  await expect(main.getByRole('link')).toHaveCount(2);
});

test('the contact is in security.txt, which caches must revalidate', async ({ request }) => {
  const answer = await request.get('/.well-known/security.txt');
  expect(answer.headers()).toMatchObject({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'private, no-cache' });
  expect(await answer.text()).toMatch(/^Contact: mailto:help@peergraph\.example\nExpires: \d{4}-\d\d-\d\dT00:00:00Z\n/);
});

test('a submitted form shows that it is pending', async ({ page }) => {
  await signIn(page, `waiting-${Date.now().toString(36)}@example.org`);
  await page.goto('/me');
  const save = page.getByRole('button', { name: 'Save the name' });
  const form = page.locator('form', { has: save });
  await expect(form).not.toHaveAttribute('aria-busy');
  let releaseResponse = () => {};
  const responseHeld = new Promise<void>((resolve) => {
    releaseResponse = resolve;
  });
  await page.route('**/me', async (route) => {
    if (route.request().method() === 'POST') await responseHeld;
    await route.continue();
  });
  await page.getByLabel('Display name').fill('Wanda Waiting');
  await save.click();
  await expect(form).toHaveAttribute('aria-busy', 'true');
  await expect(save).toHaveCSS('opacity', '0.6');
  releaseResponse();
  await expect(page.getByText('Done: Saved')).toBeVisible();
  await expect(form).not.toHaveAttribute('aria-busy');
});

test('a form whose answer does not arrive keeps what was typed: offline, and behind a proxy without its server', async ({ page }) => {
  await signIn(page, `offline-${Date.now().toString(36)}@example.org`);
  await page.goto('/me');
  const name = page.getByLabel('Display name');
  const save = page.getByRole('button', { name: 'Save the name' });
  await page.route('**/me', async (route) => {
    if (route.request().method() === 'POST') await route.abort('internetdisconnected');
    else await route.continue();
  });
  await name.fill('Olga Offline');
  await save.click();
  await expect(page.locator(':focus')).toContainText('There was no answer');
  await expect(name).toHaveValue('Olga Offline');
  await page.unroute('**/me');
  await page.route('**/me', async (route) => {
    if (route.request().method() === 'POST') await route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' });
    else await route.continue();
  });
  await name.fill('Olga Online');
  await save.click();
  await expect(page.locator(':focus')).toContainText('There was no answer');
  await expect(name).toHaveValue('Olga Online');
  await expectAccessible(page);
  await page.unroute('**/me');
  await save.click();
  await expect(page.getByText('Done: Saved')).toBeVisible();
  await expect(name).toHaveValue('Olga Online');
});

test('an open menu closes by Escape, by a click outside, and when the focus leaves it', async ({ page }) => {
  await signIn(page, `menus-${Date.now().toString(36)}@example.org`);
  await page.goto('/authors/yunquan-zhang');
  const account = page.getByRole('banner').locator('summary');
  const more = page.locator('summary', { hasText: 'More actions' });
  const own = page.getByRole('link', { name: 'Dashboard' });
  const history = page.getByRole('link', { name: 'History', exact: true });
  await account.focus();
  await page.keyboard.press('Enter');
  await expect(own).toBeVisible();
  await own.focus();
  await page.keyboard.press('Escape');
  await expect(own).toBeHidden();
  await expect(account).toBeFocused();
  // The two menus never overlap.
  await account.click();
  await expect(own).toBeVisible();
  await more.focus();
  await expect(own).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(history).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(history).toBeHidden();
});

test('the feed is linked in the header, and on very narrow screens in the account menu', async ({ page }) => {
  await signIn(page, `feed-link-${Date.now().toString(36)}@example.org`);
  await page.goto('/authors');
  const feed = page.getByRole('banner').getByRole('link', { name: 'Feed', exact: true });
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    if (width === 320) await page.getByRole('banner').locator('summary').click();
    await expect(feed).toHaveCount(1);
    await expect(feed).toBeVisible();
  }
});

test('in a window with 400 % zoom, no bar stays over the page', async ({ page }) => {
  await signIn(page, 'mara@example.org');
  await page.setViewportSize({ width: 320, height: 256 });
  for (const path of ['/authors/yunquan-zhang', '/me/records/mara-lindqvist']) {
    await page.goto(path);
    await page.evaluate(() => window.scrollTo(0, 1200));
    const bars = await page.evaluate(() =>
      [...document.querySelectorAll('body *')]
        .filter((each) => /sticky|fixed/.test(getComputedStyle(each).position) && !each.matches('.skip-link') && each.checkVisibility())
        .map((each) => each.outerHTML.slice(0, 80)),
    );
    expect(bars, path).toEqual([]);
  }
});

test('the sign-in marks the address that it refuses', async ({ page }) => {
  await page.goto('/sign-in');
  await page.getByLabel('Email address').fill('reader@university');
  await page.getByRole('button', { name: 'Send me a link' }).click();
  const field = page.getByLabel('Email address');
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(/Error: Enter an address such as/);
});
