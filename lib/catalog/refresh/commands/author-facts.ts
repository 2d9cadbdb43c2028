import { and, count, eq, ne, sql } from 'drizzle-orm';
import type { ResolutionRule } from '#lib/catalog/authors/model/author.ts';
import { type IdentityFlag, identityFlags, type SignedWork } from '#lib/catalog/authors/model/identity-flags.ts';
import { rorIdsOf } from '#lib/catalog/contexts/commands/affiliations.ts';
import { institutionKeys } from '#lib/catalog/contexts/model/affiliations.ts';
import { maxAuthorsForEdges } from '#lib/catalog/graph/model/coauthors.ts';
import { type ImportedAuthor, importedAuthor, importedWork, type SourceId } from '#lib/catalog/sources/model.ts';
import { type NamingRequest, namingsOf } from '#lib/catalog/works/queries/naming.ts';
import { encodeList, isAnyOf, isInList } from '#lib/platform/db/prepared.ts';
import { columnsOf, storedJson } from '#lib/platform/db/rows.ts';
import { authorNames, authorSources, authors } from '#lib/platform/db/schema/authors.ts';
import { coauthorEdges } from '#lib/platform/db/schema/graph.ts';
import { identityChanges } from '#lib/platform/db/schema/identity.ts';
import { sourceRecords } from '#lib/platform/db/schema/imports.ts';
import { authorships, contributors, workSources } from '#lib/platform/db/schema/works.ts';
import type { Reader, Writer } from '#lib/platform/db/store.ts';
import { hanKey, type NativeWriting } from '#lib/platform/names/han-names.ts';
import { nameKey } from '#lib/platform/names/name-key.ts';

/** One work of an author, with the data that counters and rules need. */
export interface AuthorWork {
  author_key: number;
  work_key: number;
  work_id: string;
  name_as_written: string;
  /** The family name within it, if the source states it. */
  family: string | null;
  /** Null if only a page lists the work for the person. */
  position: number | null;
  affiliation: string | null;
  affiliation_source: string;
  source: string;
  title: string | null;
  year: number | null;
  category: string | null;
  sources: SourceId[];
  identified: boolean;
  /** Number of names in the author list. */
  authors_count: number;
  authors_complete: boolean;
  /** How the name was resolved to the record. */
  resolved_by: string;
}

/** A source's page of the author. */
interface AuthorPage {
  recordKey: number;
  page: ImportedAuthor;
}

/** All data from which the figures of a record are computed. */
export interface AuthorFacts {
  /** One entry per work, oldest first. */
  works: AuthorWork[];
  /** True if a source names the person or group in another role than as an author. */
  contributes: boolean;
  coauthors: number;
  closeCollaborators: number;
  pages: AuthorPage[];
  /** The sources of the works that name the author, sorted. Summaries by this instance name nobody. */
  sources: SourceId[];
  flags: IdentityFlag[];
  /** True if the owner has stated an opinion on every work. */
  reviewedEveryWork: boolean;
}

type AuthorWorkRow = Omit<AuthorWork, 'sources' | 'identified' | 'authors_complete'> & {
  sources: unknown;
  identified: unknown;
  authors_complete: unknown;
};

type AffiliationFacts = Pick<AuthorFacts, 'works' | 'pages'>;

/** Calendar years, up to that of the newest work with an institution, from which a record's affiliation is chosen. */
const affiliationYears = 3;

/**
 * Returns the statement of a record's affiliation: of the newest years, the institution that most works state; of several, first one of the
 * registry, then the newest; otherwise a source's page. It is written as most works of these years write it, with the year of the newest.
 * @param isInRegistry whether an affiliation names an organisation of the registry
 */
export const affiliationStatementOf = (
  { works, pages }: AffiliationFacts,
  isInRegistry: (affiliation: string) => boolean,
): { work: AuthorWork | undefined; page: ImportedAuthor | undefined } => {
  const work = commonAffiliationOf(works, isInRegistry);
  return { work, page: work ? undefined : pages.find(({ page }) => institutionsIn(page.affiliation).length > 0)?.page };
};

