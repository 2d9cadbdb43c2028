import { xmlText } from '#lib/catalog/works/model/feeds.ts';

/** Keys that one page of the sitemap spans; the protocol allows 50,000 addresses a page. */
export const keysPerPage = 10_000;

const sitemapKinds = ['authors', 'works', 'contexts'] as const;
export type SitemapKind = (typeof sitemapKinds)[number];

/** One address, and when what it shows last changed. */
export interface SitemapEntry {
  path: string;
  updatedAt: Date;
}

/** 'authors-3.xml' → the third page of authors; null where the name has another form. */
export function sitemapPage(file: string): { kind: SitemapKind; number: number } | null {
  const [, kind, number] = /^(authors|works|contexts)-([1-9]\d{0,8})\.xml$/.exec(file) ?? [];
  return kind && number ? { kind: kind as SitemapKind, number: Number(number) } : null;
}

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const head = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** A page of the sitemap (sitemaps.org, 0.9). */
export const sitemapXml = (entries: readonly SitemapEntry[], base: string): string =>
  `${head}<urlset xmlns="${namespace}">\n${entries
    .map(({ path, updatedAt }) => `<url><loc>${xmlText(base + path)}</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>\n`)
    .join('')}</urlset>\n`;

/** The index of all pages. It gives no dates: a true one would cost a read of every row behind it. */
export const sitemapIndexXml = (pages: Record<SitemapKind, number>, base: string): string =>
  `${head}<sitemapindex xmlns="${namespace}">\n${sitemapKinds
    .flatMap((kind) =>
      Array.from(
        { length: pages[kind] },
        (_, at) => `<sitemap><loc>${xmlText(`${base}/sitemaps/${kind}-${at + 1}.xml`)}</loc></sitemap>\n`,
      ),
    )
    .join('')}</sitemapindex>\n`;

/** Pages that hold nothing of the public record, or a state of somebody's own. */
const closed = [
  '/api/',
  '/claim/',
  '/invitations/',
  '/invite/',
  '/me$',
  '/me/',
  '/outbox',
  '/search',
  '/sign-in',
  '/sign-out',
  '/threads/',
];

/** robots.txt: the public record is open to everybody. */
export const robotsText = (base: string): string =>
  ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), '', `Sitemap: ${base}/sitemap.xml`, ''].join('\n');
