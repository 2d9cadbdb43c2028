import { titleLanguage } from '#lib/catalog/bibliography/languages.ts';
import { type CitedWork, titleOf, toOneLine } from './citations/cited.ts';
import type { WorkChange } from './history.ts';

type FeedKind = 'authors' | 'topics' | 'venues' | 'institutions' | 'searches' | 'histories';

/** The subject of a feed. */
interface FeedHead {
  kind: FeedKind;
  /** The subject's permanent id. */
  id: string;
  /** Path and query of its page. */
  path: string;
  query?: string;
  name: string;
  updatedAt: Date;
  /** Public URL of this instance, without a trailing slash. */
  base: string;
  /** The query of the request, if it differs from `query`. */
  requestedQuery?: string;
  /** The licence of the data, if the operator has set one. */
  licence?: { name: string; url: string } | null;
}

/** A feed of the newest works of an author, topic, venue, institution or search. */
export interface Feed extends FeedHead {
  /** Newest first. */
  works: readonly CitedWork[];
}

/** A change of a record apart from its works, as feed text. */
export interface FactEntry {
  /** Permanent id of the change. */
  id: string;
  at: Date;
  title: string;
  summary: string;
  /** The source of the change. */
  by: string;
}

/** A feed of the changes of a work, or of a record and its works. */
export interface HistoryFeed extends FeedHead {
  /** Newest first. */
  changes: readonly WorkChange[];
  facts?: readonly FactEntry[];
}

/** An entry in the form that both formats use. */
interface Entry {
  id: string;
  url: string;
  title: string;
  /** The language of the title, if it is not English. */
  language?: string | undefined;
  summary: string;
  updatedAt: Date;
  published: string | undefined;
  authors: readonly string[];
}

/** Returns a permanent tag URI (RFC 4151) with the permanent id. The year is when the first of these URIs was assigned. */
const tagUri = (base: string, kind: FeedKind | 'works' | 'versions', id: string): string =>
  `tag:${new URL(base).hostname},2026:${kind}/${id}`;

/** Returns authors, venue and year on one line. */
function summaryOf({ authors, authorsComplete, venue, year }: CitedWork): string {
  const names = authors.slice(0, 12).map(({ name }) => toOneLine(name));
  const rest = authors.length > names.length || !authorsComplete ? ' et al.' : '';
  const parts = [names.length > 0 ? `${names.join(', ')}${rest}` : 'Author list not supplied', venue && toOneLine(venue), year];
  return `${parts.filter((part) => part).join('. ')}.`;
}

/** Returns when a work was published, if the day is known. */
const publishedOf = ({ date }: CitedWork): string | undefined =>
  date && /^\d{4}-\d{2}-\d{2}$/.test(date) ? `${date}T00:00:00Z` : undefined;

/** Returns when a work last changed: for one that has not changed since it arrived, when it was published, if that is known. */
function updatedAtOf({ date, revision, updatedAt }: CitedWork): Date {
  const published = revision > 1 || date === null ? Number.NaN : Date.parse(date);
  return new Date(Number.isNaN(published) ? updatedAt : Math.min(published, updatedAt.getTime()));
}

function workEntry(base: string, work: CitedWork): Entry {
  return {
    id: tagUri(base, 'works', work.id),
    url: `${base}/works/${work.id}`,
    title: titleOf(work),
    language: titleLanguage(work),
    summary: summaryOf(work),
    updatedAt: updatedAtOf(work),
    published: publishedOf(work),
    authors: work.authors.slice(0, 50).map(({ name }) => name),
  };
}

const changeTitles: Record<WorkChange['kind'], string> = { first: 'lists', changed: 'changed its entry for', ended: 'no longer lists' };

const changeSummary = ({ facts }: WorkChange): string =>
  facts
    .map(({ name, before, after }) => toOneLine(`${name}: ${after ?? 'nothing'}${before === null ? '' : ` (before: ${before})`}`))
    .join('; ');

/** Returns a public id: ids of the source 'owner' would reveal the owner's profile. */
const publicId = ({ id, at, work }: WorkChange): string => (id.startsWith('owner/') ? `owner/${work.id}/${at.getTime()}` : id);

function changeEntry(base: string, change: WorkChange): Entry {
  const { kind, source, at, work } = change;
  return {
    id: tagUri(base, 'versions', encodeURI(publicId(change).toWellFormed())),
    url: `${base}/works/${work.id}/history`,
    title: toOneLine(`${source.name} ${changeTitles[kind]} “${work.title ?? 'a work without a title'}”`),
    summary: changeSummary(change),
    updatedAt: at,
    published: at.toISOString(),
    authors: [source.name],
  };
}

const factEntry = ({ base, path }: FeedHead, { id, at, title, summary, by }: FactEntry): Entry => ({
  ...{ id: tagUri(base, 'versions', encodeURI(id)), url: `${base}${path}`, title: toOneLine(title), summary: toOneLine(summary) },
  ...{ updatedAt: at, published: at.toISOString(), authors: [by] },
});