/** Returns the newest work that states the common affiliation of the newest years. */
function commonAffiliationOf(works: readonly AuthorWork[], isInRegistry: (affiliation: string) => boolean): AuthorWork | undefined {
  const newestFirst = works.filter(({ affiliation }) => institutionsIn(affiliation).length > 0).reverse();
  const since = (newestFirst[0]?.year ?? 0) - affiliationYears;
  const recent = newestFirst.filter(({ year }) => (year ?? 0) > since);
  const byInstitution = Map.groupBy(
    recent.flatMap((work) => institutionsIn(work.affiliation).map((key) => ({ key, work }))),
    ({ key }) => key,
  );
  const groups = [...byInstitution.values()].map((group) => group.map(({ work }) => work));
  const most = Math.max(...groups.map(({ length }) => length));
  const stated = groups.filter(({ length }) => length === most);
  const stating = stated.find((group) => group.some(({ affiliation }) => affiliation && isInRegistry(affiliation))) ?? stated[0];
  const alike = stating && largestOf(Map.groupBy(stating, ({ affiliation }) => affiliation));
  return alike?.[0] && { ...alike[0], year: stating?.[0]?.year ?? null };
}

/** Returns the largest group; of several, the first. */
function largestOf<Key, Value>(groups: ReadonlyMap<Key, Value[]>): Value[] | undefined {
  return [...groups.values()].reduce<Value[] | undefined>((best, group) => (best && best.length >= group.length ? best : group), undefined);
}

const maxReadTexts = 20_000;
const readTexts = new Map<string, readonly string[]>();

/** Returns the keys of the institutions in an affiliation. Many works state the same text, so each is read once. */
function institutionsIn(affiliation: string | null | undefined): readonly string[] {
  if (!affiliation) return [];
  const known = readTexts.get(affiliation);
  if (known) return known;
  if (readTexts.size >= maxReadTexts) readTexts.clear();
  const keys = [...new Set(institutionKeys(affiliation))];
  readTexts.set(affiliation, keys);
  return keys;
}

/** Returns the affiliation that the sources of a record state, or null. */
export async function affiliationFromSources(reader: Reader, key: number): Promise<string | null> {
  const [works, pages] = [await worksOf(reader, [key]), await pagesOf(reader, [key])];
  const own = works.get(key) ?? [];
  const rorIds = await rorIdsOf(
    reader,
    own.flatMap(({ affiliation }) => affiliation ?? []),
  );
  const { work, page } = affiliationStatementOf({ works: own, pages: pages.get(key) ?? [] }, (text) => rorIds.has(text));
  return work?.affiliation ?? page?.affiliation ?? null;
}

/** Returns the facts of some authors, with a fixed number of set-based queries. */
export async function authorFactsOf(tx: Writer, keys: readonly number[]): Promise<Map<number, AuthorFacts>> {
  const works = await worksOf(tx, keys);
  const [coauthors, closeCollaborators] = await selectEdgeCounts(tx, keys);
  const pages = await pagesOf(tx, keys);
  const sources = await selectNamingSources(tx, works, pages);
  const flags = await flagsOf(tx, keys, works);
  const reviewed = await selectReviewed(tx, keys);
  const contributing = await selectContributing(tx, keys);
  return new Map(
    keys.map((key) => [
      key,
      {
        works: works.get(key) ?? [],
        contributes: contributing.has(key),
        coauthors: coauthors.get(key) ?? 0,
        closeCollaborators: closeCollaborators.get(key) ?? 0,
        pages: pages.get(key) ?? [],
        sources: sources.get(key) ?? [],
        flags: flags.get(key) ?? [],
        reviewedEveryWork: reviewed.has(key),
      },
    ]),
  );
}

async function selectContributing(tx: Reader, keys: readonly number[]): Promise<Set<number>> {
  const { authorKey } = contributors;
  const rows = await tx.selectDistinct({ authorKey }).from(contributors).where(isAnyOf(authorKey, keys));
  return new Set(rows.map((row) => row.authorKey));
}

/**
 * Returns the sources that name each author: the sources of authorships, and those with a page of the author. The records of other sources
 * are read, because their author lists may be shorter. Author lists too long for edges are not read; their sources count as naming
 * everybody.
 */
