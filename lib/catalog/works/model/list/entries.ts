import type { WorkType } from '#lib/catalog/bibliography/types.ts';
import type { CodeState } from '../views.ts';
import type { ListOrder } from './selection.ts';

/** The data of a work by which a list sorts, filters and groups. */
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
  publisher: string | null;
  series: string | null;
  retracted: boolean;
  /** The folded title, if it is long enough to identify a work. */
  titleKey: string | null;
  /** The folded title, for sorting; empty if no source states one. */
  sortTitle: string;
  /** The value of signal-1, if computed. */
  signal: number | null;
  /** The rank on the page of the source whose order is requested. */
  rank: number | null;
}

/** Versions of one work: the leading one, and the others in the order of `byVersion`. */
export interface ListEntry {
  lead: ListedWork;
  others: readonly ListedWork[];
}

const publishedTypes: ReadonlySet<WorkType> = new Set(['paper', 'article', 'chapter', 'book']);
const preliminaryTypes: ReadonlySet<WorkType> = new Set(['preprint', 'other']);
const publicationRank = ({ type }: ListedWork): number => (publishedTypes.has(type) ? 0 : preliminaryTypes.has(type) ? 2 : 1);

/** Sorts the published version first, then newest first. */
const byVersion = (a: ListedWork, b: ListedWork): number =>
  publicationRank(a) - publicationRank(b) || b.sortDate - a.sortDate || b.key - a.key;

/**
 * Groups the works of an author with the same folded title. An entry is included if one of its versions is `wanted`. The first wanted
 * version leads; all others follow.
 */
export function groupVersions(works: readonly ListedWork[], isWanted: (work: ListedWork) => boolean): ListEntry[] {
  const groups = new Map<string | number, ListedWork | ListedWork[]>();
  for (const work of works) {
    const groupKey = work.titleKey ?? work.key;
    const group = groups.get(groupKey);
    // Most titles belong to one work, so no array is allocated for them.
    if (Array.isArray(group)) group.push(work);
    else groups.set(groupKey, group === undefined ? work : [group, work]);
  }
  const entries: ListEntry[] = [];
  for (const group of groups.values()) {
    if (!Array.isArray(group)) {
      if (isWanted(group)) entries.push({ lead: group, others: noWorks });
      continue;
    }
    const versions = group.toSorted(byVersion);
    const lead = versions.find(isWanted);
    if (lead) entries.push({ lead, others: versions.filter((version) => version !== lead) });
  }
  return entries;
}

const noWorks: readonly ListedWork[] = [];

/** Length of the title prefix in sort keys; it must fit in a cursor. */
const maxTitleKeyCharacters = 80;
const afterAllTitles = '\u{10ffff}';

/** Returns the sort key of a work. Works without a signal follow those with one, newest first: their keys are between -1 and 0. */
function sortKeyOf(work: ListedWork, order: ListOrder): number | string {
  if (order === 'newest') return work.sortDate;
  if (order === 'title') return work.sortTitle.slice(0, maxTitleKeyCharacters).toWellFormed() || afterAllTitles;
  if (order === 'signal') return work.signal ?? work.sortDate / 1e8 - 1;
  return work.rank ?? Number.MAX_SAFE_INTEGER;
}

interface SortPosition {
  at: number | string;
  key: number;
}

const compare = (a: number | string, b: number | string): number => (a < b ? -1 : a > b ? 1 : 0);
const isDescending = (order: ListOrder): boolean => order === 'newest' || order === 'signal';

const comparePositions =
  (order: ListOrder) =>
  (a: SortPosition, b: SortPosition): number =>
    (isDescending(order) ? -1 : 1) * (compare(a.at, b.at) || compare(a.key, b.key));

/** Returns a cursor: the sort key of the last work of a page, and its key. It stays valid if that work is removed. */
const cursorOf = ({ at, key }: SortPosition): string => `${at === afterAllTitles ? '' : at}-${key}`;

function positionFrom(cursor: string | null, order: ListOrder): SortPosition | null {
  const [, at = '', key] = /^(.{0,200})-(\d{1,15})$/u.exec(cursor ?? '') ?? [];
  if (key === undefined) return null;
  if (order === 'title') return { at: at || afterAllTitles, key: Number(key) };
  return at !== '' && Number.isFinite(Number(at)) ? { at: Number(at), key: Number(key) } : null;
}

/**
 * Returns one page of items, sorted by their works.
 * @param workOf returns the work by which an item is sorted
 * @param after a cursor of the same order; an invalid one starts at the beginning
 */
export function pageOf<Item>(
  items: readonly Item[],
  workOf: (item: Item) => ListedWork,
  { order, after, limit }: { order: ListOrder; after: string | null; limit: number },
): { items: Item[]; next: string | null } {
  const compareWorks = comparePositions(order);
  const positioned = items.map((item) => ({ item, at: sortKeyOf(workOf(item), order), key: workOf(item).key })).sort(compareWorks);
  const start = positionFrom(after, order);
  const first = start === null ? 0 : positioned.findIndex((position) => compareWorks(position, start) > 0);
  const rest = first === -1 ? [] : positioned.slice(first);
  const page = rest.slice(0, limit);
  const end = page.at(-1);
  return { items: page.map(({ item }) => item), next: end && rest.length > limit ? cursorOf(end) : null };
}
