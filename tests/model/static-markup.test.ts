import type { Metadata } from 'next';
import { describe, expect, test } from 'vitest';
import { collectRoutes } from '#lib/runtime/routes/collect.ts';
import { requestFor } from '#lib/runtime/routes/page-request.ts';
import { pageShell } from '#lib/runtime/server/pages/next-output.ts';
import { headTags } from '#lib/runtime/static-markup/head.ts';
import { FrameworkNeededError } from '#lib/runtime/static-markup/page-context.ts';
import { isDrawnStatically } from '#lib/runtime/static-markup/routes.ts';

const site: Metadata = {
  metadataBase: new URL('https://peers.example'),
  title: { default: 'Peers', template: '%s · Peers' },
  description: 'About the site.',
  applicationName: 'Peers',
};

describe('the head of a page', () => {
  test('escapes the characters of a name', () => {
    const head = headTags(site, { title: `<b>"&'$1`, alternates: { canonical: '/authors/a' } });
    expect(head).toContain('<title>&lt;b&gt;&quot;&amp;&#x27;$1 · Peers</title>');
    expect(head).toContain('<link rel="canonical" href="https://peers.example/authors/a"/>');
    expect(headTags(site, { title: 'x', description: '"><script>' })).toContain('content="&quot;&gt;&lt;script&gt;"');
  });

  test('has noindex, with follow or nofollow if that is set', () => {
    expect(headTags(site, { robots: { index: false } })).toContain('<meta name="robots" content="noindex"/>');
    expect(headTags(site, { robots: { index: false, follow: true } })).toContain('content="noindex, follow"');
    expect(headTags(site, {})).not.toContain('robots');
  });

  test('leaves a page to the framework if it has metadata of an unknown kind', () => {
    const unknown: Metadata[] = [
      { keywords: ['a'] },
      { robots: 'none' },
      { alternates: { languages: { de: '/de' } } },
      { openGraph: { title: 'x' } },
    ];
    for (const metadata of unknown) expect(() => headTags(site, metadata), JSON.stringify(metadata)).toThrow(FrameworkNeededError);
  });
});

describe('the route of a page that is rendered to static markup', () => {
  const routeOf = (url: string, audience: 'visitor' | 'member' = 'visitor') => {
    const request = requestFor({ method: 'GET', headers: {}, hasSession: audience === 'member' }, url);
    return isDrawnStatically(request) && request.route ? { route: request.route.name, params: request.route.params } : null;
  };

  test('has the values of its parts', () => {
    expect(routeOf('/authors/ada-lovelace/trust')).toEqual({ route: '/authors/[slug]/trust', params: { slug: 'ada-lovelace' } });
    expect(routeOf('/graph/a/b')).toEqual({ route: '/graph/[slug]/[other]', params: { slug: 'a', other: 'b' } });
    expect(routeOf('/')).toEqual({ route: '/', params: {} });
  });

  test('depends on whether the viewer is signed in', () => {
    expect(routeOf('/feed', 'member')).toEqual({ route: '/feed', params: {} });
    expect(routeOf('/feed', 'visitor')).toBeNull();
    expect(routeOf('/sign-in', 'member')).toBeNull();
  });

  test('does not match the path of another page', () => {
    const routes = collectRoutes();
    expect(routes.length).toBeGreaterThan(100);
    const pathOf = (name: string) => name.replace('[file]', 'x.json').replace(/\[\w+\]/g, 'x');
    for (const { name } of routes) expect(routeOf(pathOf(name))?.route ?? name).toBe(name);
  });

  test('does not exist for files, forms, and URLs that have to be decoded', () => {
    const others = [
      '/authors/a/feed.atom',
      '/authors/a/split',
      '/authors/%61',
      '/authors/a/',
      '/sign-in/passkey',
      '/authors/a/works/cite.bib',
      '/me',
    ];
    for (const path of others) expect(routeOf(path), path).toBeNull();
    expect(routeOf('/search')).not.toBeNull();
  });
});

test('the shell of a page is what all pages have around their metadata and content', () => {
  const head = '<meta charSet="utf-8"/><link rel="stylesheet" href="/a.css"/><title>A</title><meta name="robots" content="noindex"/>';
  const html = `<!DOCTYPE html><html lang="en" class="x"><head>${head}<script src="/x.js"></script></head><body><p>Own</p></body></html>`;
  expect(pageShell(html)).toEqual({
    begin: '<!DOCTYPE html><html lang="en" class="x"><head><meta charSet="utf-8"/><link rel="stylesheet" href="/a.css"/>',
    middle: '</head><body>',
  });
  expect(pageShell('<!DOCTYPE html><html id="__next_error__"><head></head><body></body></html>')).toBeNull();
});
