import { and, asc, countDistinct, desc, eq, isNotNull, max, ne, type SQL, sql } from 'drizzle-orm';
import { type DeclaredFigure, figureWarnings, visibleFigures } from '#lib/catalog/authors/model/author.ts';
import { choosesNames } from '#lib/catalog/authors/model/shown-name.ts';
import type { AuthorRow } from '#lib/catalog/authors/queries/find.ts';
import { maxAuthorsForEdges } from '#lib/catalog/graph/model/coauthors.ts';
import { lastCheckedOf } from '#lib/catalog/ingest/queries.ts';
import {
  hostOf,
  type ImportedAuthor,
  type SourceId,
  sourceHomePage,
  sourceLabel,
  sources,
  upstreamLabel,
} from '#lib/catalog/sources/model.ts';
import { type HiddenField, hideableFieldNames } from '#lib/catalog/statements/model/hidden-fields.ts';
import { isHidden } from '#lib/catalog/statements/model/statement.ts';
import { readPublicStatements } from '#lib/catalog/statements/queries/owner-statements.ts';
import type { SourceLabel } from '#lib/catalog/works/model/views.ts';
import { namingsOf } from '#lib/catalog/works/queries/naming.ts';
import { correctionViews } from '#lib/governance/corrections/queries/visible.ts';
import { authorSources } from '#lib/platform/db/schema/authors.ts';
import { sourceRecords } from '#lib/platform/db/schema/imports.ts';
import { authorships, listings, workSources, works } from '#lib/platform/db/schema/works.ts';
import type { Reader, RowsOf } from '#lib/platform/db/store.ts';
import { safeHref } from '#lib/platform/text/rich-text.ts';
import type { AuthorSourcesView, AuthorSourceView } from '../model/author-sources.ts';
import { mergeSuggestionsFor, nameVariantsOf } from './author-record.ts';

const isOnWork = and(eq(authorships.authorKey, sql.placeholder('authorKey')), ne(authorships.state, 'not_mine'));
const worksNamed = countDistinct(authorships.workKey);
const readAt = (time: SQL) => time.mapWith(sourceRecords.observedAt);

const selectDescribedWorks = (reader: Reader) =>
  reader
    .select({
      ...{ workKey: workSources.workKey, source: workSources.source },
      /** Source whose author list is shown. */
      listSource: authorships.source,
      authorsCount: works.authorsCount,
      /** Sources that provide the work. */
      sources: works.sources,
      firstRead: readAt(sql<Date | null>`min(${sourceRecords.observedAt})`),
      lastRead: readAt(sql<Date | null>`max(${sourceRecords.observedAt})`),
    })
    .from(authorships)
    .innerJoin(works, eq(works.key, authorships.workKey))
    .innerJoin(workSources, eq(workSources.workKey, authorships.workKey))
    .innerJoin(sourceRecords, eq(sourceRecords.key, workSources.recordKey))
    .where(isOnWork)
    .groupBy(works.key, workSources.workKey, workSources.source, authorships.source)
    .prepare();

const selectWrittenNames = (reader: Reader) => {
  const { source, nameAsWritten: name, resolvedBy: rule } = authorships;
  return reader
    .select({ source, name, rule, works: worksNamed })
    .from(authorships)
    .where(isOnWork)
    .groupBy(source, name, rule)
    .orderBy(desc(worksNamed), asc(name))
    .prepare();
};

const maxAffiliations = 200;

const selectStatedAffiliations = (reader: Reader) => {
  const { affiliation: name, affiliationSource, sortDate } = authorships;
  const source = sql<string>`coalesce(${affiliationSource}, ${authorships.source})`;
  return reader
    .select({
      ...{ source, name, works: worksNamed },
      firstDate: sql<number | null>`min(nullif(${sortDate}, 0))`,
      lastDate: max(sortDate),
    })
    .from(authorships)
    .where(and(isOnWork, isNotNull(name)))
    .groupBy(source, name)
    .orderBy(desc(max(sortDate)), asc(name))
    .limit(maxAffiliations)
    .prepare();
};