async function selectNamingSources(
  tx: Reader,
  works: ReadonlyMap<number, AuthorWork[]>,
  pages: ReadonlyMap<number, AuthorPage[]>,
): Promise<Map<number, SourceId[]>> {
  const sourcesByAuthor = new Map<number, Set<string>>();
  const questions: NamingRequest[] = [];
  for (const [authorKey, authorWorks] of works) {
    const sourcesOfLongLists = authorWorks.filter((work) => work.authors_count > maxAuthorsForEdges).flatMap(({ sources }) => sources);
    const namingSources = new Set<string>([
      ...authorWorks.map(({ source }) => source),
      ...(pages.get(authorKey) ?? []).map(({ page }) => page.source),
      ...sourcesOfLongLists,
    ]);
    sourcesByAuthor.set(authorKey, namingSources);
    for (const { work_key: workKey, sources } of authorWorks)
      for (const source of sources)
        if (source !== 'peergraph' && !namingSources.has(source)) questions.push({ authorKey, workKey, source });
  }
  const nameVariants = new Map<number, Set<string>>();
  const nameVariantsOf = (key: number): Set<string> => {
    const variants = nameVariants.get(key) ?? new Set((works.get(key) ?? []).map((work) => work.name_as_written));
    nameVariants.set(key, variants);
    return variants;
  };
  for (const { authorKey, source } of await namingsOf(tx, questions, nameVariantsOf)) sourcesByAuthor.get(authorKey)?.add(source);
  return new Map(
    [...works].map(([key, authorWorks]) => {
      const authorSources = [...new Set(authorWorks.flatMap(({ sources }) => sources))];
      return [key, authorSources.filter((source) => source !== 'peergraph' && sourcesByAuthor.get(key)?.has(source)).sort()];
    }),
  );
}

/** The rules by which a source itself says who the person is. No rule doubts a record all of whose works are resolved by them. */
const identifyingRules: ReadonlySet<string> = new Set<ResolutionRule>(['person_id', 'curated_variant', 'orcid']);

/** Upper bound on co-authors per batch: a thousand people with long author lists have millions. */
const coauthorsPerBatch = 100_000;

async function flagsOf(
  tx: Writer,
  keys: readonly number[],
  works: ReadonlyMap<number, AuthorWork[]>,
): Promise<Map<number, IdentityFlag[]>> {
  const personIds = await personIdsOf(tx, keys);
  const reported = await selectReported(tx, keys);
  const natives = await selectNativeWritings(tx, keys);
  const flags = new Map<number, IdentityFlag[]>();
  let batch: number[] = [];
  let batchSize = 0;
  const flushBatch = async (): Promise<void> => {
    const flaggable = batch.filter((key) => (works.get(key)?.length ?? 0) >= 6);
    const coauthors = await selectCoauthors(tx, flaggable);
    for (const key of batch) {
      // Statements by the owner alone neither raise nor resolve a flag.
      const sourcedWorks = (works.get(key) ?? []).filter(({ source }) => source !== 'owner');
      const isIdentified = sourcedWorks.every(({ resolved_by }) => identifyingRules.has(resolved_by));
      const signedWorks = isIdentified ? [] : sourcedWorks.map(toSignedWork(coauthors));
      const writings = isIdentified ? [] : natives.get(key);
      flags.set(key, identityFlags(signedWorks, personIds.get(key) ?? [], reported.has(key), writings));
    }
    batch = [];
    batchSize = 0;
  };
  for (const key of keys) {
    batch.push(key);
    for (const work of works.get(key) ?? []) if (hasUsableAuthorList(work)) batchSize += work.authors_count;
    if (batchSize >= coauthorsPerBatch) await flushBatch();
  }
  await flushBatch();
  return flags;
}

/** True if the author list is complete and short enough to show with whom a person works. */
const hasUsableAuthorList = ({ authors_complete, authors_count }: AuthorWork): boolean =>
  authors_complete && authors_count <= maxAuthorsForEdges;

const toSignedWork =
  (coauthorsByWork: ReadonlyMap<string, number[]>) =>
  (work: AuthorWork): SignedWork => ({
    ...work,
    coauthors: hasUsableAuthorList(work) ? (coauthorsByWork.get(`${work.author_key} ${work.work_key}`) ?? []) : null,
  });

async function worksOf(tx: Reader, keys: readonly number[]): Promise<Map<number, AuthorWork[]>> {
  const rows = await tx.query<AuthorWorkRow>(
    `select a.author_key, a.work_key, w.id as work_id, a.name_as_written, a.family, a.position, a.affiliation, coalesce(a.affiliation_source, a.source) as affiliation_source, a.source, w.title, w.year, w.category, w.sources, w.authors_count, w.authors_complete, a.resolved_by,
       (w.doi is not null or exists (select 1 from work_identifiers i where i.work_key = w.key and i.scheme = 'arxiv')) as identified
     from authorships a join works w on w.key = a.work_key
     where a.author_key in $many and a.state <> 'not_mine' order by a.author_key, a.sort_date, a.work_key, a.position`,
    keys,
  );
  const worksByAuthor = new Map<number, AuthorWork[]>();
  const sourcesByText = new Map<unknown, SourceId[]>();
  for (const row of rows) {
    const authorWorks = worksByAuthor.get(row.author_key) ?? [];
    worksByAuthor.set(row.author_key, authorWorks);
    if (authorWorks.at(-1)?.work_key === row.work_key) continue;
    const sources = sourcesByText.get(row.sources) ?? storedJson<SourceId[]>(row.sources);
    sourcesByText.set(row.sources, sources);
    authorWorks.push({ ...row, sources, identified: Boolean(row.identified), authors_complete: Boolean(row.authors_complete) });
  }
  return worksByAuthor;
}

