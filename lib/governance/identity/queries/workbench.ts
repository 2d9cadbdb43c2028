import { hash } from 'node:crypto';
import type { AuthorRow } from '#lib/catalog/authors/queries/find.ts';
import { maxAuthorsForEdges } from '#lib/catalog/graph/model/coauthors.ts';
import { untitledWork } from '#lib/catalog/sources/model.ts';
import { isHidden } from '#lib/catalog/statements/model/statement.ts';
import { isNotSuppressedText } from '#lib/catalog/visibility/queries.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { proposeClusters } from '../model/clusters.ts';
import type { NamesakeCluster, NamesakeWork } from '../model/namesakes.ts';
import type { WorkbenchGroup, WorkbenchWork } from '../model/workbench.ts';
import { hashOfWorks } from './preview.ts';
import { worksOfAuthor } from './records.ts';

interface Row {
  key: number;
  id: string;
  title: string | null;
  year: number | null;
  venue: string | null;
  name: string;
  affiliation: string | null;
}

const signedWorksQuery = `select w.key, w.id, w.title, w.year, w.venue, a.name_as_written as name, a.affiliation
  from authorships a join works w on w.key = a.work_key where a.author_key = ? order by a.sort_date desc, a.work_key desc, a.position`;
/** Suppressed people are not named in a reason. */
const coauthorsQuery = `select b.work_key, b.name_as_written as name from authorships b join authors p on p.key = b.author_key and ${isNotSuppressedText('p')}
  join works w on w.key = b.work_key and w.authors_count <= ${maxAuthorsForEdges}
  where b.author_key <> ? and b.state <> 'not_mine' and b.work_key in $many order by b.work_key, b.position`;
const topicsQuery = `select x.work_key, c.name from work_contexts x join contexts c on c.key = x.context_key and c.kind = 'topic'
  where x.work_key in $many order by x.work_key, c.name`;

interface NameRow {
  work_key: number;
  name: string;
}

const namesByWork = (rows: readonly NameRow[]): Map<number, string[]> =>
  new Map([...Map.groupBy(rows, ({ work_key }) => work_key)].map(([key, group]) => [key, group.map(({ name }) => name)]));

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
  const publicRows = (await reader.query<Row>(signedWorksQuery, [], [authorKey])).map(toPublicRow(author));
  const rowsByKey = new Map(publicRows.map((row) => [row.key, row]));
  const keys = [...rowsByKey.keys()];
  const coauthors = namesByWork(await reader.query<NameRow>(coauthorsQuery, keys, [authorKey]));
  const topics = namesByWork(await reader.query<NameRow>(topicsQuery, keys));
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
