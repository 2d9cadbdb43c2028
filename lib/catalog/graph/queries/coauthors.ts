import { and, asc, countDistinct, desc, eq, gt, ne, sql } from 'drizzle-orm';
import type { CollaboratorView } from '#lib/catalog/authors/model/author.ts';
import { isHidden } from '#lib/catalog/statements/model/statement.ts';
import { fullyVisibleRecord, listedRecord } from '#lib/catalog/visibility/queries.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { coauthorEdges } from '#lib/platform/db/schema/graph.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import type { Reader, RowsOf } from '#lib/platform/db/store.ts';
import { type CoauthorPage, maxAuthorsForEdges } from '../model/coauthors.ts';

type EdgeColumn = typeof coauthorEdges.authorKey | typeof coauthorEdges.coauthorKey;

const columns = {
  ...columnsOf(authors, 'key', 'slug', 'name', 'sortName', 'kind'),
  ...columnsOf(coauthorEdges, 'works', 'firstYear', 'lastYear'),
};

/** An edge is stored once, from the smaller key to the larger. */
const createCoauthorQuery = (near: EdgeColumn, far: EdgeColumn) => (reader: Reader) =>
  reader
    .select(columns)
    .from(coauthorEdges)
    .innerJoin(authors, eq(authors.key, far))
    .where(and(eq(near, sql.placeholder('authorKey')), fullyVisibleRecord()))
    .prepare();

const coauthorQueries = [
  createCoauthorQuery(coauthorEdges.authorKey, coauthorEdges.coauthorKey),
  createCoauthorQuery(coauthorEdges.coauthorKey, coauthorEdges.authorKey),
];
type CoauthorRow = RowsOf<ReturnType<(typeof coauthorQueries)[number]>>[number];

/**
 * Returns all visible co-authors of an author, by number of shared works or by name. Reads only this author's edges, so the cost does not
 * depend on the number of records. A work with very many authors creates no edges (`maxAuthorsForEdges`).
 * @param after the cursor of the previous page (`next`). It names the last person shown, because a numeric offset would drift.
 */
export async function coauthorsOf(
  reader: Reader,
  authorKey: number,
  { by, after, limit }: { by: 'works' | 'name'; after: string | undefined; limit: number },
): Promise<CoauthorPage> {
  const rows = (await Promise.all(coauthorQueries.map((query) => reader.prepared(query, { authorKey })))).flat();
  const people = rows.filter(({ kind }) => kind === 'person').sort(by === 'name' ? byName : byWorks);
  const start = startIndexAfter(people, by, after);
  const page = people.slice(start, start + limit);
  const last = start + limit < people.length ? page.at(-1) : undefined;
  return {
    people: page.map(toCollaboratorView),
    organisations: after
      ? []
      : rows
          .filter(({ kind }) => kind === 'organisation')
          .sort(byWorks)
          .slice(0, limit)
          .map(toCollaboratorView),
    total: people.length,
    omittedWorks: await countOmitted(reader, authorKey),
    next: last ? `${last.works}~${last.key}` : null,
  };
}

async function countOmitted(reader: Reader, authorKey: number): Promise<number> {
  const [row] = await reader
    .select({ works: countDistinct(authorships.workKey) })
    .from(authorships)
    .innerJoin(works, eq(works.key, authorships.workKey))
    .where(and(eq(authorships.authorKey, authorKey), ne(authorships.state, 'not_mine'), gt(works.authorsCount, maxAuthorsForEdges)));
  return row?.works ?? 0;
}

const byName = (a: CoauthorRow, b: CoauthorRow): number => (a.sortName < b.sortName ? -1 : a.sortName > b.sortName ? 1 : a.key - b.key);
const byWorks = (a: CoauthorRow, b: CoauthorRow): number => b.works - a.works || byName(a, b);

/** Returns the index at which the list continues: after the last person shown or, if that edge no longer exists, at its former position. */
function startIndexAfter(people: readonly CoauthorRow[], by: 'works' | 'name', after: string | undefined): number {
  const [, works, key] = /^(\d{1,9})~(\d{1,15})$/.exec(after ?? '') ?? [];
  if (!works || !key) return 0;
  const index = people.findIndex((each) => each.key === Number(key));
  if (index >= 0) return index + 1;
  const nextIndex = by === 'works' ? people.findIndex((each) => each.works < Number(works)) : -1;
  return Math.max(nextIndex, 0);
}

const toCollaboratorView = ({ slug, name, works, firstYear, lastYear }: CoauthorRow): CollaboratorView => ({
  ...{ slug, name, works, firstYear, lastYear },
});

/** Returns some people with many works who do not hide their co-authors, by name. */
export async function exampleGraphCentres(reader: Reader, limit: number): Promise<{ slug: string; name: string; coauthors: number }[]> {
  const rows = await reader
    .select({ slug: authors.slug, name: authors.name, privacy: authors.privacy, coauthors: authors.coauthorsCount })
    .from(authors)
    .where(and(listedRecord(), eq(authors.kind, 'person'), gt(authors.coauthorsCount, 1)))
    .orderBy(desc(authors.worksCount), asc(authors.sortName), asc(authors.key))
    .limit(limit * 4);
  const shown = rows.filter(({ privacy }) => !isHidden(privacy, 'coauthors')).slice(0, limit);
  return shown.map(({ slug, name, coauthors }) => ({ slug, name, coauthors })).sort((a, b) => a.name.localeCompare(b.name));
}
