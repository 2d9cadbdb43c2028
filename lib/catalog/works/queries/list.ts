import { and, count, eq, sql } from 'drizzle-orm';
import type { WorkType } from '#lib/catalog/bibliography/types.ts';
import { sourceLabel } from '#lib/catalog/sources/model.ts';
import { nowByTheHour } from '#lib/platform/clock.ts';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { contexts } from '#lib/platform/db/schema/contexts.ts';
import { authorships } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { tokenize } from '#lib/platform/text/tokenizer.ts';
import { categoryName } from '../model/categories.ts';
import { codeStateOf } from '../model/code.ts';
import { groupVersions, type ListEntry, type ListedWork, pageOf } from '../model/list/entries.ts';
import { countByYear, countByYearAndSource, createSelectionFilter, type FacetCounts, facetCounts } from '../model/list/facets.ts';
import { isOwnOrder, type WorkSelection } from '../model/list/selection.ts';
import type { FacetView, SourceLabel, WorkListView, WorkView } from '../model/views.ts';
import { codeChecksOf, listingSources, toCodeCheck, viewsByKey } from './works.ts';

interface ListedWorkRow {
  work_key: number;
  sort_date: number;
  type: string;
  category: string | null;
  publisher: string | null;
  series: string | null;
  retracted: number | boolean;
  sources: string;
  code_state: string | null;
  code_url: string | null;
  title_key: string | null;
  short_title: string | null;
  signal: number | null;
}

/** Returns one row per authorship. Removing duplicates in memory takes half as long as `distinct`. */
const listedWorksQuery = `select a.work_key, a.sort_date, w.type, w.category, w.details ->> 'publisher' as publisher, w.details ->> 'series' as series, w.retracted,
    cast(w.sources as text) as sources, w.code_state, w.code_url,
    t.title_key, case when t.title_key is null then w.title end as short_title, i.value as signal
  from authorships a join works w on w.key = a.work_key
  left join work_titles t on t.work_key = a.work_key
  left join work_indicators i on i.work_key = a.work_key and i.method = 'signal-1'
  where a.author_key = ? and a.state <> 'not_mine'`;

const venuePlacesQuery = `select wc.work_key, wc.context_key
  from authorships a join work_contexts wc on wc.work_key = a.work_key join contexts x on x.key = wc.context_key and x.kind = 'venue'
  where a.author_key = ? and a.state <> 'not_mine'`;

/** A request for a list: selection, cursor and length. */
export interface ListRequest {
  selection: WorkSelection;
  /** The cursor of the previous page. */
  after: string | null;
  limit: number;
  /** Excludes all figures, computed here or stated by sources, and the order by signal. */
  hideIndicators?: boolean;
}

interface ListData {
  works: ListedWork[];
  /** Names of venues by slug. */
  venues: Map<string, string>;
  listedBy: SourceLabel[];
  /** The selection, without an order that does not apply to this author. */
  selection: WorkSelection;
}

