import { hash } from 'node:crypto';
import { and, asc, desc, eq, lte, ne, sql } from 'drizzle-orm';
import type { AuthorRow } from '#lib/catalog/authors/queries/find.ts';
import { maxAuthorsForEdges } from '#lib/catalog/graph/model/coauthors.ts';
import { untitledWork } from '#lib/catalog/sources/model.ts';
import { isHidden } from '#lib/catalog/statements/model/statement.ts';
import { notSuppressed } from '#lib/catalog/visibility/queries.ts';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { contexts, workContexts } from '#lib/platform/db/schema/contexts.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import type { Reader, RowsOf } from '#lib/platform/db/store.ts';
import { proposeClusters } from '../model/clusters.ts';
import type { NamesakeCluster, NamesakeWork } from '../model/namesakes.ts';
import type { WorkbenchGroup, WorkbenchWork } from '../model/workbench.ts';
import { hashOfWorks } from './preview.ts';
import { worksOfAuthor } from './records.ts';

const selectSignedWorks = (reader: Reader) =>
  reader
    .select({
      ...columnsOf(works, 'key', 'id', 'title', 'year', 'venue'),
      ...{ name: authorships.nameAsWritten, affiliation: authorships.affiliation },
    })
    .from(authorships)
    .innerJoin(works, eq(works.key, authorships.workKey))
    .where(eq(authorships.authorKey, sql.placeholder('authorKey')))
    .orderBy(desc(authorships.sortDate), desc(authorships.workKey), asc(authorships.position))
    .prepare();
type Row = RowsOf<ReturnType<typeof selectSignedWorks>>[number];

/** Suppressed people are not named in a reason. */
const selectCoauthors = (reader: Reader) =>
  reader
    .select({ workKey: authorships.workKey, name: authorships.nameAsWritten })
    .from(authorships)
    .innerJoin(authors, and(eq(authors.key, authorships.authorKey), notSuppressed()))
    .innerJoin(works, and(eq(works.key, authorships.workKey), lte(works.authorsCount, maxAuthorsForEdges)))
    .where(
      and(
        ...[ne(authorships.authorKey, sql.placeholder('authorKey')), ne(authorships.state, 'not_mine')],
        isInList(authorships.workKey, 'works'),
      ),
    )
    .orderBy(asc(authorships.workKey), asc(authorships.position))
    .prepare();

const selectTopics = (reader: Reader) =>
  reader
    .select({ workKey: workContexts.workKey, name: contexts.name })
    .from(workContexts)
    .innerJoin(contexts, and(eq(contexts.key, workContexts.contextKey), eq(contexts.kind, 'topic')))
    .where(isInList(workContexts.workKey, 'works'))
    .orderBy(asc(workContexts.workKey), asc(contexts.name))
    .prepare();

const namesByWork = (rows: readonly { workKey: number; name: string }[]): Map<number, string[]> =>
  new Map([...Map.groupBy(rows, ({ workKey }) => workKey)].map(([key, group]) => [key, group.map(({ name }) => name)]));

/** Returns a work as publicly visible, without what the owner of the record hides. */
const toPublicRow =
  ({ name, privacy }: AuthorRow) =>
  (row: Row): Row => ({
    ...row,
    ...(isHidden(privacy, 'names') && { name }),
    ...(isHidden(privacy, 'affiliations') && { affiliation: null }),
  });

/** Returns the works of a record as input of the method. A work with two authorships of the record counts once. */
async function namesakeWorks(reader: Reader, author: AuthorRow): Promise<NamesakeWork[]> {
  const authorKey = author.key;
  const publicRows = (await reader.prepared(selectSignedWorks, { authorKey })).map(toPublicRow(author));
  const rowsByKey = new Map(publicRows.map((row) => [row.key, row]));
  const values = { authorKey, works: encodeList([...rowsByKey.keys()]) };
  const coauthors = namesByWork(await reader.prepared(selectCoauthors, values));
  const topics = namesByWork(await reader.prepared(selectTopics, values));
  return [...rowsByKey.values()].map(({ key, id, title, year, venue, name, affiliation }) => ({
    ...{ id, work: id, name, venue, title, year },
    coauthors: coauthors.get(key) ?? [],
    affiliations: affiliation ? [affiliation] : [],
    topics: topics.get(key) ?? [],
    orcid: null,
    email: null,
  }));
}

const maxNames = 6;

const toBenchWork = ({ id, title, year, venue, name, affiliations, coauthors }: NamesakeWork): WorkbenchWork => ({
  ...{ id, year, venue },
  title: title ?? untitledWork,
  nameAsWritten: name,
  affiliation: affiliations[0] ?? null,
  coauthors: coauthors.slice(0, maxNames),
  moreCoauthors: Math.max(0, coauthors.length - maxNames),
});

/** Upper bound on works that the method compares: its time grows with the square of their number. */
const maxCompared = 400;

const clusterCache = new Map<string, NamesakeCluster[]>();
const maxCached = 20;

/** Returns the groups of some works, cached for the next page of the same task. The cache key covers all inputs, including names. */
function clustersOf(works: readonly NamesakeWork[]): NamesakeCluster[] {
  const key = hash('sha256', JSON.stringify(works), 'base64url');
  const cached = clusterCache.get(key);
  if (cached) return cached;
  const clusters = proposeClusters(works, { oneRecord: true });
  if (clusterCache.size >= maxCached) clusterCache.delete(clusterCache.keys().next().value ?? '');
  clusterCache.set(key, clusters);
  return clusters;
}

/** Groups works by decade, newest first, if there are too many for the method. These groups do not represent people. */
function decadesOf(works: readonly NamesakeWork[]): WorkbenchGroup[] {
  const decades = Map.groupBy(works, ({ year }) => (year === null ? null : Math.floor(year / 10) * 10));
  return [...decades]
    .sort(([a], [b]) => (b ?? 0) - (a ?? 0))
    .map(([decade, group]) => ({
      years: decade === null ? null : { from: decade, to: decade + 9 },
      evidenceFor: [],
      nearest: null,
      works: group.map(toBenchWork),
    }));
}

/** Returns the works of a record to choose from, and the hash of the list. */
export async function selectableWorksOf(reader: Reader, author: AuthorRow): Promise<{ list: string[]; seen: string }> {
  const list = (await worksOfAuthor(reader, author.key)).map(({ id }) => id);
  return { list, seen: hashOfWorks(author.id, list) };
}

/** Returns the works of a record in the groups that the method proposes, largest first, or by decade for a very long record. */
export async function splitGroups(reader: Reader, author: AuthorRow): Promise<{ groups: WorkbenchGroup[]; compared: boolean }> {
  const works = await namesakeWorks(reader, author);
  if (works.length > maxCompared) return { groups: decadesOf(works), compared: false };
  const byId = new Map(works.map((work) => [work.id, work]));
  const groups = clustersOf(works).map(({ ids, years, evidenceFor, nearest }): WorkbenchGroup => {
    const groupWorks = ids.flatMap((id) => byId.get(id) ?? []);
    return { years, evidenceFor, nearest, works: groupWorks.map(toBenchWork).reverse() };
  });
  return { groups, compared: true };
}
