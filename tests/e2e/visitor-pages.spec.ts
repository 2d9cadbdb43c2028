import { type APIRequestContext, expect, test } from '@playwright/test';
import { visitorRoute, visitorRoutes } from '#lib/runtime/visitor-pages/routes.ts';

/** A marker that only the framework writes into the body of a page. */
const frameworkMark = '<!--$-->';

/** Normalizes a page for comparison: sorts the tags of the head and removes scripts and the framework's markers from the body. */
function normalizePage(html: string) {
  const shown = html.replace(/<script type="module"[^>]*><\/script>|<!--[\s\S]*?-->|<div hidden=""><\/div>/g, '');
  const [, begin, head = '', body] =
    /^([\s\S]*?<head>)([\s\S]*?)<\/head><body>([\s\S]*)$/.exec(shown.replace(/<div hidden=""><\/div>/g, '')) ?? [];
  return { begin, head: head.match(/<title>[^<]*<\/title>|<[^>]*>/g)?.sort(), body };
}

/** Headers that bypass the page cache and make the framework render the page. */
const frameworkHeaders = { authorization: 'none', 'next-action': 'none' };

const comparedHeaders = ['content-type', 'content-security-policy', 'link', 'vary', 'x-robots-tag'];

async function fetchNormalized(request: APIRequestContext, path: string, headers: Record<string, string>) {
  const response = await request.get(path, { headers });
  const html = await response.text();
  const sent = Object.fromEntries(comparedHeaders.map((name) => [name, response.headers()[name]]));
  return { html, page: { status: response.status(), headers: sent, ...normalizePage(html) } };
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
  '/methods',
  '/data',
];

test('a page that is rendered without the framework equals the framework’s', async ({ request }) => {
  test.setTimeout(300_000);
  const seen = new Set<string>();
  const rendered = new Map(visitorRoutes.map((route) => [route, 0]));
  const waiting = [...addresses];
  const maxPerRoute = 4;
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const route = visitorRoute(path.split('?', 1)[0] ?? '')?.route ?? '';
    if (seen.has(path) || (rendered.get(route) ?? maxPerRoute) >= maxPerRoute) continue;
    seen.add(path);
    // Other tests write concurrently: the page may change between the two requests.
    await expect(async () => {
      const ours = await fetchNormalized(request, path, {});
      const theirs = await fetchNormalized(request, path, frameworkHeaders);
      expect(theirs.html, path).toContain(frameworkMark);
      expect(ours.html, path).not.toContain(frameworkMark);
      expect(ours.page, path).toEqual(theirs.page);
      waiting.push(...linksOf(ours.html));
    }).toPass({ timeout: 90_000 });
    rendered.set(route, (rendered.get(route) ?? 0) + 1);
  }
  expect([...rendered].filter(([, times]) => times === 0)).toEqual([]);
});

test('other paths, and pages for members, are left to the framework', async ({ request }) => {
  expect((await request.get('/authors/nobody-of-this-name')).status()).toBe(404);
  expect((await request.get('/authors/yunquan-zhang?from=', { maxRedirects: 0 })).status()).toBeGreaterThanOrEqual(300);
  expect(await (await request.get('/authors/yunquan-zhang/fix')).text()).toContain(frameworkMark);
});
