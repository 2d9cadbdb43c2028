import { globSync, readFileSync } from 'node:fs';
import type { Metadata } from 'next';
import { describe, expect, test } from 'vitest';
import { pageShell } from '#lib/runtime/server/pages/next-output.ts';
import { headTags } from '#lib/runtime/static-markup/head.ts';
import { FrameworkNeededError } from '#lib/runtime/static-markup/page-context.ts';
import { staticRoute, staticRoutes } from '#lib/runtime/static-markup/routes.ts';

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
  test('has the values of its parts', () => {
    expect(staticRoute('/authors/ada-lovelace/trust', 'visitor')).toEqual({
      route: '/authors/[slug]/trust',
      params: { slug: 'ada-lovelace' },
    });
    expect(staticRoute('/graph/a/b', 'visitor')).toEqual({ route: '/graph/[slug]/[other]', params: { slug: 'a', other: 'b' } });
    expect(staticRoute('/', 'visitor')).toEqual({ route: '/', params: {} });
  });

  test('depends on whether the viewer is signed in', () => {
    expect(staticRoute('/feed', 'member')).toEqual({ route: '/feed', params: {} });
    expect(staticRoute('/feed', 'visitor')).toBeNull();
    expect(staticRoute('/sign-in', 'member')).toBeNull();
  });

  test('does not match the path of another page', () => {
    const files = globSync('app/**/{page,route}.{ts,tsx}');
    const routes = files.map((file) => `/${file.split('/').slice(1, -1).join('/')}`);
    expect(routes.length).toBeGreaterThan(100);
    const pathOf = (route: string) => route.replace(/\[\w+\]/g, 'x');
    const matched = routes.filter((route) =>
      (['visitor', 'member'] as const).some((audience) => (staticRoute(pathOf(route), audience)?.route ?? route) !== route),
    );
    expect(matched).toEqual([]);
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
    for (const path of others) expect(staticRoute(path, 'visitor'), path).toBeNull();
    expect(staticRoutes.visitor).toContain('/search');
  });
});

test('every route of static markup has its page in app/static-markup.tsx, and no other', () => {
  const table = /^const pages: [^=]* = \{$([\s\S]*?)^\};/m.exec(readFileSync('app/static-markup.tsx', 'utf8'))?.[1] ?? '';
  const routes = [...table.matchAll(/^ {2}'([^']+)': \w+,$/gm)].map(([, route]) => route);
  expect(routes.toSorted()).toEqual([...new Set([...staticRoutes.visitor, ...staticRoutes.member])].sort());
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
