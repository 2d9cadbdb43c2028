import { and, asc, desc, eq, gte, lte, or, type SQL, sql } from 'drizzle-orm';
import { hidesField } from '#lib/catalog/statements/queries/hidden-fields.ts';
import { fullyVisibleRecord } from '#lib/catalog/visibility/queries.ts';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { columnsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { coauthorEdges } from '#lib/platform/db/schema/graph.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import {
  type EdgeFacts,
  maxNeighbours,
  maxSlicePeople,
  type SlicePerson,
  type SliceQuery,
  type SliceView,
  selectPeopleTwoStepsAway,
} from '../model/slice.ts';

/**
 * Maximum number of edges that one slice reads in each stored direction of a pair; bounds the cost for authors with very many co-authors.
 */
const maxEdgesPerDirection = 15_000;
/** Number of extra people to look up, because some may be hidden. */
const extraPeople = 60;

const isShown = (): SQL | undefined => and(fullyVisibleRecord(), sql`${authors.kind} = 'person'`);

type EdgeColumn = typeof coauthorEdges.authorKey | typeof coauthorEdges.coauthorKey;

const { works, firstYear, lastYear } = coauthorEdges;
const matchesQuery = (): SQL | undefined =>
  and(
    gte(works, sql.placeholder('least')),
    gte(sql`coalesce(${lastYear}, 0)`, sql.placeholder('since')),
    lte(sql`coalesce(${firstYear}, 0)`, sql.placeholder('until')),
  );
const valuesOf = ({ least, since, until }: SliceQuery) => ({ least, since: since ?? 0, until: until ?? 9999 });

/** Queries one direction: an edge is stored once, from the smaller key to the larger. */
const createEdgeQueries = (near: EdgeColumn, far: EdgeColumn) => {
  const columns = { near, far, works, firstYear, lastYear };
  const selectFrom = (reader: Reader, condition?: SQL) =>
    reader
      .select(columns)
      .from(coauthorEdges)
      .where(and(isInList(near, 'keys'), condition, matchesQuery()))
      .limit(maxEdgesPerDirection)
      .prepare();
  return {
    strongest: (reader: Reader) =>
      reader
        .select(columns)
        .from(coauthorEdges)
        .innerJoin(authors, eq(authors.key, far))
        .where(and(eq(near, sql.placeholder('key')), matchesQuery(), isShown()))
        .orderBy(desc(works), asc(far))
        .limit(sql.placeholder('limit'))
        .prepare(),
    from: (reader: Reader) => selectFrom(reader),
    // The unary plus keeps SQLite from looking up every pair.
    among: (reader: Reader) => selectFrom(reader, isInList(sql`+${far}`, 'keys')),
  };
};

const directions = [
  createEdgeQueries(coauthorEdges.authorKey, coauthorEdges.coauthorKey),
  createEdgeQueries(coauthorEdges.coauthorKey, coauthorEdges.authorKey),
];

/** Returns the strongest edges of an author to visible people. */
async function selectStrongestEdges(reader: Reader, key: number, requested: SliceQuery, limit: number): Promise<EdgeFacts[]> {
  const values = { ...valuesOf(requested), key, limit };
  const rows = await Promise.all(directions.map(({ strongest }) => reader.prepared(strongest, values)));
  return rows
    .flat()
    .sort((a, b) => b.works - a.works || a.far - b.far)
    .slice(0, limit);
}

/** Returns all edges of some authors, whatever the visibility of the other end. For a slice of one step, only the edges among them. */
async function selectEdges(reader: Reader, keys: readonly number[], requested: SliceQuery): Promise<EdgeFacts[]> {
  if (keys.length === 0) return [];
  const values = { ...valuesOf(requested), keys: encodeList(keys) };
  const isAmong = requested.steps === 1;
  const rows = await Promise.all(
    directions.slice(0, requested.steps).map(({ from, among }) => reader.prepared(isAmong ? among : from, values)),
  );
  return rows.flat().sort((a, b) => a.near - b.near || a.far - b.far);
}

interface NamedPerson {
  slug: string;
  name: string;
  /** False for people who hide their co-authors: only their link to the centre is shown, because the centre may show it. */
  outspoken: boolean;
}