function entriesOf(feed: Feed | HistoryFeed): Entry[] {
  if ('works' in feed) return feed.works.map((work) => workEntry(feed.base, work));
  const facts = (feed.facts ?? []).map((fact) => factEntry(feed, fact));
  const entries = [...feed.changes.map((change) => changeEntry(feed.base, change)), ...facts];
  return entries.sort((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime());
}

const feedTitleOf = ({ kind, name }: FeedHead): string =>
  kind === 'histories'
    ? `History: ${name}`
    : kind === 'authors'
      ? `Works of ${name}`
      : kind === 'searches'
        ? `Works found by ${name}`
        : `Works: ${name}`;

const feedUrl = ({ base, path, query }: FeedHead, file = ''): string => `${base}${path}${file}${query ? `?${query}` : ''}`;
/** Returns the address that was requested, which names the feed itself. */
const selfUrl = (feed: FeedHead, file: string): string =>
  feedUrl({ ...feed, ...(feed.requestedQuery && { query: feed.requestedQuery }) }, file);

/** Returns the later of the subject's last change and that of its entries. */
const updatedOf = (feed: Feed | HistoryFeed, entries: readonly Entry[]): string => {
  const changes = 'works' in feed ? feed.works : entries;
  return new Date(Math.max(feed.updatedAt.getTime(), ...changes.map(({ updatedAt }) => updatedAt.getTime()))).toISOString();
};

/** Escapes text for XML 1.0. */
export const escapeXml = (text: string): string =>
  toOneLine(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Formats a feed as Atom 1.0 (RFC 4287). */
export function atomFeed(feed: Feed | HistoryFeed): string {
  const { base, name, licence } = feed;
  const feedEntries = entriesOf(feed);
  const entries = feedEntries.map(({ id, url, title, language, summary, updatedAt, published, authors }) => {
    const names = authors.map((author) => `    <author><name>${escapeXml(author)}</name></author>\n`);
    return `  <entry>
    <id>${escapeXml(id)}</id>
    <title${language ? ` xml:lang="${language}"` : ''}>${escapeXml(title)}</title>
    <link rel="alternate" type="text/html" href="${escapeXml(url)}"/>
    <updated>${updatedAt.toISOString()}</updated>
${published ? `    <published>${published}</published>\n` : ''}${names.join('')}    <summary>${escapeXml(summary)}</summary>
  </entry>
`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${escapeXml(tagUri(base, feed.kind, feed.id))}</id>
  <title>${escapeXml(feedTitleOf(feed))}</title>
  <author><name>${escapeXml(name)}</name></author>
  <link rel="self" type="application/atom+xml" href="${escapeXml(selfUrl(feed, '/feed.atom'))}"/>
  <link rel="alternate" type="text/html" href="${escapeXml(feedUrl(feed))}"/>
  <updated>${updatedOf(feed, feedEntries)}</updated>
${licence ? `  <rights>${escapeXml(licence.name)}</rights>\n  <link rel="license" href="${escapeXml(licence.url)}"/>\n` : ''}${entries.join('')}</feed>
`;
}

/** Formats a feed as JSON Feed 1.1. */
export function jsonFeed(feed: Feed | HistoryFeed): string {
  const { name, licence } = feed;
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: toOneLine(feedTitleOf(feed)),
    home_page_url: feedUrl(feed),
    feed_url: selfUrl(feed, '/feed.json'),
    ...(feed.kind === 'authors' && { authors: [{ name: toOneLine(name), url: feedUrl(feed) }] }),
    language: 'en',
    // An extension: the specification requires a leading underscore.
    ...(licence && { _license: { name: toOneLine(licence.name), url: licence.url } }),
    items: entriesOf(feed).map(({ id, url, title, language, summary, updatedAt, published, authors }) => ({
      ...{ id, url, title, content_text: summary },
      ...(language && { language }),
      date_published: published,
      date_modified: updatedAt.toISOString(),
      ...(authors.length > 0 && { authors: authors.map((author) => ({ name: toOneLine(author) })) }),
    })),
  });
}

/** A feed format: the last path segment of its URL, its media type, and its writer. */
interface FeedFormat {
  file: string;
  name: string;
  type: string;
  write(feed: Feed | HistoryFeed): string;
}

const feedFormats: readonly FeedFormat[] = [
  { file: 'feed.atom', name: 'Atom', type: 'application/atom+xml', write: atomFeed },
  { file: 'feed.json', name: 'JSON Feed', type: 'application/feed+json', write: jsonFeed },
];

/** Returns the format of a path segment, or null. */
export const feedFormat = (file: string): FeedFormat | null => feedFormats.find((format) => format.file === file) ?? null;

/** Returns the URLs of a page's feeds by media type, for the head of the page. */
export const feedLinks = (path: string, label = 'New works'): Record<string, { url: string; title: string }[]> =>
  Object.fromEntries(feedFormats.map(({ file, name, type }) => [type, [{ url: `${path}/${file}`, title: `${label} (${name})` }]]));
