import { aliasedTable, and, asc, desc, eq, exists, ne, sql } from 'drizzle-orm';
import type { ClaimState, CloseCollaborator } from '#lib/catalog/authors/model/author.ts';
import { fullyVisible } from '#lib/catalog/visibility/queries.ts';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { coauthorEdges } from '#lib/platform/db/schema/graph.ts';
import { authorships } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';

type Edge = { key: number; works: number; firstYear: number | null; lastYear: number | null };

/** Returns the strongest co-author edges of an author, with two index scans. */
async function strongestEdges(reader: Reader, authorKey: number, limit: number): Promise<Edge[]> {
  const [edgesFromAuthor, edgesToAuthor] = await Promise.all([
    reader.prepared(selectEdgesFrom, { authorKey, limit }),
    reader.prepared(selectEdgesTo, { authorKey, limit }),
  ]);
  return [...edgesFromAuthor, ...edgesToAuthor].sort((a, b) => b.works - a.works || a.key - b.key).slice(0, limit);
}

type EdgeColumn = typeof coauthorEdges.authorKey | typeof coauthorEdges.coauthorKey;

/** Queries one direction: an edge is stored once, from the smaller key to the larger, so an author can be at either end. */
const createEdgeQuery = (own: EdgeColumn, other: EdgeColumn) => (reader: Reader) =>
  reader
    .select({ key: other, works: coauthorEdges.works, firstYear: coauthorEdges.firstYear, lastYear: coauthorEdges.lastYear })
    .from(coauthorEdges)
    .where(eq(own, sql.placeholder('authorKey')))
    .orderBy(desc(coauthorEdges.works), asc(other))
    .limit(sql.placeholder('limit'))
    .prepare();

const selectEdgesFrom = createEdgeQuery(coauthorEdges.authorKey, coauthorEdges.coauthorKey);
const selectEdgesTo = createEdgeQuery(coauthorEdges.coauthorKey, coauthorEdges.authorKey);

/** Returns the most frequent co-authors of an author who are visible people. */
export async function collaboratorsOf(reader: Reader, authorKey: number, limit: number): Promise<CloseCollaborator[]> {
  const edges = await strongestEdges(reader, authorKey, limit * 2);
  if (edges.length === 0) return [];
  const people = await reader.prepared(selectPeople, { keys: encodeList(edges.map(({ key }) => key)) });
  const peopleByKey = new Map(people.map((person) => [person.key, person]));
  return edges
    .flatMap(({ key, works, firstYear, lastYear }) => {
      const person = peopleByKey.get(key);
      if (!person) return [];
      const { slug, name, claimState } = person;
      return [{ slug, name, claimState: claimState as ClaimState, works, firstYear, lastYear }];
    })
    .slice(0, limit);
}

const selectPeople = (reader: Reader) =>
  reader
    .select(columnsOf(authors, 'key', 'slug', 'name', 'claimState'))
    .from(authors)
    .where(and(isInList(authors.key, 'keys'), fullyVisible(), eq(authors.kind, 'person')))
    .prepare();

/** Returns the keys of the works that two authors share, newest first. */
export async function sharedWorkKeys(reader: Reader, authorKey: number, otherKey: number, limit: number): Promise<number[]> {
  return (await reader.prepared(selectSharedWorks, { authorKey, otherKey, limit })).map(({ workKey }) => workKey);
}

/** Reads the works of one from the newest on, until enough of them are by the other, too. */
const selectSharedWorks = (reader: Reader) => {
  const own = aliasedTable(authorships, 'own');
  const isOwn = and(eq(own.workKey, authorships.workKey), eq(own.authorKey, sql.placeholder('authorKey')), ne(own.state, 'not_mine'));
  return reader
    .selectDistinct({ workKey: authorships.workKey, sortDate: authorships.sortDate })
    .from(authorships)
    .where(
      and(
        eq(authorships.authorKey, sql.placeholder('otherKey')),
        ne(authorships.state, 'not_mine'),
        exists(reader.select({ one: sql`1` }).from(own).where(isOwn)),
      ),
    )
    .orderBy(desc(authorships.sortDate), desc(authorships.workKey))
    .limit(sql.placeholder('limit'))
    .prepare();
};