type DescribedWork = RowsOf<ReturnType<typeof selectDescribedWorks>>[number];
type StatedAffiliation = RowsOf<ReturnType<typeof selectStatedAffiliations>>[number];
interface WrittenName {
  source: string;
  name: string;
  /** Null if the shown author list is from another source. */
  rule: string | null;
  works: number;
}
interface SourcePage {
  source: string;
  payload: ImportedAuthor;
  observedAt: Date;
}

/** Returns the name of the upstream from which a source takes its facts; null if they are its own. */
function upstreamOf(id: string): string | null {
  const source = id in sources ? sources[id as SourceId] : null;
  if (source === null || source.upstream === id) return null;
  return upstreamLabel(source.upstream);
}

const yearOf = (date: number | null): number | null => (date ? Math.trunc(date / 10_000) : null);

/** Returns what every source states about a person, from source records, by indexed queries over this person's works only. */
export async function sourcesOfAuthor(reader: Reader, author: AuthorRow): Promise<AuthorSourcesView> {
  const nameRows = await reader.prepared(selectWrittenNames, { authorKey: author.key });
  const { works: worksBySource, names: furtherNames } = await namingWorks(reader, author.key, new Set(nameRows.map(({ name }) => name)));
  const hides = (field: HiddenField): boolean => isHidden(author.privacy, field);
  const names = hides('names') ? [] : [...nameRows, ...furtherNames];
  const nameVariants = Map.groupBy(names, ({ source }) => source);
  const affiliationRows = hides('affiliations') ? [] : await reader.prepared(selectStatedAffiliations, { authorKey: author.key });
  const affiliations = Map.groupBy(affiliationRows, ({ source }) => source);
  const pages = Map.groupBy(await pagesOf(reader, author.key), ({ source }) => source);
  const ids = [...new Set([...worksBySource.keys(), ...nameVariants.keys(), ...affiliations.keys(), ...pages.keys()])];
  const shownIds = ids.filter((id) => id !== 'peergraph' && id !== 'correction').sort();
  const lastChecked = await lastCheckedOf(reader, shownIds);
  const instances = await instancesOf(reader, author.key, {
    works: worksBySource.has(researchObjectId),
    pages: pages.get(researchObjectId),
  });
  const labelOf = (id: string): SourceLabel => (id === researchObjectId ? instanceLabel(instances) : sourceLabel(id));
  const views = shownIds.map((id) =>
    toSourceView(id, author, {
      source: labelOf(id),
      works: worksBySource.get(id) ?? [],
      names: nameVariants.get(id) ?? [],
      affiliations: affiliations.get(id) ?? [],
      pages: pages.get(id) ?? [],
      lastChecked: lastChecked.get(id),
    }),
  );
  return {
    slug: author.slug,
    name: author.name,
    kind: author.kind === 'organisation' ? 'organisation' : 'person',
    orcid: author.orcid ? { id: author.orcid, authenticated: author.orcidAuthenticated } : null,
    affiliation: author.affiliation && {
      name: author.affiliation.name,
      source: labelOf(author.affiliation.source),
      year: author.affiliation.year ?? null,
    },
    works: author.worksCount,
    ...(await nameVariantsOf(reader, author)),
    suggestions: await mergeSuggestionsFor(reader, author),
    owner: await readPublicStatements(reader, author),
    sourceName: hides('names') ? null : author.sourceName,
    nameChosenBy: await nameChosenBy(reader, author, [...pages.values()].flat()),
    hiddenFields: hideableFieldNames.filter((field) => field !== 'names' && hides(field)),
    warnings: figureWarnings(views.flatMap(({ declared }) => declared)),
    givenOrcids: hides('orcid') ? [] : await givenOrcids(reader, author.key),
    sources: views,
    corrections: await correctionViews(reader, { ...author, subject: 'author' }, null),
  };
}

const selectKnownNames = (reader: Reader) =>
  reader
    .select({ source: authorSources.source })
    .from(authorSources)
    .where(and(eq(authorSources.authorKey, sql.placeholder('authorKey')), eq(authorSources.name, sql.placeholder('name'))))
    .prepare();

