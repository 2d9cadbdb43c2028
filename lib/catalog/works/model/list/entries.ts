import type { WorkType } from '#lib/catalog/sources/model.ts';
import type { CodeState } from '../views.ts';
import type { ListOrder } from './selection.ts';

/** What a list needs to know of a work to sort, filter and group it. */
export interface ListedWork {
  key: number;
  /** Date as yyyymmdd, missing parts 0. */
  sortDate: number;
  type: WorkType;
  category: string | null;
  sources: readonly string[];
  code: CodeState;
  /** Slugs of its venues. */
  venues: readonly string[];
  /** The folded title, where it is long enough to tell works apart. */
  titleKey: string | null;
  /** The folded title, for sorting; empty where no source gives one. */
  sortTitle: string;
  /** signal-1, where it was computed. */
  signal: number | null;
  /** The place in the list of the source whose order is asked for. */
  rank: number | null;
}

/** Versions of one work: the one that leads and the others, in the order of `byVersion`. */
export interface Entry {
  lead: ListedWork;
  others: readonly ListedWork[];
}

const published: ReadonlySet<WorkType> = new Set(['paper', 'article', 'chapter', 'book']);
const early: ReadonlySet<WorkType> = new Set(['preprint', 'other']);
const publicationRank = ({ type }: ListedWork): number => (published.has(type) ? 0 : early.has(type) ? 2 : 1);

/** The published version first, then the newest. */
const byVersion = (a: ListedWork, b: ListedWork): number =>
  publicationRank(a) - publicationRank(b) || b.sortDate - a.sortDate || b.key - a.key;

/**
 * Groups works of one author that have the same folded title. An entry is in the list where one of its versions is `wanted`;
 * the first wanted version leads, and the others follow it whether wanted or not.
 */
export function groupVersions(works: readonly ListedWork[], wanted: (work: ListedWork) => boolean): Entry[] {
  const groups = new Map<string | number, ListedWork | ListedWork[]>();
  for (const work of works) {
    const of = work.titleKey ?? work.key;
    const before = groups.get(of);
    // Most titles are of one work: no list is made for those.
    if (Array.isArray(before)) before.push(work);
    else groups.set(of, before === undefined ? work : [before, work]);
  }
  const entries: Entry[] = [];
  for (const group of groups.values()) {
    if (!Array.isArray(group)) {
      if (wanted(group)) entries.push({ lead: group, others: none });
      continue;
    }
    const versions = group.toSorted(byVersion);
    const lead = versions.find(wanted);
    if (lead) entries.push({ lead, others: versions.filter((version) => version !== lead) });
  }
  return entries;
}

const none: readonly ListedWork[] = [];

/** Enough of a title to sort by, and short enough for a cursor. */
const maxTitle = 80;
const last = '\u{10ffff}';

/**
 * What a work is sorted by. Works without a signal come after those with one, newest first: their dates lie between -1 and 0.
 */
function placeOf(work: ListedWork, order: ListOrder): number | string {
  if (order === 'newest') return work.sortDate;
  if (order === 'title') return work.sortTitle.slice(0, maxTitle).toWellFormed() || last;
  if (order === 'signal') return work.signal ?? work.sortDate / 1e8 - 1;
  return work.rank ?? Number.MAX_SAFE_INTEGER;
}

interface Place {
  at: number | string;
  key: number;
}

const compare = (a: number | string, b: number | string): number => (a < b ? -1 : a > b ? 1 : 0);
const isDescending = (order: ListOrder): boolean => order === 'newest' || order === 'signal';

const byPlace =
  (order: ListOrder) =>
  (a: Place, b: Place): number =>
    (isDescending(order) ? -1 : 1) * (compare(a.at, b.at) || compare(a.key, b.key));

/** A cursor: what the last work of a page was sorted by, and its key. It leads on from there also when that work has gone. */
const cursorOf = ({ at, key }: Place): string => `${at === last ? '' : at}-${key}`;

function placeFrom(cursor: string | null, order: ListOrder): Place | null {
  const [, at = '', key] = /^(.{0,200})-(\d{1,15})$/u.exec(cursor ?? '') ?? [];
  if (key === undefined) return null;
  if (order === 'title') return { at: at || last, key: Number(key) };
  return at !== '' && Number.isFinite(Number(at)) ? { at: Number(at), key: Number(key) } : null;
}

/**
 * One page of anything that stands for works, in an order.
 * @param workOf the work that an item is sorted by
 * @param after a cursor of the same order; what is none begins at the beginning
 */
export function pageOf<Item>(
  items: readonly Item[],
  workOf: (item: Item) => ListedWork,
  { order, after, limit }: { order: ListOrder; after: string | null; limit: number },
): { items: Item[]; next: string | null } {
  const compareWorks = byPlace(order);
  const placed = items.map((item) => ({ item, at: placeOf(workOf(item), order), key: workOf(item).key })).sort(compareWorks);
  const from = placeFrom(after, order);
  const first = from === null ? 0 : placed.findIndex((place) => compareWorks(place, from) > 0);
  const rest = first === -1 ? [] : placed.slice(first);
  const page = rest.slice(0, limit);
  const end = page.at(-1);
  return { items: page.map(({ item }) => item), next: end && rest.length > limit ? cursorOf(end) : null };
}