/** Reads the data of an author's works by which lists sort, filter and group, with a fixed number of indexed queries. */
async function readListData(
  reader: Reader,
  authorKey: number,
  { selection: requested, hideIndicators = false }: ListRequest,
): Promise<ListData> {
  const rows = new Map((await reader.query<ListedWorkRow>(listedWorksQuery, [], [authorKey])).map((row) => [row.work_key, row]));
  const keysWithCode = [...rows.values()].flatMap(({ work_key, code_url }) => (code_url === null ? [] : work_key));
  const checks = await codeChecksOf(reader, keysWithCode);
  const { venues, venuesOf } = await venuesOfWorks(reader, authorKey);
  const listedBy = await listingSources(reader, authorKey);
  const isOwn = isOwnOrder(requested.order);
  const isApplicable = isOwn ? !(hideIndicators && requested.order === 'signal') : listedBy.some(({ id }) => id === requested.order);
  const selection: WorkSelection = isApplicable ? requested : { ...requested, order: 'newest' };
  const rankRows = isOwn ? [] : await reader.query<{ work_key: number; rank: number }>(ranksQuery, [], [authorKey, selection.order]);
  const rankOf = new Map(rankRows.map(({ work_key, rank }) => [work_key, rank]));
  const at = nowByTheHour();
  return {
    works: Array.from(rows.values(), (row) => ({
      key: row.work_key,
      sortDate: row.sort_date,
      type: row.type as WorkType,
      category: row.category,
      publisher: row.publisher,
      series: row.series,
      retracted: Boolean(row.retracted),
      sources: sourcesOf(row.sources),
      code: codeStateOf({ state: row.code_state, url: row.code_url, check: toCodeCheck(checks.get(row.work_key) ?? null) }, at),
      titleKey: row.title_key,
      sortTitle: row.title_key ?? tokenize(row.short_title ?? '').join(' '),
      signal: hideIndicators ? null : row.signal,
      venues: venuesOf.get(row.work_key) ?? noVenues,
      rank: rankOf.get(row.work_key) ?? null,
    })),
    venues,
    listedBy,
    selection,
  };
}

const noVenues: readonly string[] = [];

/** Returns the venue slugs of each of an author's works, and the names of these venues. Each name is read once. */
async function venuesOfWorks(reader: Reader, authorKey: number) {
  const workVenueRows = await reader.query<{ work_key: number; context_key: number }>(venuePlacesQuery, [], [authorKey]);
  const keys = [...new Set(workVenueRows.map(({ context_key }) => context_key))];
  const rows = keys.length === 0 ? [] : await reader.prepared(selectVenues, { keys: encodeList(keys) });
  const slugOf = new Map(rows.map(({ key, slug }) => [key, slug]));
  const venuesOf = new Map<number, readonly string[]>();
  for (const { work_key, context_key } of workVenueRows) {
    const slug = slugOf.get(context_key);
    const slugs = venuesOf.get(work_key) ?? noVenues;
    if (slug !== undefined && !slugs.includes(slug)) venuesOf.set(work_key, [...slugs, slug]);
  }
  return { venues: new Map(rows.map(({ slug, name }) => [slug, name])), venuesOf };
}

const selectVenues = (reader: Reader) =>
  reader
    .select({ key: contexts.key, slug: contexts.slug, name: contexts.name })
    .from(contexts)
    .where(isInList(contexts.key, 'keys'))
    .prepare();

const ranksQuery = 'select work_key, rank from listings where author_key = ? and source = ?';

const parsedSources = new Map<string, readonly string[]>();

/** Parses a stored list of sources; the few distinct lists are cached. */
function sourcesOf(stored: string): readonly string[] {
  const cached = parsedSources.get(stored);
  if (cached) return cached;
  const parsed = (JSON.parse(stored) as string[]).filter((source) => source !== 'peergraph');
  if (parsedSources.size < 1000) parsedSources.set(stored, parsed);
  return parsed;
}

/** Returns the works that an order includes: a source's order includes only the works on its page. */
const worksInOrder = ({ works, selection }: ListData): ListedWork[] =>
  isOwnOrder(selection.order) ? works : works.filter(({ rank }) => rank !== null);

/** Returns the entries of a list. A source's order shows single works as its page does; other orders group versions. */
const entriesOf = ({ selection }: ListData, works: readonly ListedWork[]): ListEntry[] =>
  isOwnOrder(selection.order)
    ? groupVersions(works, createSelectionFilter(selection))
    : works.filter(createSelectionFilter(selection)).map((lead) => ({ lead, others: [] }));

/** Maximum number of further versions shown for an entry; the number of hidden ones is shown. */
const maxVersions = 12;

/**
 * Returns one page of an author's works for a selection, each with its other versions, and the counts of every filter. The cost grows with
 * the works of this author, not with the corpus.
 */
