import { type GraphQuery, parseGraphQuery } from '#lib/catalog/graph/model/query.ts';
import { html } from '#lib/portal/exports/model/html.ts';
import type { AuthorView } from './author-record.ts';
import { graphEmbed, graphPictureSize } from './graph-files.ts';

/** Returns the slug of the profile at a URL of this site; null for any other URL. */
export function oembedSlug(address: string, base: string): string | null {
  if (!URL.canParse(address)) return null;
  const { origin, pathname } = new URL(address);
  const [, slug] = /^\/authors\/([^/]+)\/?$/.exec(pathname) ?? [];
  if (origin !== new URL(base).origin || !slug) return null;
  try {
    return decodeURIComponent(slug);
  } catch {
    return null;
  }
}

/** Returns the state of the graph at a URL of this site; null for any other URL. */
export function oembedGraphQuery(address: string, base: string): GraphQuery | null {
  if (!URL.canParse(address)) return null;
  const { origin, pathname, searchParams } = new URL(address);
  return origin === new URL(base).origin && pathname === '/graph' ? parseGraphQuery(searchParams) : null;
}

/** Returns a slice of the graph as oEmbed 1.0: a picture without script that leads to the graph. */
export function oembedGraph(
  query: GraphQuery,
  label: string,
  { base, site }: Omit<Site, 'pictureSize'>,
  { maxWidth, maxHeight }: MaxSize,
): object {
  const { width, height } = graphPictureSize;
  const scale = Math.min(1, (maxWidth ?? width) / width, (maxHeight ?? height) / height);
  return {
    ...{ version: '1.0', type: 'rich', title: `The graph around ${label}`, provider_name: site, provider_url: base, cache_age: 3600 },
    ...{ width: Math.floor(width * scale), height: Math.floor(height * scale), html: graphEmbed(query, label, base) },
  };
}

type EmbeddedAuthor = Pick<AuthorView, 'slug' | 'name' | 'affiliation' | 'hiddenFields' | 'counters' | 'trust'>;

const size = { width: 480, height: 120 };

interface Site {
  base: string;
  site: string;
  /** Size of the share pictures in pixels. */
  pictureSize: { width: number; height: number };
}

/** Upper bounds in pixels that a consumer asks for. */
interface MaxSize {
  maxWidth: number | null;
  maxHeight: number | null;
}

/** Returns a profile as oEmbed 1.0: a card without script that links to the profile, and its share picture if that is not too large. */
export function oembedProfile(author: EmbeddedAuthor, { base, site, pictureSize }: Site, { maxWidth, maxHeight }: MaxSize): object {
  const { name, slug, affiliation, counters, trust, hiddenFields } = author;
  const affiliationName = affiliation && !hiddenFields.includes('affiliations') ? affiliation.name : null;
  const works = `${counters.works.toLocaleString('en')} ${counters.works === 1 ? 'work' : 'works'}`;
  const summary = [affiliationName, works, trust.levelName.toLowerCase()].filter(Boolean).join(' · ');
  const isPictureSmallEnough = pictureSize.width <= (maxWidth ?? Infinity) && pictureSize.height <= (maxHeight ?? Infinity);
  return {
    ...{ version: '1.0', type: 'rich', title: name, author_name: name, author_url: `${base}/authors/${slug}` },
    ...{ provider_name: site, provider_url: base, cache_age: 3600 },
    ...{ width: Math.min(size.width, maxWidth ?? Infinity), height: Math.min(size.height, maxHeight ?? Infinity) },
    ...(isPictureSmallEnough && {
      ...{ thumbnail_url: `${base}/authors/${slug}/card.png`, thumbnail_width: pictureSize.width, thumbnail_height: pictureSize.height },
    }),
    html: html`<blockquote class="peergraph-profile"><a href="${`${base}/authors/${slug}`}">${name}</a><br>${summary}</blockquote>`.html,
  };
}
