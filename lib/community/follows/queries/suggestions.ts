import { aliasedTable, and, asc, desc, eq, gt, isNull, ne, notExists, or, sql } from 'drizzle-orm';
import { isConnecting } from '#lib/catalog/graph/queries/path.ts';
import { hidesField } from '#lib/catalog/statements/queries/hidden-fields.ts';
import { visibleRecord } from '#lib/catalog/visibility/queries.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { columnsOf, keysOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { follows, hiddenSuggestions } from '#lib/platform/db/schema/follows.ts';
import { coauthorEdges } from '#lib/platform/db/schema/graph.ts';
import { blocks } from '#lib/platform/db/schema/invitations.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { type Acquaintance, closenessOf, type SuggestedPerson } from '../model.ts';

const maxShown = 5;
/** Upper bounds on the people and edges that are read, however large the graph is. */
const maxBaseAuthors = 20;
const maxEdges = 300;
/** Edges that are read of each of several people in each direction, strongest first. */
const maxEdgesEach = 10;
/** Candidates per query, closest first. */
const batchSize = 20;

const ofAccount = sql.placeholder('accountId');

const selectOwnRecords = (reader: Reader) =>
  reader
    .select({ key: authors.key })
    .from(authors)
    .where(and(eq(authors.ownerId, ofAccount), visibleRecord()))
    .limit(maxBaseAuthors)
    .prepare();

/** The people whom the account followed last, except for those who hide their co-authors. */
const selectFollowed = (reader: Reader) => {
  const newest = reader
    .select(columnsOf(follows, 'authorId', 'since'))
    .from(follows)
    .where(and(eq(follows.accountId, ofAccount), eq(follows.state, 'on')))
    .orderBy(desc(follows.since))
    .limit(maxBaseAuthors)
    .as('newest');
  return reader
    .select({ key: authors.key })
    .from(newest)
    .innerJoin(authors, eq(authors.id, newest.authorId))
    .where(and(visibleRecord(), sql.raw(`not ${hidesField('authors', 'coauthors')}`)))
    .prepare();
};

/** Those of some people who may connect others. */
const selectConnecting = (reader: Reader) =>
  reader
    .select({ key: authors.key })
    .from(authors)
    .where(and(isInList(authors.key, 'keys'), isConnecting()))
    .prepare();

interface EdgeRow {
  near: number;
  far: number;
  works: number;
}

type EdgeColumn = typeof coauthorEdges.authorKey | typeof coauthorEdges.coauthorKey;

/** The strongest edges of each of some people, and those that are as strong as the weakest of them. Other edges are not read. */
const createEdgeQuery = (near: EdgeColumn, far: EdgeColumn) => (reader: Reader) => {
  const others = aliasedTable(coauthorEdges, 'others');
  const ofSame = eq(near === coauthorEdges.authorKey ? others.authorKey : others.coauthorKey, authors.key);
  const weakest = reader
    .select({ works: others.works })
    .from(others)
    .where(ofSame)
    .orderBy(desc(others.works))
    .limit(1)
    .offset(sql.placeholder('stronger'));
  return reader
    .select({ near, far, works: coauthorEdges.works })
    .from(authors)
    .crossJoin(coauthorEdges)
    .where(and(isInList(authors.key, 'keys'), eq(near, authors.key), sql`${coauthorEdges.works} >= coalesce(${weakest}, 0)`))
    .orderBy(desc(coauthorEdges.works), asc(far))
    .limit(maxEdges)
    .prepare();
};

const selectForwardEdges = createEdgeQuery(coauthorEdges.authorKey, coauthorEdges.coauthorKey);
const selectBackwardEdges = createEdgeQuery(coauthorEdges.coauthorKey, coauthorEdges.authorKey);

