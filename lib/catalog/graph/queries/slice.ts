import { hidesField } from '#lib/catalog/statements/queries/hidden-fields.ts';
import { fullyVisibleRecordText } from '#lib/catalog/visibility/queries.ts';
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

interface EdgeRow {
  near: number;
  far: number;
  works: number;
  first_year: number | null;
  last_year: number | null;
}

const isShownText = `${fullyVisibleRecordText('a')} and a.kind = 'person'`;
const columns = (near: string, far: string) => `e.${near} as near, e.${far} as far, e.works, e.first_year, e.last_year`;
const matchesQueryText = 'e.works >= ? and coalesce(e.last_year, 0) >= ? and coalesce(e.first_year, 0) <= ?';
const queryArgs = ({ least, since, until }: SliceQuery): number[] => [least, since ?? 0, until ?? 9999];
const directions = [
  ['author_key', 'coauthor_key'],
  ['coauthor_key', 'author_key'],
] as const;

const edgeOf = ({ near, far, works, first_year, last_year }: EdgeRow): EdgeFacts => ({
  near,
  far,
  works,
  firstYear: first_year,
  lastYear: last_year,
});

/** Returns the strongest edges of an author to visible people. */
async function selectStrongestEdges(reader: Reader, key: number, requested: SliceQuery, limit: number): Promise<EdgeFacts[]> {
  const rows: EdgeRow[] = [];
  for (const [near, far] of directions) {
    const query = `select ${columns(near, far)} from coauthor_edges e join authors a on a.key = e.${far}
      where e.${near} = ? and ${matchesQueryText} and ${isShownText} order by e.works desc, e.${far} limit ?`;
    rows.push(...(await reader.query<EdgeRow>(query, [], [key, ...queryArgs(requested), limit])));
  }
  return rows
    .map(edgeOf)
    .sort((a, b) => b.works - a.works || a.far - b.far)
    .slice(0, limit);
}

/** Returns all edges of some authors, whatever the visibility of the other end. For a slice of one step, only the edges among them. */
async function selectEdges(reader: Reader, keys: readonly number[], requested: SliceQuery): Promise<EdgeRow[]> {
  const rows: EdgeRow[][] = [];
  for (const [near, far] of keys.length > 0 ? directions.slice(0, requested.steps) : []) {
    // The unary plus keeps SQLite from looking up every pair.
    const ends = `e.${near} in $many ${requested.steps === 1 ? `and +e.${far} in $many` : ''}`;
    const query = `select ${columns(near, far)} from coauthor_edges e where ${ends} and ${matchesQueryText} limit ?`;
    rows.push(await reader.query<EdgeRow>(query, keys, [...queryArgs(requested), maxEdgesPerDirection]));
  }
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
  const rows = await reader.query<{ key: number; slug: string; name: string; silent: number | boolean }>(
    `select a.key, a.slug, a.name, ${hidesField('a', 'coauthors')} as silent from authors a where a.key in $many and (a.key = ? or (${isShownText}))`,
    keys,
    [centre],
  );
  return new Map(rows.map(({ key, slug, name, silent }) => [key, { slug, name, outspoken: !silent }]));
}

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
  const shownEdges = furtherEdges
    .filter(({ near: a, far: b }) => second.people.has(b) || (a < b && firstPeople.get(b)?.outspoken && b !== authorKey))
    .map(edgeOf);
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
  edges: readonly EdgeRow[],
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