/** Returns the visible people of some authors. The centre is always included, because the slice is on its page. */
async function selectPeople(reader: Reader, keys: readonly number[], centre = -1): Promise<Map<number, NamedPerson>> {
  const rows = await reader.prepared(selectShownPeople, { keys: encodeList(keys), centre });
  return new Map(rows.map(({ key, slug, name, silent }) => [key, { slug, name, outspoken: !silent }]));
}

const selectShownPeople = (reader: Reader) =>
  reader
    .select({ ...columnsOf(authors, 'key', 'slug', 'name'), silent: sql<number | boolean>`${sql.raw(hidesField('authors', 'coauthors'))}` })
    .from(authors)
    .where(and(isInList(authors.key, 'keys'), or(eq(authors.key, sql.placeholder('centre')), isShown())))
    .prepare();

/**
 * Returns the visible people around an author and the links among them. Runs two indexed reads for the co-authors, two for their
 * co-authors, and reads of names. Unlisted authors are excluded from every slice.
 */
export async function sliceAround(reader: Reader, authorKey: number, requested: SliceQuery): Promise<SliceView> {
  const maxShown = maxNeighbours[requested.steps];
  const strongest = await selectStrongestEdges(reader, authorKey, requested, maxShown + 1);
  const near = strongest.slice(0, maxShown);
  const reached = new Set([authorKey, ...near.map(({ far }) => far)]);
  const firstPeople = await selectPeople(reader, [...reached], authorKey);
  const openKeys = near.map(({ far }) => far).filter((key) => firstPeople.get(key)?.outspoken);
  const furtherEdges = await selectEdges(reader, openKeys, requested);
  const second =
    requested.steps === 2
      ? await selectSecondStep(reader, furtherEdges, reached, maxSlicePeople - near.length)
      : { people: new Map(), more: false };
  const people = new Map<number, NamedPerson>([...firstPeople, ...second.people]);
  // An edge between two co-authors is read twice, once from each end.
  const shownEdges = furtherEdges.filter(
    ({ near: a, far: b }) => second.people.has(b) || (a < b && firstPeople.get(b)?.outspoken && b !== authorKey),
  );
  const connectors = connectorsOf(shownEdges, people);
  return {
    people: [
      ...near.flatMap(({ far, works }) => slicePersonOf(people.get(far), { steps: 1, works, through: [] })),
      ...[...second.people].flatMap(([key, each]) => slicePersonOf(each, { steps: 2, works: 0, through: connectors.get(key) ?? [] })),
    ],
    links: [...near, ...shownEdges].flatMap(({ near: one, far, works, firstYear, lastYear }) => {
      const [from, to] = [people.get(one)?.slug, people.get(far)?.slug];
      return from !== undefined && to !== undefined ? [{ from, to, works, firstYear, lastYear }] : [];
    }),
    more: strongest.length > maxShown || second.more,
  };
}

/** Returns the visible people at distance 2. */
async function selectSecondStep(
  reader: Reader,
  edges: readonly EdgeFacts[],
  reached: ReadonlySet<number>,
  room: number,
): Promise<{ people: Map<number, NamedPerson>; more: boolean }> {
  const { keys, more } = selectPeopleTwoStepsAway(edges, reached, room + extraPeople);
  const people = await selectPeople(reader, keys);
  const openPeople = keys.flatMap((key): [number, NamedPerson][] => {
    const each = people.get(key);
    return each?.outspoken ? [[key, each]] : [];
  });
  return { people: new Map(openPeople.slice(0, room)), more: more || openPeople.length > room };
}

/** Returns the slugs of the near ends by the key of each far end. */
function connectorsOf(edges: readonly EdgeFacts[], people: ReadonlyMap<number, NamedPerson>): Map<number, string[]> {
  const slugs = new Map<number, string[]>();
  for (const { near, far } of edges) {
    const slug = people.get(near)?.slug;
    if (slug !== undefined) slugs.set(far, [...(slugs.get(far) ?? []), slug]);
  }
  return slugs;
}

const slicePersonOf = (person: NamedPerson | undefined, position: Omit<SlicePerson, 'slug' | 'name'>): SlicePerson[] =>
  person ? [{ slug: person.slug, name: person.name, ...position }] : [];