export async function workList(reader: Reader, authorKey: number, request: ListRequest): Promise<WorkListView> {
  const data = await readListData(reader, authorKey, request);
  const works = worksInOrder(data);
  const isWorkSelected = createSelectionFilter(data.selection);
  const entries = entriesOf(data, works);
  const page = pageOf(entries, ({ lead }) => lead, { ...request, order: data.selection.order });
  const keys = page.items.flatMap(({ lead, others }) => [lead.key, ...others.slice(0, maxVersions).map(({ key }) => key)]);
  const views = await viewsByKey(reader, keys, authorKey);
  const viewOf = ({ key }: ListedWork): WorkView | undefined => {
    const view = views.get(key);
    return view && request.hideIndicators ? { ...view, indicators: [], computed: [] } : view;
  };
  return {
    selection: data.selection,
    entries: page.items.flatMap(({ lead, others }) => {
      const work = viewOf(lead);
      const versions = others.slice(0, maxVersions).flatMap((other) => viewOf(other) ?? []);
      return work ? [{ work, versions, moreVersions: others.length - versions.length }] : [];
    }),
    next: page.next,
    total: data.works.length,
    selected: works.reduce((sum, work) => sum + Number(isWorkSelected(work)), 0),
    entriesCount: entries.length,
    facets: facetViews(facetCounts(works, data.selection), data.venues),
    worksPerYear: countByYear(data.works),
    yearParts: countByYearAndSource(data.works, (source) => sourceLabel(source).name),
    undated: data.works.filter(({ sortDate }) => sortDate === 0).length,
    listedBy: data.listedBy,
    hasSignal: data.works.some(({ signal }) => signal !== null),
  };
}

function facetViews(counts: FacetCounts, venues: ReadonlyMap<string, string>): WorkListView['facets'] {
  const toFacetViews = (worksByValue: Map<string, number>, name: (value: string) => string): FacetView[] =>
    [...worksByValue]
      .map(([value, works]) => ({ value, name: name(value), works }))
      .sort((a, b) => b.works - a.works || (a.name < b.name ? -1 : 1));
  return {
    type: toFacetViews(counts.type, (type) => type),
    source: toFacetViews(counts.source, (id) => sourceLabel(id).name),
    category: toFacetViews(counts.category, categoryName),
    venue: toFacetViews(counts.venue, (slug) => venues.get(slug) ?? slug),
    publisher: toFacetViews(counts.publisher, (publisher) => publisher),
    series: toFacetViews(counts.series, (series) => series),
    retracted: toFacetViews(counts.retracted, (state) => state),
    code: toFacetViews(counts.code, (state) => state),
  };
}

/** Returns an author's works by year, oldest first. Undated works are excluded. */
export async function worksPerYear(reader: Reader, authorKey: number): Promise<WorkListView['worksPerYear']> {
  const rows = await reader.prepared(selectWorksPerYear, { authorKey });
  return rows.map(({ year, works }) => ({ year, works }));
}

const selectWorksPerYear = (reader: Reader) => {
  const dated = reader
    .selectDistinct({ workKey: authorships.workKey, sortDate: authorships.sortDate })
    .from(authorships)
    .where(and(eq(authorships.authorKey, sql.placeholder('authorKey')), sql`${authorships.state} <> 'not_mine'`))
    .as('dated');
  const year = sql<number>`${dated.sortDate} / 10000`;
  return reader.select({ year, works: count() }).from(dated).where(sql`${dated.sortDate} >= 10000`).groupBy(year).orderBy(year).prepare();
};

/** Returns the keys of the selected works, without grouping or duplicates, one page at a time. */
export async function selectedKeys(
  reader: Reader,
  authorKey: number,
  request: ListRequest,
): Promise<{ keys: number[]; next: string | null }> {
  const data = await readListData(reader, authorKey, request);
  const works = worksInOrder(data).filter(createSelectionFilter(data.selection));
  const page = pageOf(works, (work) => work, { ...request, order: data.selection.order });
  return { keys: page.items.map(({ key }) => key), next: page.next };
}