/** Returns the source that has chosen the name of a record, by rank; null if it is a form on its works. */
async function nameChosenBy(
  reader: Reader,
  { key, name, sourceName }: AuthorRow,
  pages: readonly SourcePage[],
): Promise<SourceLabel | null> {
  const given = sourceName ?? name;
  const knowing = await reader.prepared(selectKnownNames, { authorKey: key, name: given });
  const ids = [...knowing, ...pages.filter(({ payload }) => payload.name === given)].map(({ source }) => source as SourceId);
  const [first] = ids.filter(choosesNames).sort((a, b) => sources[a].rank - sources[b].rank);
  return first ? sourceLabel(first) : null;
}

interface SourceRows {
  source: SourceLabel;
  works: readonly DescribedWork[];
  names: readonly WrittenName[];
  affiliations: readonly StatedAffiliation[];
  pages: readonly SourcePage[];
  lastChecked: Date | undefined;
}

function toSourceView(
  id: string,
  author: AuthorRow,
  { source, works: describedWorks, names, affiliations, pages, lastChecked }: SourceRows,
): AuthorSourceView {
  const readTimes = [
    ...pages.map(({ observedAt }) => observedAt),
    ...describedWorks.flatMap(({ firstRead, lastRead }) => [firstRead, lastRead]),
  ];
  const times = readTimes.flatMap((at) => at?.getTime() ?? []);
  const lastReadAt = times.length > 0 ? new Date(times.reduce((one, other) => Math.max(one, other))) : null;
  return {
    source,
    home: sourceHomePage(id),
    upstream: upstreamOf(id),
    works: new Set(describedWorks.map(({ workKey }) => workKey)).size,
    firstReadAt: times.length > 0 ? new Date(times.reduce((one, other) => Math.min(one, other))) : null,
    lastReadAt,
    lastCheckedAt: lastChecked ?? lastReadAt,
    nameVariants: groupNameVariants(names),
    affiliations: affiliations.map((row) => ({
      name: row.name ?? '',
      works: row.works,
      firstYear: yearOf(row.firstDate),
      lastYear: yearOf(row.lastDate),
    })),
    pages: pages.map(toPageView).map((page) => withoutHidden(page, author)),
    declared: visibleFigures(pages.flatMap(declaredFiguresOf), author),
  };
}

/**
 * Returns a person's works by the sources that provide them and name the person, and the name variants in author lists that are not shown.
 * A source with a page about the person names them on the works that the page lists.
 */
async function namingWorks(
  reader: Reader,
  authorKey: number,
  nameVariants: ReadonlySet<string>,
): Promise<{ works: Map<string, DescribedWork[]>; names: WrittenName[] }> {
  const rows = await reader.prepared(selectDescribedWorks, { authorKey });
  const isListingOfAuthor = eq(listings.authorKey, authorKey);
  const pageListings = await reader.select({ source: listings.source, workKey: listings.workKey }).from(listings).where(isListingOfAuthor);
  const keyOf = (source: string, workKey: number): string => `${source} ${workKey}`;
  const namingKeys = new Set(pageListings.map(({ source, workKey }) => keyOf(source, workKey)));
  const providedRows = rows.filter(({ source, sources: providers }) => providers.includes(source));
  const isShownList = (row: DescribedWork): boolean => row.listSource === row.source || row.authorsCount > maxAuthorsForEdges;
  const rowsOfHiddenLists = providedRows.filter((row) => !isShownList(row));
  const namings = await namingsOf(
    reader,
    rowsOfHiddenLists.map(({ source, workKey }) => ({ authorKey, workKey, source })),
    () => nameVariants,
  );
  for (const { source, workKey } of namings) namingKeys.add(keyOf(source, workKey));
  const namingRows = providedRows.filter((row) => isShownList(row) || namingKeys.has(keyOf(row.source, row.workKey)));
  return {
    works: Map.groupBy(namingRows, ({ source }) => source),
    names: namings.map(({ source, name }) => ({ source, name, rule: null, works: 1 })),
  };
}

/** Source id of records from other instances. */
const researchObjectId: SourceId = 'research-object';

