import { escapeXml } from '#lib/catalog/works/model/feeds.ts';

/** Number of keys that one page of the sitemap spans; the protocol allows 50,000 URLs per page. */
export const keysPerPage = 10_000;

const sitemapKinds = ['authors', 'works', 'contexts'] as const;
export type SitemapKind = (typeof sitemapKinds)[number];

/** A URL path, and when its content last changed. */
export interface SitemapEntry {
  path: string;
  updatedAt: Date;
}

/** Parses a file name: 'authors-3.xml' is the third page of authors. Returns null for any other form. */
export function sitemapPage(file: string): { kind: SitemapKind; number: number } | null {
  const [, kind, number] = /^(authors|works|contexts)-([1-9]\d{0,8})\.xml$/.exec(file) ?? [];
  return kind && number ? { kind: kind as SitemapKind, number: Number(number) } : null;
}

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Renders a page of the sitemap (sitemaps.org, version 0.9). */
export const sitemapXml = (entries: readonly SitemapEntry[], base: string): string =>
  `${xmlDeclaration}<urlset xmlns="${namespace}">\n${entries
    .map(({ path, updatedAt }) => `<url><loc>${escapeXml(base + path)}</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>\n`)
    .join('')}</urlset>\n`;

/** Renders the sitemap index. It has no dates, since correct ones would require reading every row. */
export const sitemapIndexXml = (pages: Record<SitemapKind, number>, base: string): string =>
  `${xmlDeclaration}<sitemapindex xmlns="${namespace}">\n${sitemapKinds
    .flatMap((kind) =>
      Array.from(
        { length: pages[kind] },
        (_, index) => `<sitemap><loc>${escapeXml(`${base}/sitemaps/${kind}-${index + 1}.xml`)}</loc></sitemap>\n`,
      ),
    )
    .join('')}</sitemapindex>\n`;

/**
 * Paths that are not part of the public record, show the viewer's own state, are states of a page, of which each leads to others, or repeat
 * a work as a citation.
 */
const disallowedPaths =
  '/api/ /claim/ /graph? /graph/slice. /invitations/ /invite/ /me$ /me/ /outbox /search /sign-in /sign-out /threads/ /works/*/cite$ /works/*/cite?'.split(
    ' ',
  );

/** Renders robots.txt. The public record is open to all crawlers. */
export const robotsText = (base: string): string =>
  ['User-agent: *', ...disallowedPaths.map((path) => `Disallow: ${path}`), '', `Sitemap: ${base}/sitemap.xml`, ''].join('\n');