type EdgeColumn = typeof coauthorEdges.authorKey | typeof coauthorEdges.coauthorKey;

const createCountQuery = (key: EdgeColumn) => (tx: Reader) => {
  const isClose = sql`case when ${coauthorEdges.works} >= 2 then 1 else 0 end`;
  return tx
    .select({ key, all: count(), close: sql<number>`sum(${isClose})`.mapWith(Number) })
    .from(coauthorEdges)
    .where(isInList(key, 'authors'))
    .groupBy(key)
    .prepare();
};
const countQueries = [createCountQuery(coauthorEdges.authorKey), createCountQuery(coauthorEdges.coauthorKey)];

/** Counts the co-authors, and those with at least two shared works. Each edge is stored once, so both ends are read. */
async function selectEdgeCounts(tx: Writer, keys: readonly number[]): Promise<[Map<number, number>, Map<number, number>]> {
  const allCounts = new Map<number, number>();
  const closeCounts = new Map<number, number>();
  for (const query of countQueries) {
    for (const { key, all, close } of await tx.prepared(query, { authors: encodeList(keys) })) {
      allCounts.set(key, (allCounts.get(key) ?? 0) + all);
      closeCounts.set(key, (closeCounts.get(key) ?? 0) + close);
    }
  }
  return [allCounts, closeCounts];
}

const selectPages = (tx: Reader) =>
  tx
    .select({ authorKey: authorSources.authorKey, ...columnsOf(sourceRecords, 'key', 'payload') })
    .from(authorSources)
    .innerJoin(sourceRecords, eq(sourceRecords.key, authorSources.recordKey))
    .where(isInList(authorSources.authorKey, 'authors'))
    .orderBy(sourceRecords.source, sourceRecords.recordId)
    .prepare();

async function pagesOf(tx: Reader, keys: readonly number[]): Promise<Map<number, AuthorPage[]>> {
  const rows = await tx.prepared(selectPages, { authors: encodeList(keys) });
  const pages = rows.map(({ authorKey, key, payload }) => ({ authorKey, recordKey: key, page: importedAuthor.parse(payload) }));
  return Map.groupBy(pages, ({ authorKey }) => authorKey);
}

const selectOrcids = (tx: Writer) =>
  tx
    .select(columnsOf(authorSources, 'authorKey', 'recordId'))
    .from(authorSources)
    .where(and(eq(authorSources.source, 'orcid'), isInList(authorSources.authorKey, 'authors')))
    .prepare();

async function personIdsOf(tx: Writer, keys: readonly number[]): Promise<Map<number, string[]>> {
  const rows = Map.groupBy(await tx.prepared(selectOrcids, { authors: encodeList(keys) }), ({ authorKey }) => authorKey);
  return new Map([...rows].map(([key, ids]) => [key, ids.map(({ recordId }) => recordId)]));
}

const selectNames = (tx: Writer) =>
  tx
    .select(columnsOf(authorNames, 'authorKey', 'name'))
    .from(authorNames)
    .where(isInList(authorNames.authorKey, 'authors'))
    .prepare();

/** A record created by a split also has the names of the record from which its works came. */
const selectNamesBeforeSplit = (tx: Writer) => {
  const whole = tx.select({ key: authors.key, id: authors.id }).from(authors).as('whole');
  return tx
    .select({ authorKey: authors.key, name: authorNames.name })
    .from(authors)
    .innerJoin(identityChanges, and(eq(identityChanges.otherId, authors.id), eq(identityChanges.kind, 'split')))
    .innerJoin(whole, eq(whole.id, identityChanges.authorId))
    .innerJoin(authorNames, eq(authorNames.authorKey, whole.key))
    .where(isInList(authors.key, 'authors'))
    .prepare();
};

const selectNativeNames = (tx: Writer) =>
  tx
    .select({ ...columnsOf(authorships, 'authorKey', 'position', 'nameAsWritten', 'state'), payload: sourceRecords.payload })
    .from(authorships)
    .innerJoin(workSources, eq(workSources.workKey, authorships.workKey))
    .innerJoin(sourceRecords, eq(sourceRecords.key, workSources.recordKey))
    .where(
      and(
        ...[ne(authorships.state, 'not_mine'), isInList(authorships.authorKey, 'authors')],
        sql`cast(${sourceRecords.payload} as text) like '%"native"%'`,
      ),
    )
    .prepare();

