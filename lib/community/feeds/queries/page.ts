import { and, asc, desc, eq, gt, lt, or, sql } from 'drizzle-orm';
import { parseSavedSearch } from '#lib/catalog/search-index/model/saved.ts';
import { findNewMatches } from '#lib/catalog/search-index/new-matches.ts';
import { visibleRecord } from '#lib/catalog/visibility/queries.ts';
import { viewsByKey } from '#lib/catalog/works/queries/works.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { follows, recordEvents, savedSearches } from '#lib/platform/db/schema/follows.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import {
  compareFeedPositions,
  type FeedItem,
  type FeedPage,
  type FeedPosition,
  formatFeedCursor,
  maxNewEntries,
  type RecordEventKind,
  topFeedPosition,
  workKeyBoundOf,
} from '../model.ts';
import { arrivalKeysOf, followedAuthorsOf, followedContextsOf, type KeyRange, listArrivals, scanFollowedWorks } from './cursors.ts';
import { feedReasonsOf, type SearchArrivals } from './reasons.ts';

interface FeedQuery {
  /** The page begins below this position. */
  from: FeedPosition;
  limit: number;
  /** Works up to this key and record events up to this key are excluded. */
  since?: { work: number; news: number } | undefined;
}

/**
 * Returns a page of new items of the followed subjects, newest first, each work once. No feed is stored. Each subject is queried for the
 * key of its newest work below the cursor, and for works only if that one is on the page. A page therefore costs one look-up per subject and
 * a few rows, or less if the newest works of all authors have enough of the many followed ones. Muted subjects and suppressed people are excluded.
 */
export async function feedPage(reader: Reader, accountId: string, { from, limit, since }: FeedQuery): Promise<FeedPage> {
  const { positions, news, searches } = await selectPositions(reader, accountId, { from, limit, since });
  const pagePositions = positions.slice(0, limit);
  const last = positions.length > limit ? pagePositions.at(-1) : undefined;
  const items = await selectItems(reader, accountId, pagePositions, news, searches);
  return { items, next: last ? formatFeedCursor(last) : null };
}

async function selectPositions(reader: Reader, accountId: string, { from, limit, since }: FeedQuery) {
  const range = { below: workKeyBoundOf(from), above: since?.work ?? 0 };
  const searches = await selectSearchArrivals(reader, accountId, range, limit + 1);
  const keys = await mergeArrivals(reader, accountId, range, limit + 1, searches);
  const news = await selectNews(reader, accountId, from, since?.news ?? 0, limit + 1);
  const positions = [...keys.map((work): FeedPosition => ({ work, news: 0 })), ...news.map(({ position }) => position)].sort((a, b) =>
    compareFeedPositions(b, a),
  );
  return { positions, news, searches };
}

/** Returns the number of items above a position, at most `maxNewEntries`. */
export async function countNewEntries(reader: Reader, accountId: string, above: FeedPosition): Promise<number> {
  const since = { work: above.work, news: 0 };
  const { positions } = await selectPositions(reader, accountId, { from: topFeedPosition, limit: maxNewEntries, since });
  return Math.min(maxNewEntries, positions.filter((position) => compareFeedPositions(position, above) > 0).length);
}

/** Returns the newest keys of all subjects, without reading more of a subject than can be on the page. */
async function mergeArrivals(
  reader: Reader,
  accountId: string,
  range: KeyRange,
  maxKeys: number,
  searches: readonly SearchArrivals[],
): Promise<number[]> {
  const scanned = await scanFollowedWorks(reader, accountId, range, maxKeys);
  const authors = scanned.length < maxKeys ? await followedAuthorsOf(reader, accountId, range) : [];
  const subjects = [...authors, ...(await followedContextsOf(reader, accountId, range))].sort((a, b) => b.newest - a.newest);
  let newest = newestKeys([...scanned, ...searches.flatMap(({ keys }) => keys)], maxKeys);
  const lowestNewest = newestKeys([...newest, ...subjects.map((subject) => subject.newest)], maxKeys)[maxKeys - 1];
  if (lowestNewest !== undefined) {
    // No other subject has a work from here on, so one statement finds all.
    const near = subjects.filter((subject) => subject.newest >= lowestNewest);
    const arrivals = await listArrivals(reader, near, { below: range.below, above: lowestNewest - 1 }, maxKeys);
    newest = newestKeys([...newest, ...arrivals], maxKeys);
    if ((newest[maxKeys - 1] ?? 0) >= lowestNewest) return newest;
  }
  for (const subject of subjects) {
    const lowest = (newest.length === maxKeys && newest.at(-1)) || range.above;
    // The subjects are sorted by their newest work: if one has none above the page's lowest, neither have all that follow.
    if (subject.newest <= lowest) break;
    newest = newestKeys([...newest, ...(await arrivalKeysOf(reader, subject, { below: range.below, above: lowest }, maxKeys))], maxKeys);
  }
  return newest;
}

