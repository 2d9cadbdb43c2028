import { arrivalsOf } from '#lib/catalog/search-index/arrivals.ts';
import { searchFrom } from '#lib/catalog/search-index/model/saved.ts';
import { visibleRecordText } from '#lib/catalog/visibility/queries.ts';
import { viewsByKey } from '#lib/catalog/works/queries/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { comparePlaces, cursorOf, type FeedItem, type FeedPage, type Place, type RecordEventKind, worksBelow } from '../model.ts';
import { arrivalsAt, headsOf, type KeyRange } from './cursors.ts';
import { reasonsOf, type SearchArrivals } from './reasons.ts';

interface FeedQuery {
  /** The page begins below this place. */
  from: Place;
  limit: number;
  /** Works up to this key and record events up to this key are excluded. */
  since?: { work: number; news: number };
}

/**
 * Returns a page of new items of the followed subjects, newest first, each work once. No feed is stored. Each subject is queried for its
 * newest work below the cursor, and for more only if that work is on the page. A page therefore costs one look-up per subject and a few
 * rows. Muted subjects and suppressed people are excluded.
 */
export async function feedPage(reader: Reader, accountId: string, { from, limit, since }: FeedQuery): Promise<FeedPage> {
  const stretch = { below: worksBelow(from), above: since?.work ?? 0 };
  const searches = await selectSearchArrivals(reader, accountId, stretch, limit + 1);
  const keys = await mergeArrivals(reader, accountId, stretch, limit + 1, searches);
  const news = await selectNews(reader, accountId, from, since?.news ?? 0, limit + 1);
  const places = [...keys.map((work): Place => ({ work, news: 0 })), ...news.map(({ place }) => place)].sort((a, b) => comparePlaces(b, a));
  const pagePlaces = places.slice(0, limit);
  const last = places.length > limit ? pagePlaces.at(-1) : undefined;
  const items = await selectItems(reader, accountId, pagePlaces, news, searches);
  return { items, next: last ? cursorOf(last) : null };
}

/** Returns the newest keys of all subjects, without reading more of a subject than can be on the page. */
async function mergeArrivals(
  reader: Reader,
  accountId: string,
  stretch: KeyRange,
  maxKeys: number,
  searches: readonly SearchArrivals[],
): Promise<number[]> {
  const heads = (await headsOf(reader, accountId, stretch)).sort((a, b) => b.work - a.work);
  let newest = newestKeys([...heads.map(({ work }) => work), ...searches.flatMap(({ keys }) => keys)], maxKeys);
  for (const head of heads) {
    const lowest = newest.length < maxKeys ? stretch.above : (newest.at(-1) ?? 0) - 1;
    // The heads are sorted in descending order: if one is too low, so are all that follow.
    if (head.work <= lowest) break;
    const keys = await arrivalsAt(reader, head, { below: stretch.below, above: lowest }, maxKeys);
    newest = newestKeys([...newest, ...keys], maxKeys);
  }
  return newest;
}

const newestKeys = (keys: readonly number[], maxKeys: number): number[] => [...new Set(keys)].sort((a, b) => b - a).slice(0, maxKeys);

async function selectSearchArrivals(reader: Reader, accountId: string, stretch: KeyRange, limit: number): Promise<SearchArrivals[]> {
  const savedSearches = await reader.query<{ query: string; name: string }>(
    "select query, name from saved_searches where account_id = ? and state = 'on' order by id",
    [],
    [accountId],
  );
  const arrivals: SearchArrivals[] = [];
  for (const { query, name } of savedSearches) {
    const search = searchFrom(query);
    if (!search) continue;
    const keys = await arrivalsOf(reader, search, { ...stretch, limit });
    arrivals.push({ reason: { kind: 'search', name, path: `/search?${query}` }, keys });
  }
  return arrivals;
}

interface NewsRow {
  key: number;
  kind: RecordEventKind;
  at: Date | number;
  after_work: number;
  name: string;
  slug: string;
}

interface News {
  place: Place;
  item: Extract<FeedItem, { kind: 'news' }>;
}

const recordEventsQuery = `select n.key, n.kind, n.at, n.after_work, a.name, a.slug
  from follows f join authors a on a.id = f.author_id join record_events n on n.author_id = f.author_id
  where f.account_id = ? and f.state = 'on' and ${visibleRecordText('a')}
    and (n.after_work < ? or (n.after_work = ? and n.key < ?)) and n.key > ?
  order by n.after_work desc, n.key desc limit ?`;

async function selectNews(reader: Reader, accountId: string, from: Place, above: number, limit: number): Promise<News[]> {
  const rows = await reader.query<NewsRow>(recordEventsQuery, [], [accountId, from.work, from.work, from.news, above, limit]);
  return rows.map(({ key, kind, at, after_work, name, slug }) => {
    const place = { work: after_work, news: key };
    return { place, item: { kind: 'news', place, news: kind, author: { name, slug }, at: new Date(at) } };
  });
}

async function selectItems(
  reader: Reader,
  accountId: string,
  places: readonly Place[],
  news: readonly News[],
  searches: readonly SearchArrivals[],
): Promise<FeedItem[]> {
  const keys = places.flatMap(({ work, news: isNews }) => (isNews ? [] : [work]));
  const reasons = await reasonsOf(reader, accountId, keys, searches);
  const views = await viewsByKey(reader, keys, null);
  return places.flatMap((place): FeedItem[] => {
    if (place.news) return news.flatMap(({ place: { news: key }, item }) => (key === place.news ? [item] : []));
    const [work, why] = [views.get(place.work), reasons.get(place.work) ?? []];
    // The search index can still hold a work whose authors are all hidden.
    return work && !work.unseen && why.length > 0 ? [{ kind: 'work', place, work, reasons: why }] : [];
  });
}
