import { arrivalsOf } from '#lib/catalog/search-index/arrivals.ts';
import { searchFrom } from '#lib/catalog/search-index/model/saved.ts';
import { visibleRecordText } from '#lib/catalog/visibility/queries.ts';
import { viewsByKey } from '#lib/catalog/works/queries/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { compared, cursorOf, type FeedItem, type FeedPage, type Place, type RecordEventKind, worksBelow } from '../model.ts';
import { arrivalsAt, headsOf, type Stretch } from './cursors.ts';
import { reasonsOf, type SearchArrivals } from './reasons.ts';

interface FeedQuery {
  /** Where the page begins: below this place. */
  from: Place;
  limit: number;
  /** Works up to this key and news up to this one are known already. */
  since?: { work: number; news: number };
}

/**
 * One page of what is new in what an account follows, the last to arrive first, each work once. Nothing is stored for it: each thing
 * followed is asked for the newest of its works below the cursor, and only those that come among the first of all are asked for more. So a
 * page costs one look-up for each thing followed and a few rows of the page's own. Muted things bring nothing; neither do suppressed people.
 */
export async function feedPage(reader: Reader, accountId: string, { from, limit, since }: FeedQuery): Promise<FeedPage> {
  const stretch = { below: worksBelow(from), above: since?.work ?? 0 };
  const searches = await searchArrivals(reader, accountId, stretch, limit + 1);
  const keys = await mergedArrivals(reader, accountId, stretch, limit + 1, searches);
  const news = await newsOf(reader, accountId, from, since?.news ?? 0, limit + 1);
  const places = [...keys.map((work): Place => ({ work, news: 0 })), ...news.map(({ place }) => place)].sort((a, b) => compared(b, a));
  const shown = places.slice(0, limit);
  const last = places.length > limit ? shown.at(-1) : undefined;
  const items = await itemsAt(reader, accountId, shown, news, searches);
  return { items, next: last ? cursorOf(last) : null };
}

/** The first keys of all that the things followed bring, without reading more of any of them than can come among the first. */
async function mergedArrivals(
  reader: Reader,
  accountId: string,
  stretch: Stretch,
  most: number,
  searches: readonly SearchArrivals[],
): Promise<number[]> {
  const heads = (await headsOf(reader, accountId, stretch)).sort((a, b) => b.work - a.work);
  let first = firstOf([...heads.map(({ work }) => work), ...searches.flatMap(({ keys }) => keys)], most);
  for (const head of heads) {
    const lowest = first.length < most ? stretch.above : (first.at(-1) ?? 0) - 1;
    // The heads come from high to low: where one lies below the last that is wanted, so do all the others.
    if (head.work <= lowest) break;
    const keys = await arrivalsAt(reader, head, { below: stretch.below, above: lowest }, most);
    first = firstOf([...first, ...keys], most);
  }
  return first;
}

const firstOf = (keys: readonly number[], most: number): number[] => [...new Set(keys)].sort((a, b) => b - a).slice(0, most);

async function searchArrivals(reader: Reader, accountId: string, stretch: Stretch, limit: number): Promise<SearchArrivals[]> {
  const saved = await reader.query<{ query: string; name: string }>(
    "select query, name from saved_searches where account_id = ? and state = 'on' order by id",
    [],
    [accountId],
  );
  const found: SearchArrivals[] = [];
  for (const { query, name } of saved) {
    const asked = searchFrom(query);
    if (!asked) continue;
    const keys = await arrivalsOf(reader, asked, { ...stretch, limit });
    found.push({ reason: { kind: 'search', name, path: `/search?${query}` }, keys });
  }
  return found;
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

const newsBelow = `select n.key, n.kind, n.at, n.after_work, a.name, a.slug
  from follows f join authors a on a.id = f.author_id join record_events n on n.author_id = f.author_id
  where f.account_id = ? and f.state = 'on' and ${visibleRecordText('a')}
    and (n.after_work < ? or (n.after_work = ? and n.key < ?)) and n.key > ?
  order by n.after_work desc, n.key desc limit ?`;

async function newsOf(reader: Reader, accountId: string, from: Place, above: number, limit: number): Promise<News[]> {
  const rows = await reader.query<NewsRow>(newsBelow, [], [accountId, from.work, from.work, from.news, above, limit]);
  return rows.map(({ key, kind, at, after_work, name, slug }) => {
    const place = { work: after_work, news: key };
    return { place, item: { kind: 'news', place, news: kind, author: { name, slug }, at: new Date(at) } };
  });
}

async function itemsAt(
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
    // A search can find a work of which nobody may be seen any more before its document is gone.
    return work && !work.unseen && why.length > 0 ? [{ kind: 'work', place, work, reasons: why }] : [];
  });
}