const newestKeys = (keys: readonly number[], maxKeys: number): number[] => [...new Set(keys)].sort((a, b) => b - a).slice(0, maxKeys);

async function selectSearchArrivals(reader: Reader, accountId: string, range: KeyRange, limit: number): Promise<SearchArrivals[]> {
  const searches = await reader.prepared(activeSearchesQuery, { accountId });
  const arrivals: SearchArrivals[] = [];
  for (const { id, query, name } of searches) {
    const search = parseSavedSearch(query);
    if (!search) continue;
    const keys = await findNewMatches(reader, search, { ...range, limit });
    arrivals.push({ reason: { kind: 'search', id, name, path: `/search?${query}` }, keys });
  }
  return arrivals;
}

const activeSearchesQuery = (reader: Reader) =>
  reader
    .select()
    .from(savedSearches)
    .where(and(eq(savedSearches.accountId, sql.placeholder('accountId')), eq(savedSearches.state, 'on')))
    .orderBy(asc(savedSearches.id))
    .prepare();

interface News {
  position: FeedPosition;
  item: Extract<FeedItem, { kind: 'news' }>;
}

async function selectNews(reader: Reader, accountId: string, from: FeedPosition, above: number, limit: number): Promise<News[]> {
  const rows = await reader.prepared(newsQuery, { accountId, work: from.work, news: from.news, above, limit });
  return rows.map((row) => {
    const position = { work: row.afterWork, news: row.key };
    const author = { id: row.authorId, name: row.name, slug: row.slug };
    return { position, item: { kind: 'news', position, news: row.kind as RecordEventKind, author, at: row.at } };
  });
}

const newsQuery = (reader: Reader) => {
  const { key, kind, at, afterWork, authorId } = recordEvents;
  const work = sql.placeholder('work');
  const isBelow = or(lt(afterWork, work), and(eq(afterWork, work), lt(key, sql.placeholder('news'))));
  return reader
    .select({ key, kind, at, afterWork, authorId, name: authors.name, slug: authors.slug })
    .from(follows)
    .innerJoin(authors, eq(authors.id, follows.authorId))
    .innerJoin(recordEvents, eq(authorId, follows.authorId))
    .where(
      and(
        ...[eq(follows.accountId, sql.placeholder('accountId')), eq(follows.state, 'on'), visibleRecord(), isBelow],
        gt(key, sql.placeholder('above')),
      ),
    )
    .orderBy(desc(afterWork), desc(key))
    .limit(sql.placeholder('limit'))
    .prepare();
};

async function selectItems(
  reader: Reader,
  accountId: string,
  positions: readonly FeedPosition[],
  news: readonly News[],
  searches: readonly SearchArrivals[],
): Promise<FeedItem[]> {
  const keys = positions.flatMap(({ work, news: isNews }) => (isNews ? [] : [work]));
  const reasons = await feedReasonsOf(reader, accountId, keys, searches);
  const views = await viewsByKey(reader, keys, null);
  return positions.flatMap((position): FeedItem[] => {
    if (position.news) return news.flatMap(({ position: { news: key }, item }) => (key === position.news ? [item] : []));
    const [work, why] = [views.get(position.work), reasons.get(position.work) ?? []];
    // The search index can still hold a work whose authors are all hidden.
    return work && !work.unseen && why.length > 0 ? [{ kind: 'work', position, work, reasons: why }] : [];
  });
}
