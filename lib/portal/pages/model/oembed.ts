import { html } from '#lib/portal/exports/model/html.ts';
import type { AuthorView } from './author-record.ts';

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

type EmbeddedAuthor = Pick<AuthorView, 'slug' | 'name' | 'affiliation' | 'hiddenFields' | 'counters' | 'trust'>;

const [widest, height] = [480, 120];

/** Returns a profile as oEmbed 1.0: a card without script that links to the profile. */
export function oembedProfile(author: EmbeddedAuthor, { base, site }: { base: string; site: string }, maxWidth: number | null): object {
  const { name, slug, affiliation, counters, trust, hiddenFields } = author;
  const affiliationName = affiliation && !hiddenFields.includes('affiliations') ? affiliation.name : null;
  const works = `${counters.works} ${counters.works === 1 ? 'work' : 'works'}`;
  const summary = [affiliationName, works, `trust level L${trust.level} ${trust.levelName}`].filter(Boolean).join(' · ');
  return {
    ...{ version: '1.0', type: 'rich', title: name, author_name: name, author_url: `${base}/authors/${slug}` },
    ...{ provider_name: site, provider_url: base, cache_age: 3600 },
    ...{ width: maxWidth !== null && maxWidth > 0 ? Math.min(widest, maxWidth) : widest, height },
    html: html`<blockquote class="peergraph-profile"><a href="${`${base}/authors/${slug}`}">${name}</a><br>${summary}</blockquote>`.html,
  };
}
