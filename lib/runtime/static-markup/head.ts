import type { Metadata } from 'next';
import { citationFormats } from '#lib/catalog/works/model/citations/formats.ts';
import { FrameworkNeededError } from './page-context.ts';

/**
 * Renders metadata as the tags that Next.js writes, for the fields that static pages use. A page with any other field is rendered by
 * Next.js. `tests/e2e/static-markup.spec.ts` compares the tags with those of Next.js.
 * @param site metadata shared by all pages
 * @throws FrameworkNeededError
 */
export function headTags(site: Metadata, page: Metadata): string {
  const { title, description, alternates, openGraph, robots, other, ...further } = page;
  if (Object.keys(further).length > 0) throw new FrameworkNeededError();
  const base = new URL(String(site.metadataBase));
  const toUrl = (path: unknown): string => new URL(textOf(path), base).href.replace(/^([^/]+\/\/[^/]+)\/$/, '$1');
  const pageTitle = textOf(title ?? '');
  const summary = textOf(description ?? site.description);
  return [
    `<title>${escapeHtml(titleOf(site, pageTitle))}</title>`,
    meta('name', 'description', summary),
    meta('name', 'application-name', textOf(site.applicationName)),
    ...robotsTags(robots),
    ...alternateTags(alternates, toUrl),
    ...Object.entries(other ?? {}).flatMap(([name, values]) => [values].flat().map((value) => meta('name', name, String(value)))),
    ...(openGraph ? openGraphTags(openGraph, summary, toUrl) : []),
  ].join('');
}

function titleOf({ title: site }: Metadata, title: string): string {
  if (!site || typeof site !== 'object' || !('template' in site) || !('default' in site)) throw new FrameworkNeededError();
  return title ? textOf(site.template).replace('%s', () => title) : textOf(site.default);
}

/** Renders the robots tag from `index` and `follow`, if they are set. */
function robotsTags(robots: Metadata['robots']): string[] {
  if (!robots) return [];
  if (typeof robots === 'string') throw new FrameworkNeededError();
  const { index, follow, ...further } = robots;
  if (Object.keys(further).length > 0) throw new FrameworkNeededError();
  const directives = [
    index === undefined ? [] : index ? 'index' : 'noindex',
    follow === undefined ? [] : follow ? 'follow' : 'nofollow',
  ].flat();
  return [meta('name', 'robots', directives.join(', '))];
}

type ToUrl = (path: unknown) => string;

/** Files that describe what the page is about (signposting.org). */
const describingTypes: ReadonlySet<string> = new Set(citationFormats.map(({ type }) => type));

function alternateTags(alternates: Metadata['alternates'], toUrl: ToUrl): string[] {
  const { canonical, types, ...further } = alternates ?? {};
  if (Object.keys(further).length > 0) throw new FrameworkNeededError();
  const links = Object.entries(types ?? {}).flatMap(([type, alternatives]) =>
    [alternatives].flat().map((each) => {
      const { url, title } = each && typeof each === 'object' && 'url' in each ? each : { url: each, title: undefined };
      return tag('link', {
        rel: describingTypes.has(type) ? 'alternate describedby' : 'alternate',
        type,
        href: toUrl(url),
        ...(title && { title }),
      });
    }),
  );
  return [...(canonical ? [tag('link', { rel: 'canonical', href: toUrl(canonical) })] : []), ...links];
}

/** Renders Open Graph tags (ogp.me) and the equivalent Twitter card tags. */
function openGraphTags(shared: NonNullable<Metadata['openGraph']>, description: string, toUrl: ToUrl): string[] {
  const { title, url, siteName, images, type, ...further } = shared as Record<string, unknown>;
  const [image, ...more] = [images].flat() as Record<string, unknown>[];
  if (Object.keys(further).length > 0 || !image || more.length > 0) throw new FrameworkNeededError();
  const { url: source, width, height, alt, ...unknown } = image;
  if (Object.keys(unknown).length > 0) throw new FrameworkNeededError();
  const picture = { '': toUrl(source), ':width': String(width), ':height': String(height), ':alt': textOf(alt) };
  const entries = Object.entries(picture);
  return [
    meta('property', 'og:title', textOf(title)),
    meta('property', 'og:description', description),
    meta('property', 'og:url', toUrl(url)),
    meta('property', 'og:site_name', textOf(siteName)),
    ...entries.map(([part, value]) => meta('property', `og:image${part}`, value)),
    meta('property', 'og:type', textOf(type)),
    meta('name', 'twitter:card', 'summary_large_image'),
    meta('name', 'twitter:title', textOf(title)),
    meta('name', 'twitter:description', description),
    ...entries.map(([part, value]) => meta('name', `twitter:image${part}`, value)),
  ];
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new FrameworkNeededError();
  return value;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
const tag = (name: string, attributes: Record<string, string>): string =>
  `<${name}${Object.entries(attributes)
    .map(([attribute, value]) => ` ${attribute}="${escapeHtml(value)}"`)
    .join('')}/>`;
const meta = (by: 'name' | 'property', name: string, content: string): string => tag('meta', { [by]: name, content });
