import { type CitedWork, oneLine, titleOf } from './citations/cited.ts';
import type { WorkChange } from './history.ts';

/** What a feed can be of. */
type FeedKind = 'authors' | 'topics' | 'venues' | 'institutions' | 'searches' | 'histories';

/** What a feed says of its subject. */
interface FeedHead {
  kind: FeedKind;
  /** The subject's permanent id. */
  id: string;
  /** Path of its page, and what the page asks for after a question mark. */
  path: string;
  query?: string;
  name: string;
  updatedAt: Date;
  /** Public address of this instance, without a slash at its end. */
  base: string;
  /** Of the data, where the operator has set one. */
  licence?: { name: string; url: string } | null;
}

/** What a feed is made of: the newest works of one author, topic, venue or institution, or of a search. */
export interface Feed extends FeedHead {
  /** Newest first. */
  works: readonly CitedWork[];
}

/** A change of what a record shows besides its works, in the words of a feed. */
export interface FactEntry {
  /** Names the change for ever. */
  id: string;
  at: Date;
  title: string;
  summary: string;
  /** Its source. */
  by: string;
}

/** A feed of the changes of a work, or of a record and its works. */
export interface HistoryFeed extends FeedHead {
  /** Newest first. */
  changes: readonly WorkChange[];
  facts?: readonly FactEntry[];
}

/** One entry as both formats write it. */
interface Entry {
  id: string;
  url: string;
  title: string;
  summary: string;
  updatedAt: Date;
  published: string | undefined;
  authors: readonly string[];
}

/** A name for ever (RFC 4151), made of the permanent id; the year is when the first of these names was given. */
const tag = (base: string, kind: FeedKind | 'works' | 'versions', id: string): string => `tag:${new URL(base).hostname},2026:${kind}/${id}`;

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

function workEntry(base: string, work: CitedWork): Entry {
  return {
    id: tag(base, 'works', work.id),
    url: `${base}/works/${work.id}`,
    title: titleOf(work),
    summary: summaryOf(work),
    updatedAt: work.updatedAt,
    published: publishedOf(work),
    authors: work.authors.slice(0, 50).map(({ name }) => name),
  };
}

const changeTitles: Record<WorkChange['kind'], string> = { first: 'lists', changed: 'changed its entry for', ended: 'no longer lists' };

const changeSummary = ({ facts }: WorkChange): string =>
  facts
    .map(({ name, before, after }) => oneLine(`${name}: ${after ?? 'nothing'}${before === null ? '' : ` (before: ${before})`}`))
    .join('; ');

/** An id of the source 'owner' names the profile that the owner has. */
const publicId = ({ id, at, work }: WorkChange): string => (id.startsWith('owner/') ? `owner/${work.id}/${at.getTime()}` : id);

function changeEntry(base: string, change: WorkChange): Entry {
  const { kind, source, at, work } = change;
  return {
    id: tag(base, 'versions', encodeURI(publicId(change).toWellFormed())),
    url: `${base}/works/${work.id}/history`,
    title: oneLine(`${source.name} ${changeTitles[kind]} “${work.title ?? 'a work without a title'}”`),
    summary: changeSummary(change),
    updatedAt: at,
    published: at.toISOString(),
    authors: [source.name],
  };
}

const factEntry = ({ base, path }: FeedHead, { id, at, title, summary, by }: FactEntry): Entry => ({
  ...{ id: tag(base, 'versions', encodeURI(id)), url: `${base}${path}`, title: oneLine(title), summary: oneLine(summary) },
  ...{ updatedAt: at, published: at.toISOString(), authors: [by] },
});

function entriesOf(feed: Feed | HistoryFeed): Entry[] {
  if ('works' in feed) return feed.works.map((work) => workEntry(feed.base, work));
  const facts = (feed.facts ?? []).map((fact) => factEntry(feed, fact));
  const entries = [...feed.changes.map((change) => changeEntry(feed.base, change)), ...facts];
  return entries.sort((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime());
}

const titleOfFeed = ({ kind, name }: FeedHead): string =>
  kind === 'histories'
    ? `History: ${name}`
    : kind === 'authors'
      ? `Works of ${name}`
      : kind === 'searches'
        ? `Works found by ${name}`
        : `Works: ${name}`;

const placed = ({ base, path, query }: FeedHead, file = ''): string => `${base}${path}${file}${query ? `?${query}` : ''}`;

/** The later of the subject's last change and that of its entries. */
const updatedOf = ({ updatedAt }: FeedHead, entries: readonly Entry[]): string =>
  new Date(Math.max(updatedAt.getTime(), ...entries.map((each) => each.updatedAt.getTime()))).toISOString();

/** Text as XML 1.0 may hold it. */
export const xmlText = (text: string): string =>
  oneLine(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Atom 1.0 (RFC 4287). */
export function atomFeed(feed: Feed | HistoryFeed): string {
  const { base, name, licence } = feed;
  const all = entriesOf(feed);
  const entries = all.map(({ id, url, title, summary, updatedAt, published, authors }) => {
    const names = authors.map((author) => `    <author><name>${xmlText(author)}</name></author>\n`);
    return `  <entry>
    <id>${xmlText(id)}</id>
    <title>${xmlText(title)}</title>
    <link rel="alternate" type="text/html" href="${xmlText(url)}"/>
    <updated>${updatedAt.toISOString()}</updated>
${published ? `    <published>${published}</published>\n` : ''}${names.join('')}    <summary>${xmlText(summary)}</summary>
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
  <updated>${updatedOf(feed, all)}</updated>
${licence ? `  <rights>${xmlText(licence.name)}</rights>\n  <link rel="license" href="${xmlText(licence.url)}"/>\n` : ''}${entries.join('')}</feed>
`;
}

/** JSON Feed 1.1. */
export function jsonFeed(feed: Feed | HistoryFeed): string {
  const { name, licence } = feed;
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: oneLine(titleOfFeed(feed)),
    home_page_url: placed(feed),
    feed_url: placed(feed, '/feed.json'),
    ...(feed.kind === 'authors' && { authors: [{ name: oneLine(name), url: placed(feed) }] }),
    language: 'en',
    // An extension, as the specification has them: its name begins with an underscore.
    ...(licence && { _license: { name: oneLine(licence.name), url: licence.url } }),
    items: entriesOf(feed).map(({ id, url, title, summary, updatedAt, published, authors }) => ({
      ...{ id, url, title, content_text: summary },
      date_published: published,
      date_modified: updatedAt.toISOString(),
      ...(authors.length > 0 && { authors: authors.map((author) => ({ name: oneLine(author) })) }),
    })),
  });
}

/** A format of a feed: the last part of its address, its media type, and who writes it. */
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

/** Returns the format that the last part of an address names, or null. */
export const feedFormat = (file: string): FeedFormat | null => feedFormats.find((format) => format.file === file) ?? null;

/** Where a page's feeds are, by media type, as a page's head names them. */
export const feedLinks = (path: string, of = 'New works'): Record<string, { url: string; title: string }[]> =>
  Object.fromEntries(feedFormats.map(({ file, name, type }) => [type, [{ url: `${path}/${file}`, title: `${of} (${name})` }]]));