/** Excludes people who are followed, own records of the account, hidden suggestions, and blocks in either direction. */
const selectSuggestibleRows = (reader: Reader) => {
  const isFollow = and(eq(follows.accountId, ofAccount), eq(follows.authorId, authors.id));
  const isHiddenSuggestion = and(eq(hiddenSuggestions.accountId, ofAccount), eq(hiddenSuggestions.authorId, authors.id));
  const isBlock = or(
    and(eq(blocks.accountId, ofAccount), eq(blocks.blockedId, authors.ownerId)),
    and(eq(blocks.accountId, authors.ownerId), eq(blocks.blockedId, ofAccount)),
  );
  return reader
    .select(columnsOf(authors, 'key', 'id', 'slug', 'name'))
    .from(authors)
    .where(
      and(
        isInList(authors.key, 'keys'),
        isConnecting(),
        gt(authors.worksCount, 0),
        or(isNull(authors.ownerId), ne(authors.ownerId, ofAccount)),
        notExists(reader.select({ one: follows.authorId }).from(follows).where(isFollow)),
        notExists(reader.select({ one: hiddenSuggestions.authorId }).from(hiddenSuggestions).where(isHiddenSuggestion)),
        notExists(reader.select({ one: blocks.accountId }).from(blocks).where(isBlock)),
      ),
    )
    .prepare();
};

/** Returns the strongest edges of some people. */
async function edgesOf(reader: Reader, authorKeys: readonly number[], maxEach: number): Promise<EdgeRow[]> {
  if (authorKeys.length === 0) return [];
  const values = { keys: encodeList(authorKeys), stronger: maxEach - 1 };
  return [...(await reader.prepared(selectForwardEdges, values)), ...(await reader.prepared(selectBackwardEdges, values))];
}

/** Returns people whom the account may know: its co-authors, their co-authors, and the co-authors of followed people. Closest first. */
export async function suggestedPeople(reader: Reader, { accountId }: Actor): Promise<SuggestedPerson[]> {
  const [ownRecords, followed] = await Promise.all([
    reader.prepared(selectOwnRecords, { accountId }),
    reader.prepared(selectFollowed, { accountId }),
  ]);
  const ownKeys = keysOf(ownRecords);
  const ownEdges = await edgesOf(reader, ownKeys, maxEdges);
  const strongest = [...new Set(ownEdges.toSorted((a, b) => b.works - a.works).map(({ far }) => far))].slice(0, maxBaseAuthors);
  const coauthors = strongest.length > 0 ? await reader.prepared(selectConnecting, { keys: encodeList(strongest) }) : [];
  const [coauthorEdges, followedEdges] = await Promise.all([
    edgesOf(reader, keysOf(coauthors), maxEdgesEach),
    edgesOf(reader, keysOf(followed), maxEdgesEach),
  ]);
  const acquaintances = new Map<number, Acquaintance>();
  const addEdges = (edges: readonly EdgeRow[], update: (acquaintance: Acquaintance, edge: EdgeRow) => void) => {
    for (const edge of edges) {
      const acquaintance = acquaintances.get(edge.far) ?? { works: 0, coauthors: 0, followed: 0 };
      update(acquaintance, edge);
      acquaintances.set(edge.far, acquaintance);
    }
  };
  addEdges(ownEdges, (acquaintance, { works }) => {
    acquaintance.works += works;
  });
  addEdges(coauthorEdges, (acquaintance) => {
    acquaintance.coauthors += 1;
  });
  addEdges(followedEdges, (acquaintance) => {
    acquaintance.followed += 1;
  });
  for (const key of ownKeys) acquaintances.delete(key);
  const ranked = [...acquaintances].sort(([a, one], [b, other]) => closenessOf(other) - closenessOf(one) || a - b);
  const people: SuggestedPerson[] = [];
  // The closest candidates may all be followed or hidden already.
  for (let start = 0; start < ranked.length && people.length < maxShown; start += batchSize)
    people.push(...(await selectSuggestible(reader, accountId, ranked.slice(start, start + batchSize))));
  return people.slice(0, maxShown);
}

async function selectSuggestible(
  reader: Reader,
  accountId: string,
  candidates: readonly (readonly [key: number, why: Acquaintance])[],
): Promise<SuggestedPerson[]> {
  const rows = await reader.prepared(selectSuggestibleRows, { accountId, keys: encodeList(candidates.map(([key]) => key)) });
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return candidates.flatMap(([key, why]) => {
    const row = byKey.get(key);
    return row ? [{ authorId: row.id, slug: row.slug, name: row.name, ...why }] : [];
  });
}
