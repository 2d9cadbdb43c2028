import { type CitedWork, lineOf, oneLine } from './citations/cited.ts';

/** What a feed can be of. */
type FeedKind = 'authors' | 'topics' | 'venues' | 'institutions' | 'searches';

/** What a feed is made of: the newest works of one author, topic, venue or institution, or of a search. */
export interface Feed {
  kind: FeedKind;
  /** The subject's permanent id. */
  id: string;
  /** Path of its page, and what the page asks for after a question mark. */
  path: string;
  query?: string;
  name: string;
  /** Newest first. */
  works: readonly CitedWork[];
  updatedAt: Date;
  /** Public address of this instance, without a slash at its end. */
  base: string;
}

/** A name for ever (RFC 4151), made of the permanent id; the year is when the first of these names was given. */
const tag = (base: string, kind: FeedKind | 'works', id: string): string => `tag:${new URL(base).hostname},2026:${kind}/${id}`;

const titleOf = ({ title }: CitedWork): string => (title && lineOf(title)) || 'A work without a title';

/** Who, where and when, on one line. */
function summaryOf({ authors, authorsComplete, venue, year }: CitedWork): string {
  const names = authors.slice(0, 12).map(({ name }) => oneLine(name));
  const rest = authors.length > names.length || !authorsComplete ? ' et al.' : '';
  const parts = [names.length > 0 ? `${names.join(', ')}${rest}` : 'Author list not supplied', venue && oneLine(venue), year];
  return `${parts.filter((part) => part).join('. ')}.`;
}

/** When a work appeared, where its day is known. */
const publishedOf = ({ date }: CitedWork): string | undefined =>
  date && /^\d{4}-\d{2}-\d{2}$/.test(date) ? `${date}T00:00:00Z` : undefined;

const titleOfFeed = ({ kind, name }: Feed): string =>
  kind === 'authors' ? `Works of ${name}` : kind === 'searches' ? `Works found by ${name}` : `Works: ${name}`;

const placed = ({ base, path, query }: Feed, file = ''): string => `${base}${path}${file}${query ? `?${query}` : ''}`;

/** The later of the record's last change and that of its works. */
const updatedOf = ({ works, updatedAt }: Feed): string =>
  new Date(Math.max(updatedAt.getTime(), ...works.map((work) => work.updatedAt.getTime()))).toISOString();

/** Text as XML 1.0 may hold it. */
export const xmlText = (text: string): string =>
  oneLine(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Atom 1.0 (RFC 4287). */
export function atomFeed(feed: Feed): string {
  const { base, name } = feed;
  const entries = feed.works.map((work) => {
    const published = publishedOf(work);
    const names = work.authors.slice(0, 50).map((author) => `    <author><name>${xmlText(author.name)}</name></author>\n`);
    return `  <entry>
    <id>${xmlText(tag(base, 'works', work.id))}</id>
    <title>${xmlText(titleOf(work))}</title>
    <link rel="alternate" type="text/html" href="${xmlText(`${base}/works/${work.id}`)}"/>
    <updated>${work.updatedAt.toISOString()}</updated>
${published ? `    <published>${published}</published>\n` : ''}${names.join('')}    <summary>${xmlText(summaryOf(work))}</summary>
  </entry>
`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${xmlText(tag(base, feed.kind, feed.id))}</id>
  <title>${xmlText(titleOfFeed(feed))}</title>
  <author><name>${xmlText(name)}</name></author>
  <link rel="self" type="application/atom+xml" href="${xmlText(placed(feed, '/feed.atom'))}"/>
  <link rel="alternate" type="text/html" href="${xmlText(placed(feed))}"/>
  <updated>${updatedOf(feed)}</updated>
${entries.join('')}</feed>
`;
}

/** JSON Feed 1.1. */
export function jsonFeed(feed: Feed): string {
  const { base, name } = feed;
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: oneLine(titleOfFeed(feed)),
    home_page_url: placed(feed),
    feed_url: placed(feed, '/feed.json'),
    ...(feed.kind === 'authors' && { authors: [{ name: oneLine(name), url: placed(feed) }] }),
    language: 'en',
    items: feed.works.map((work) => ({
      id: tag(base, 'works', work.id),
      url: `${base}/works/${work.id}`,
      title: titleOf(work),
      content_text: summaryOf(work),
      date_published: publishedOf(work),
      date_modified: work.updatedAt.toISOString(),
      ...(work.authors.length > 0 && { authors: work.authors.slice(0, 50).map((author) => ({ name: oneLine(author.name) })) }),
    })),
  });
}

/** A format of a feed: the last part of its address, its media type, and who writes it. */
interface FeedFormat {
  file: string;
  name: string;
  type: string;
  write(feed: Feed): string;
}

const feedFormats: readonly FeedFormat[] = [
  { file: 'feed.atom', name: 'Atom', type: 'application/atom+xml', write: atomFeed },
  { file: 'feed.json', name: 'JSON Feed', type: 'application/feed+json', write: jsonFeed },
];

/** Returns the format that the last part of an address names, or null. */
export const feedFormat = (file: string): FeedFormat | null => feedFormats.find((format) => format.file === file) ?? null;

/** Where a page's feeds stand, by media type, as a page's head names them. */
export const feedLinks = (path: string): Record<string, { url: string; title: string }[]> =>
  Object.fromEntries(feedFormats.map(({ file, name, type }) => [type, [{ url: `${path}/${file}`, title: `New works (${name})` }]]));