/**
 * Returns the names in original script of some authors, work by work. Source records are read only for the few authors with more than one
 * name in Han characters.
 */
async function selectNativeWritings(tx: Writer, keys: readonly number[]): Promise<Map<number, NativeWriting[]>> {
  const hanKeys = new Map<number, Set<string>>();
  for (const query of [selectNames, selectNamesBeforeSplit]) {
    for (const { authorKey, name } of await tx.prepared(query, { authors: encodeList(keys) })) {
      const key = nonLatinPattern.test(name) ? hanKey(name) : null;
      if (key !== null) hanKeys.set(authorKey, (hanKeys.get(authorKey) ?? new Set()).add(key));
    }
  }
  const ambiguousAuthors = [...hanKeys].filter(([, names]) => names.size > 1).map(([key]) => key);
  const writingsByAuthor = new Map<number, NativeWriting[]>();
  if (ambiguousAuthors.length === 0) return writingsByAuthor;
  for (const row of await tx.prepared(selectNativeNames, { authors: encodeList(ambiguousAuthors) })) {
    const { authorKey, position, nameAsWritten, state } = row;
    const sameNames = importedWork
      .parse(row.payload)
      .authors.flatMap((name, at) => (nameKey(name.name) === nameKey(nameAsWritten) ? [{ ...name, position: at + 1 }] : []));
    const ownName = sameNames.find((name) => name.position === position) ?? (sameNames.length === 1 ? sameNames[0] : undefined);
    if (!ownName?.native) continue;
    const writing = { latin: ownName.name, native: ownName.native, confirmed: state === 'confirmed' };
    writingsByAuthor.set(authorKey, [...(writingsByAuthor.get(authorKey) ?? []), writing]);
  }
  return writingsByAuthor;
}

const nonLatinPattern = /[^ -\u024f]/;

/** Returns the authors with an upheld report that works belong to another person, and not yet split. */
async function selectReported(tx: Writer, keys: readonly number[]): Promise<Set<number>> {
  const rows = await tx.query<{ key: number }>(
    `select a.key from authors a join reports r on r.subject_id = a.id and r.kind = 'not_same_person'
     where r.state = 'upheld' and not exists (select 1 from identity_changes c where c.author_id = a.id and c.kind = 'split'
       and c.state in ('applied', 'settled') and c.applied_at >= r.created_at)
     and a.key in $many`,
    keys,
  );
  return new Set(rows.map(({ key }) => key));
}

/** Returns the authors who own their record and have stated an opinion on each of its works. Records without an owner are not read. */
async function selectReviewed(tx: Writer, keys: readonly number[]): Promise<Set<number>> {
  const rows = await tx.query<{ key: number }>(
    `select p.key from authors p where p.key in $many and p.owner_id is not null and p.claim_state = 'claimed'
       and exists (select 1 from authorships a where a.author_key = p.key)
       and not exists (select 1 from authorships a where a.author_key = p.key and not exists
         (select 1 from authorship_opinions o where o.author_key = p.key and o.work_key = a.work_key and o.account_id = p.owner_id))`,
    keys,
  );
  return new Set(rows.map(({ key }) => key));
}

/** Returns the co-authors on each work of some authors, by "author work". */
async function selectCoauthors(tx: Writer, keys: readonly number[]): Promise<Map<string, number[]>> {
  const coauthorsByWork = new Map<string, number[]>();
  if (keys.length === 0) return coauthorsByWork;
  const rows = await tx.query<{ author_key: number; work_key: number; other: number }>(
    `select a.author_key, a.work_key, b.author_key as other from authorships a
     join authorships b on b.work_key = a.work_key and b.author_key <> a.author_key and b.state <> 'not_mine'
     join works w on w.key = a.work_key and w.authors_complete and w.authors_count <= ${maxAuthorsForEdges}
     where a.author_key in $many and a.state <> 'not_mine'`,
    keys,
  );
  for (const { author_key, work_key, other } of rows) {
    const workOfAuthor = `${author_key} ${work_key}`;
    const coauthors = coauthorsByWork.get(workOfAuthor);
    if (coauthors) coauthors.push(other);
    else coauthorsByWork.set(workOfAuthor, [other]);
  }
  return coauthorsByWork;
}
