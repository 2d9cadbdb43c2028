import { type APIRequestContext, expect, test } from '@playwright/test';
import { collectRoutes } from '#lib/runtime/routes/collect.ts';
import { requestFor } from '#lib/runtime/routes/page-request.ts';
import { isDrawnFor, isDrawnStatically } from '#lib/runtime/static-markup/routes.ts';
import { pressUntilAnswered, signIn } from './pages.ts';

/** A marker that only the framework writes into the body of a page. */
const frameworkMark = '<!--$-->';

/** Normalizes a page for comparison: sorts the tags of the head and removes scripts and the framework's markers from the body. */
function normalizePage(html: string) {
  const shown = html.replace(
    /<script(?![^>]*application\/ld\+json)[\s\S]*?<\/script>|<link rel="preload" as="script"[^>]*>|<!--[\s\S]*?-->|<div hidden=""><\/div>/g,
    '',
  );
  // Only static markup also names the files that describe a page.
  const plain = shown.replaceAll('rel="alternate describedby"', 'rel="alternate"').replace(/<div hidden=""><\/div>/g, '');
  const [, begin, head = '', body] = /^([\s\S]*?<head>)([\s\S]*?)<\/head><body>([\s\S]*)$/.exec(plain) ?? [];
  // React numbers forms, and each renderer counts its own.
  const content = body?.replace(/\$ACTION_(REF_)?\d+/g, '$$ACTION_$1');
  return { begin, head: head.match(/<title>[^<]*<\/title>|<[^>]*>/g)?.sort(), body: content };
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
  // React names the style sheet in the header of a page that waits for a thread, and in the page.
  sent.link = sent.link?.replace(/, <[^>]+\.css>; rel=preload; as="style"/, '');
  return { html, page: { status: response.status(), headers: sent, ...normalizePage(html) } };
}

/**
 * Expects the same page with and without the framework, and returns its HTML. For members, cached pages are requested past the cache, which
 * would put them together from slots.
 */
async function expectSamePage(request: APIRequestContext, path: string, audience: Audience): Promise<string> {
  const headers: Record<string, string> = audience === 'member' ? { authorization: 'none' } : {};
  let html = '';
  // Other tests write concurrently: the page may change between the two requests.
  await expect(async () => {
    const ours = await fetchNormalized(request, path, audience, headers);
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

const missing = '/authors/nobody-of-this-name';

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

const recordParts = ['about', 'picture', 'career', 'pinned', 'credits', 'privacy', 'availability', 'addresses', 'powers'];

const requestOf = (url: string, audience: Audience) => requestFor({ method: 'GET', headers: {}, hasSession: audience === 'member' }, url);

/**
 * Compares the pages of some paths, and of the cached pages that they link to.
 * @returns the routes of which no page was found
 */
async function comparePages(
  request: APIRequestContext,
  audience: Audience,
  paths: readonly string[],
  maxPerRoute: number,
): Promise<string[]> {
  const seen = new Set<string>();
  const compared = new Map(
    collectRoutes()
      .filter((route) => isDrawnFor(route, audience))
      .map(({ name }) => [name, 0]),
  );
  const waiting = [...paths];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const asked = requestOf(path, audience);
    const route = isDrawnStatically(asked) ? (asked.route?.name ?? '') : '';
    if (seen.has(path) || (compared.get(route) ?? maxPerRoute) >= maxPerRoute) continue;
    seen.add(path);
    const links = linksOf(await expectSamePage(request, path, audience));
    // Other pages may have a form.
    waiting.push(...links.filter((link) => requestOf(link, audience).isCacheable));
    compared.set(route, (compared.get(route) ?? 0) + 1);
  }
  return [...compared].flatMap(([route, times]) => (times === 0 ? [route] : []));
}

test('a page that is rendered without the framework equals the framework’s', async ({ request }) => {
  test.setTimeout(300_000);
  expect(await comparePages(request, 'visitor', addresses, 4)).toEqual([]);
});

test('a page of a member that is rendered without the framework equals the framework’s', async ({ page }) => {
  await signIn(page, `static-${Date.now().toString(36)}@example.org`, '/authors/yunquan-zhang');
  await pressUntilAnswered(page.getByRole('button', { name: /^Follow Yunquan Zhang/ }));
  await page.goto('/feed');
  await expect(page.getByRole('region', { name: 'People you may know' })).toBeVisible();
  const { request } = page;
  const mePages = ['', '/data', '/network', '/new-profile', '/notifications', '/records', '/security', '/saved'].map(
    (page) => `/me${page}`,
  );
  const memberPages = ['correct', 'fix', 'history', 'merge'].map((tab) => `/authors/yunquan-zhang/${tab}`);
  const paths = [...memberPages, '/feed', '/messages', '/notifications', ...mePages, '/search?q=learning&kind=works', ...addresses];
  // Pages of owners and conversations follow below.
  expect((await comparePages(request, 'member', paths, 1)).filter((route) => !/^\/(?:me\/records|threads)\/\[/.test(route))).toEqual([]);
  // Other tests do not change this profile.
  const ownProfile = '/authors/tomas-okafor';
  await signIn(page, 'tomas@example.org', ownProfile);
  await expectSamePage(request, ownProfile, 'member');
  const parts = ['', ...recordParts, 'add'].map((part) => `/me/records/tomas-okafor/${part}`.replace(/\/$/, ''));
  for (const path of parts) await expectSamePage(request, path, 'member');
  const [thread] = linksOf(await (await request.get('/messages')).text()).filter((link) => link.startsWith('/threads/'));
  await expectSamePage(request, thread ?? '/threads', 'member');
});

test('a missing page is complete without the framework, whose own needs a script', async ({ page, request }) => {
  await signIn(page, `missing-${Date.now().toString(36)}@example.org`, '/authors');
  for (const [viewer, account] of [
    [request, 'Sign in'],
    [page.request, 'Sign out'],
  ] as const) {
    const response = await viewer.get(missing);
    expect([response.status(), response.headers()['x-robots-tag']]).toEqual([404, 'noindex']);
    const html = await response.text();
    expect(html).toContain('<title>Not found');
    expect(html).toContain('Page not found');
    expect(html).toContain(account);
    expect(html).not.toMatch(/__next_error__|<!--\$-->/);
  }
  // The framework's own page for missing pages has a language and content without a script, too.
  const shell = await (await page.request.get('/review')).text();
  expect(shell).toContain('<html id="__next_error__" lang="en">');
  expect(shell).toMatch(/<noscript>.*Page not found.*<\/noscript>/s);
});

test('a redirect equals the framework’s, and has no content', async ({ request }) => {
  const fetchRedirect = async (headers: Record<string, string>) => {
    const response = await request.get('/authors/yunquan-zhang?from=', { headers, maxRedirects: 0 });
    const { location, 'cache-control': caching, 'content-type': type } = response.headers();
    return { status: response.status(), location, caching, type, content: await response.text() };
  };
  const ours = await fetchRedirect({});
  expect(ours).toMatchObject({ status: 307, location: expect.stringMatching(/^\/authors\/yunquan-zhang/), content: '' });
  expect(ours).toEqual(await fetchRedirect(frameworkHeaders));
});

test('a page with a form is left to the framework', async ({ request }) => {
  expect(await (await request.get('/visibility')).text()).toContain(frameworkMark);
});