/** Returns the hosts of the instances that describe a person or their works. */
async function instancesOf(
  reader: Reader,
  authorKey: number,
  known: { works: boolean; pages: readonly SourcePage[] | undefined },
): Promise<string[]> {
  const origin = sql<string | null>`${sourceRecords.payload} ->> 'origin'`;
  const rows = !known.works
    ? []
    : await reader
        .selectDistinct({ origin })
        .from(authorships)
        .innerJoin(workSources, and(eq(workSources.workKey, authorships.workKey), eq(workSources.source, researchObjectId)))
        .innerJoin(sourceRecords, eq(sourceRecords.key, workSources.recordKey))
        .where(and(eq(authorships.authorKey, authorKey), ne(authorships.state, 'not_mine')));
  const statedOrigins = (known.pages ?? []).map(({ payload }) => payload.elsewhere?.origin);
  return [...new Set([...rows.map((row) => row.origin), ...statedOrigins].flatMap((each) => (each ? [hostOf(each)] : [])))].sort();
}

/** Returns the label of research objects, such as "Research object of other.example and third.example". */
function instanceLabel(hosts: readonly string[]): SourceLabel {
  const { id, name } = sourceLabel(researchObjectId);
  return { id, name: hosts.length > 0 ? `${name} of ${hosts.join(' and ')}` : name };
}

async function pagesOf(reader: Reader, authorKey: number): Promise<SourcePage[]> {
  const rows = await reader
    .select({ source: sourceRecords.source, payload: sourceRecords.payload, observedAt: sourceRecords.observedAt })
    .from(authorSources)
    .innerJoin(sourceRecords, eq(sourceRecords.key, authorSources.recordKey))
    .where(eq(authorSources.authorKey, authorKey));
  return rows.map(({ source, payload, observedAt }) => ({ source, payload: payload as ImportedAuthor, observedAt }));
}

const toPageView = ({ payload, observedAt }: SourcePage): AuthorSourceView['pages'][number] => ({
  name: payload.name,
  orcid: payload.orcid ?? null,
  affiliation: payload.affiliation ?? null,
  field: payload.field ?? null,
  href: payload.url ? safeHref(payload.url) : null,
  listed: payload.works.length,
  readAt: observedAt,
  elsewhere: payload.elsewhere ?? null,
});

type PageView = AuthorSourceView['pages'][number];

/** Removes hidden fields from a source's page. The URL is removed with the names, since it may contain one. */
const withoutHidden = (page: PageView, { name, privacy }: AuthorRow): PageView => ({
  ...page,
  ...(isHidden(privacy, 'names') && { name, href: null }),
  ...(isHidden(privacy, 'orcid') && { orcid: null }),
  ...(isHidden(privacy, 'affiliations') && { affiliation: null }),
  elsewhere: page.elsewhere && {
    ...page.elsewhere,
    ...(isHidden(privacy, 'positions') && { positions: [] }),
    ...(isHidden(privacy, 'education') && { education: [] }),
  },
});

const declaredFiguresOf = ({ source, payload, observedAt }: SourcePage): DeclaredFigure[] =>
  payload.declared.map(({ kind, value, label }) => ({
    kind,
    value,
    label: label ?? null,
    source: sourceLabel(source),
    observedAt,
    listedWorks: payload.works.length,
  }));

/** Groups name variants by name, with the rules that assign them to the record. */
function groupNameVariants(rows: readonly WrittenName[]): AuthorSourceView['nameVariants'] {
  return [...Map.groupBy(rows, ({ name }) => name)].map(([name, some]) => ({
    name,
    works: some.reduce((sum, row) => sum + row.works, 0),
    rules: [...new Set(some.flatMap(({ rule }) => rule ?? []))],
  }));
}

async function givenOrcids(reader: Reader, authorKey: number): Promise<string[]> {
  const isOrcidOfAuthor = and(eq(authorSources.authorKey, authorKey), eq(authorSources.source, 'orcid'));
  const rows = await reader.select({ id: authorSources.recordId }).from(authorSources).where(isOrcidOfAuthor);
  return rows.map(({ id }) => id).sort();
}
