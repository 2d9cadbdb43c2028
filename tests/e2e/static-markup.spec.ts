import { type APIRequestContext, expect, test } from '@playwright/test';
import { cacheableRoute } from '#lib/portal/pages/model/cacheable-routes.ts';
import { staticRoute, staticRoutes } from '#lib/runtime/static-markup/routes.ts';
import { signIn } from './pages.ts';

/** A marker that only the framework writes into the body of a page. */
const frameworkMark = '<!--$-->';

/** Normalizes a page for comparison: sorts the tags of the head and removes scripts and the framework's markers from the body. */
function normalizePage(html: string) {
  const shown = html.replace(
    /<script(?![^>]*application\/ld\+json)[\s\S]*?<\/script>|<link rel="preload" as="script"[^>]*>|<!--[\s\S]*?-->|<div hidden=""><\/div>/g,
    '',
  );
  const [, begin, head = '', body] =
    /^([\s\S]*?<head>)([\s\S]*?)<\/head><body>([\s\S]*)$/.exec(shown.replace(/<div hidden=""><\/div>/g, '')) ?? [];
  return { begin, head: head.match(/<title>[^<]*<\/title>|<[^>]*>/g)?.sort(), body };
}

/** Headers that bypass the page cache and make the framework render the page. */
const frameworkHeaders = { authorization: 'none', 'next-action': 'none' };

/** The framework's pages for members have scripts, so their content security policy differs. */
const comparedHeaders = {
  visitor: ['content-type', 'content-security-policy', 'link', 'vary', 'x-robots-tag'],
  member: ['content-type', 'vary', 'x-robots-tag'],
};
type Audience = keyof typeof comparedHeaders;

async function fetchNormalized(request: APIRequestContext, path: string, audience: Audience, headers: Record<string, string>) {
  const response = await request.get(path, { headers });
  const html = await response.text();
  const sent = Object.fromEntries(comparedHeaders[audience].map((name) => [name, response.headers()[name]]));
  return { html, page: { status: response.status(), headers: sent, ...normalizePage(html) } };
}

/** Expects the same page with and without the framework, and returns its HTML. */
async function expectSamePage(request: APIRequestContext, path: string, audience: Audience): Promise<string> {
  let html = '';
  // Other tests write concurrently: the page may change between the two requests.
  await expect(async () => {
    const ours = await fetchNormalized(request, path, audience, {});
    const theirs = await fetchNormalized(request, path, audience, frameworkHeaders);
    expect(theirs.html, path).toContain(frameworkMark);
    expect(ours.html, path).not.toContain(frameworkMark);
    expect(ours.page, path).toEqual(theirs.page);
    html = ours.html;
  }).toPass({ timeout: 90_000 });
  return html;
}

/** Returns the paths that a page links to. */
const linksOf = (html: string): string[] => [...html.matchAll(/href="(\/[^"#]*)/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'));

/** Paths from which the links are followed; some are not linked from any page. */
const addresses = [
  '/',
  '/authors/yunquan-zhang',
  '/authors/yunquan-zhang?from=2020&type=paper',
  '/authors/yunquan-zhang?order=title&abstracts=open',
  '/authors/yunquan-zhang?select=on',
  '/authors/yunquan-zhang/cv',
  '/authors/mara-lindqvist',
  '/authors?from=m',
  '/graph/yunquan-zhang/daning-cheng',
  '/search',
  '/search?q=zhang',
  '/search?q=Gro%C3%9F',
  '/search?q=Zhang+Yunquan',
  '/search?q=a&q=b?c',
  '/search?q=%22%3Cb%3E%27%26&kind=works',
  '/trust/log',
  '/sign-in',
  '/claim/yunquan-zhang',
  '/invite/mara-lindqvist',
  '/imprint',
  '/privacy',
  '/authors/yunquan-zhang/history',
  '/authors/yunquan-zhang/fix',
  '/authors/yunquan-zhang/correct',
  '/methods',
  '/data',
];

test('a page that is rendered without the framework equals the framework’s', async ({ request }) => {
  test.setTimeout(300_000);
  const seen = new Set<string>();
  const rendered = new Map(staticRoutes.visitor.map((route) => [route, 0]));
  const waiting = [...addresses];
  const maxPerRoute = 4;
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const route = staticRoute(path.split('?', 1)[0] ?? '', 'visitor')?.route ?? '';
    if (seen.has(path) || (rendered.get(route) ?? maxPerRoute) >= maxPerRoute) continue;
    seen.add(path);
    const links = linksOf(await expectSamePage(request, path, 'visitor'));
    // Other pages may have a form.
    waiting.push(...links.filter((link) => cacheableRoute(link) !== null));
    rendered.set(route, (rendered.get(route) ?? 0) + 1);
  }
  expect([...rendered].filter(([, times]) => times === 0)).toEqual([]);
});

test('a page of a member that is rendered without the framework equals the framework’s', async ({ page }) => {
  await signIn(page, `static-${Date.now().toString(36)}@example.org`, '/authors/yunquan-zhang');
  await page.getByRole('button', { name: /^Follow Yunquan Zhang/ }).click();
  await expect(page.getByRole('button', { name: /^Unfollow Yunquan Zhang/ })).toBeVisible();
  await page.goto('/feed');
  await expect(page.getByRole('region', { name: 'People you may know' })).toBeVisible();
  const { request } = page;
  const paths: Record<string, string> = {
    '/': '/',
    '/authors/[slug]/correct': '/authors/yunquan-zhang/correct',
    '/authors/[slug]/fix': '/authors/yunquan-zhang/fix',
    '/authors/[slug]/history': '/authors/yunquan-zhang/history',
    '/authors/[slug]/merge': '/authors/yunquan-zhang/merge',
    '/feed': '/feed',
    '/me/saved': '/me/saved',
    '/search': '/search?q=zhang',
  };
  for (const path of Object.values(paths)) await expectSamePage(request, path, 'member');
  await expectSamePage(request, '/search?q=learning&kind=works', 'member');
  // Other tests do not change this profile.
  const ownProfile = '/authors/tomas-okafor';
  await signIn(page, 'tomas@example.org', ownProfile);
  await expectSamePage(request, ownProfile, 'member');
  expect(new Set([...Object.keys(paths), '/authors/[slug]'])).toEqual(new Set(staticRoutes.member));
});

test('other pages are left to the framework', async ({ request }) => {
  expect((await request.get('/authors/nobody-of-this-name')).status()).toBe(404);
  expect((await request.get('/authors/yunquan-zhang?from=', { maxRedirects: 0 })).status()).toBeGreaterThanOrEqual(300);
  expect(await (await request.get('/visibility')).text()).toContain(frameworkMark);
});
