import { and, asc, count, desc, eq, gt, gte, lte, max, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { authorContexts, contexts, workContexts } from '#lib/platform/db/schema/contexts.ts';
import { coauthorEdges } from '#lib/platform/db/schema/graph.ts';
import { authorships } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { NodeKind } from '../model/kinds.ts';
import type { GraphQuery } from '../model/query.ts';
import { type FoundNode, isListedWork, isShownAuthor } from './nodes.ts';

/** A node next to the start, with what links them. */
export interface Neighbour {
  key: number;
  kind: NodeKind;
  works: number;
  firstYear: number | null;
  lastYear: number | null;
}

interface Neighbours {
  /** The strongest first. */
  rows: Neighbour[];
  /** The number of all; null if it is not counted. */
  total: number | null;
}

type Filters = Pick<GraphQuery, 'since' | 'until' | 'least'>;

/** Days are stored as yyyymmdd, with 0 for what is not known. */
const dayValues = ({ since, until }: Filters) => ({ firstDay: (since ?? 0) * 10_000, lastDay: ((until ?? 9998) + 1) * 10_000 - 1 });
export const linkValues = ({ since, until, least }: Filters) => ({ least, since: since ?? 0, until: until ?? 9999 });
const isUnfiltered = ({ since, until, least }: Filters): boolean => since === null && until === null && least === 1;
const yearOf = (sortDate: number): number | null => Math.floor(sortDate / 10_000) || null;

/** Returns the strongest neighbours of one kind. */
export async function neighboursOf(
  reader: Reader,
  { table, key, people, node }: FoundNode,
  kind: NodeKind,
  filters: Filters,
  limit: number,
): Promise<Neighbours> {
  const isPerson = kind === 'author' || kind === 'organisation';
  if (table === 'author') {
    if (isPerson) return coauthorsOf(reader, key, kind, filters, limit);
    return kind === 'work' ? worksOfAuthor(reader, key, filters, limit) : contextsOfAuthor(reader, key, kind, filters, limit);
  }
  if (table === 'work') {
    if (isPerson) return authorsOfWork(reader, key, kind, node.year ?? null, limit);
    return kind === 'work' ? { rows: [], total: 0 } : contextsOfWork(reader, key, kind, node.year ?? null, limit);
  }
  if (isPerson) return peopleOfContext(reader, key, kind, filters, limit, people);
  return kind === 'work' ? worksOfContext(reader, key, filters, limit, node.works) : { rows: [], total: 0 };
}

// People of a person.

type EdgeColumn = typeof coauthorEdges.authorKey | typeof coauthorEdges.coauthorKey;
const { works, firstYear, lastYear } = coauthorEdges;

/** Condition for a co-author edge within the filters. @param counted the column of works, so that a query can keep SQLite from its index */
export const matchesEdge = (counted: SQLWrapper = works): SQL | undefined =>
  and(
    sql`${counted} >= ${sql.placeholder('least')}`,
    gte(sql`coalesce(${lastYear}, 0)`, sql.placeholder('since')),
    lte(sql`coalesce(${firstYear}, 0)`, sql.placeholder('until')),
  );

/** An edge is stored once, from the smaller key to the larger. */
const createEdgeQueries = (near: EdgeColumn, far: EdgeColumn) => {
  const condition = () => and(eq(near, sql.placeholder('key')), matchesEdge(), isShownAuthor(), eq(authors.kind, sql.placeholder('kind')));
  return {
    strongest: (reader: Reader) =>
      reader
        .select({ key: far, works, firstYear, lastYear })
        .from(coauthorEdges)
        .innerJoin(authors, eq(authors.key, far))
        .where(condition())
        .orderBy(desc(works), asc(far))
        .limit(sql.placeholder('limit'))
        .prepare(),
    total: (reader: Reader) =>
      reader.select({ total: count() }).from(coauthorEdges).innerJoin(authors, eq(authors.key, far)).where(condition()).prepare(),
  };
};

const edgeQueries = [
  createEdgeQueries(coauthorEdges.authorKey, coauthorEdges.coauthorKey),
  createEdgeQueries(coauthorEdges.coauthorKey, coauthorEdges.authorKey),
];

const storedKind = { author: 'person', organisation: 'organisation' } as const;

async function coauthorsOf(
  reader: Reader,
  key: number,
  kind: 'author' | 'organisation',
  filters: Filters,
  limit: number,
): Promise<Neighbours> {
  const values = { ...linkValues(filters), key, kind: storedKind[kind] };
  const sides = await Promise.all(edgeQueries.map(({ strongest }) => reader.prepared(strongest, { ...values, limit: limit + 1 })));
  const rows = sides
    .flat()
    .sort((a, b) => b.works - a.works || a.key - b.key)
    .map((row): Neighbour => ({ ...row, kind }));
  if (rows.length <= limit) return { rows, total: rows.length };
  const totals = await Promise.all(edgeQueries.map(({ total }) => reader.prepared(total, values)));
  return { rows: rows.slice(0, limit), total: totals.flat().reduce((sum, { total }) => sum + total, 0) };
}

// Works: the newest first.

const isOnDays = (sortDate: SQLWrapper): SQL | undefined =>
  sql`${sortDate} between ${sql.placeholder('firstDay')} and ${sql.placeholder('lastDay')}`;

const isAuthored = (): SQL | undefined =>
  and(eq(authorships.authorKey, sql.placeholder('key')), ne(authorships.state, 'not_mine'), isOnDays(authorships.sortDate));

const selectAuthored = (reader: Reader) =>
  reader
    .selectDistinct({ key: authorships.workKey, sortDate: authorships.sortDate })
    .from(authorships)
    .where(isAuthored())
    .orderBy(desc(authorships.sortDate), desc(authorships.workKey))
    .limit(sql.placeholder('limit'))
    .prepare();

const countAuthored = (reader: Reader) =>
  reader
    .select({ total: sql<number>`count(distinct ${authorships.workKey})`.mapWith(Number) })
    .from(authorships)
    .where(isAuthored())
    .prepare();

interface DatedWork {
  key: number;
  sortDate: number;
}

const toWork = ({ key, sortDate }: DatedWork): Neighbour => {
  const year = yearOf(sortDate);
  return { key, kind: 'work', works: 1, firstYear: year, lastYear: year };
};

async function worksOfAuthor(reader: Reader, key: number, filters: Filters, limit: number): Promise<Neighbours> {
  const values = { ...dayValues(filters), key };
  const rows = (await reader.prepared(selectAuthored, { ...values, limit: limit + 1 })).map(toWork);
  if (rows.length <= limit) return { rows, total: rows.length };
  const [counted] = await reader.prepared(countAuthored, values);
  return { rows: rows.slice(0, limit), total: counted?.total ?? null };
}

const selectListed = (reader: Reader) =>
  reader
    .select({ key: workContexts.workKey, sortDate: workContexts.sortDate })
    .from(workContexts)
    .where(
      and(eq(workContexts.contextKey, sql.placeholder('key')), isOnDays(workContexts.sortDate), isListedWork('work_contexts.work_key')),
    )
    .orderBy(desc(workContexts.sortDate), desc(workContexts.workKey))
    .limit(sql.placeholder('limit'))
    .prepare();

async function worksOfContext(reader: Reader, key: number, filters: Filters, limit: number, stated: number): Promise<Neighbours> {
  const rows = (await reader.prepared(selectListed, { ...dayValues(filters), key, limit: limit + 1 })).map(toWork);
  if (rows.length <= limit) return { rows, total: rows.length };
  return { rows: rows.slice(0, limit), total: filters.since === null && filters.until === null ? stated : null };
}

// Topics, venues and institutions.

const { works: contextWorks, firstYear: contextFirst, lastYear: contextLast } = authorContexts;

/** Condition for a link of a person with a topic, venue or institution within the filters. */
export const matchesContext = (): SQL | undefined =>
  and(
    gte(contextWorks, sql.placeholder('least')),
    gte(contextLast, sql.placeholder('since')),
    lte(sql`coalesce(${contextFirst}, 0)`, sql.placeholder('until')),
  );

const selectContextsOfAuthor = (reader: Reader) =>
  reader
    .select({ key: contexts.key, works: contextWorks, firstYear: contextFirst, lastYear: contextLast })
    .from(authorContexts)
    .innerJoin(contexts, eq(contexts.key, authorContexts.contextKey))
    .where(
      and(
        eq(authorContexts.authorKey, sql.placeholder('key')),
        eq(contexts.kind, sql.placeholder('kind')),
        gt(contexts.worksCount, 0),
        matchesContext(),
      ),
    )
    .orderBy(desc(contextWorks), desc(contextLast), asc(contexts.sortName))
    .prepare();

async function contextsOfAuthor(reader: Reader, key: number, kind: NodeKind, filters: Filters, limit: number): Promise<Neighbours> {
  const rows = await reader.prepared(selectContextsOfAuthor, { ...linkValues(filters), key, kind });
  return {
    rows: rows.slice(0, limit).map((row): Neighbour => ({ ...row, kind, lastYear: row.lastYear || null })),
    total: rows.length,
  };
}

const selectContextsOfWork = (reader: Reader) =>
  reader
    .select({ key: contexts.key })
    .from(workContexts)
    // SQLite joins the tables of a cross join in the order written; otherwise it would start with all topics.
    .crossJoin(contexts)
    .where(
      and(
        eq(workContexts.workKey, sql.placeholder('key')),
        eq(contexts.key, workContexts.contextKey),
        eq(contexts.kind, sql.placeholder('kind')),
        gt(contexts.worksCount, 0),
      ),
    )
    .orderBy(desc(contexts.worksCount), asc(contexts.sortName), asc(contexts.key))
    .prepare();

async function contextsOfWork(reader: Reader, key: number, kind: NodeKind, year: number | null, limit: number): Promise<Neighbours> {
  const rows = await reader.prepared(selectContextsOfWork, { key, kind });
  return {
    rows: rows.slice(0, limit).map((row): Neighbour => ({ ...row, kind, works: 1, firstYear: year, lastYear: year })),
    total: rows.length,
  };
}

// People of a work.

const isAuthorOf = (): SQL | undefined =>
  and(
    eq(authorships.workKey, sql.placeholder('key')),
    ne(authorships.state, 'not_mine'),
    isShownAuthor(),
    eq(authors.kind, sql.placeholder('kind')),
  );

const selectAuthorsOfWork = (reader: Reader) =>
  reader
    .select({ key: authorships.authorKey, position: authorships.position })
    .from(authorships)
    .innerJoin(authors, eq(authors.key, authorships.authorKey))
    .where(isAuthorOf())
    .prepare();

/** The authors in their order on the work; those behind "et al." last. */
async function authorsOfWork(
  reader: Reader,
  key: number,
  kind: 'author' | 'organisation',
  year: number | null,
  limit: number,
): Promise<Neighbours> {
  const rows = await reader.prepared(selectAuthorsOfWork, { key, kind: storedKind[kind] });
  const positionOf = ({ position }: (typeof rows)[number]) => position ?? Number.MAX_SAFE_INTEGER;
  const keys = [...new Set(rows.toSorted((a, b) => positionOf(a) - positionOf(b)).map((row) => row.key))];
  return {
    rows: keys.slice(0, limit).map((author): Neighbour => ({ key: author, kind, works: 1, firstYear: year, lastYear: year })),
    total: keys.length,
  };
}

// People of a topic, venue or institution.

/** Number of the strongest people that are read more than shown, because some may be hidden or of another kind. */
const extraPeople = 60;

/** Reads only the index of the context, unless a last year is asked for. */
const createPeopleQuery = (condition: () => SQL | undefined) => (reader: Reader) =>
  reader
    .select({ key: authorContexts.authorKey, works: contextWorks })
    .from(authorContexts)
    .where(
      and(
        eq(authorContexts.contextKey, sql.placeholder('key')),
        gte(contextWorks, sql.placeholder('least')),
        gte(contextLast, sql.placeholder('since')),
        condition(),
      ),
    )
    .orderBy(desc(contextWorks), desc(contextLast), asc(authorContexts.authorKey))
    .limit(sql.placeholder('limit'))
    .prepare();

const selectPeople = createPeopleQuery(() => undefined);
const selectPeopleUntil = createPeopleQuery(() => lte(sql`coalesce(${contextFirst}, 0)`, sql.placeholder('until')));

const selectPeopleFacts = (reader: Reader) =>
  reader
    .select({ key: authors.key, works: contextWorks, firstYear: contextFirst, lastYear: contextLast })
    .from(authorContexts)
    .innerJoin(authors, eq(authors.key, authorContexts.authorKey))
    .where(
      and(
        isInList(authorContexts.authorKey, 'keys'),
        eq(authorContexts.contextKey, sql.placeholder('key')),
        isShownAuthor(),
        eq(authors.kind, sql.placeholder('kind')),
      ),
    )
    .prepare();

async function peopleOfContext(
  reader: Reader,
  key: number,
  kind: 'author' | 'organisation',
  filters: Filters,
  limit: number,
  stated: number | null,
): Promise<Neighbours> {
  const { until, ...values } = linkValues(filters);
  const wanted = limit + extraPeople;
  const strongest =
    filters.until === null
      ? await reader.prepared(selectPeople, { ...values, key, limit: wanted })
      : await reader.prepared(selectPeopleUntil, { ...values, until, key, limit: wanted });
  const facts = await reader.prepared(selectPeopleFacts, {
    keys: encodeList(strongest.map((row) => row.key)),
    key,
    kind: storedKind[kind],
  });
  const factsByKey = new Map(facts.map((row) => [row.key, row]));
  const rows = strongest.flatMap((row): Neighbour[] => {
    const each = factsByKey.get(row.key);
    return each ? [{ ...each, kind, lastYear: each.lastYear || null }] : [];
  });
  const isAll = strongest.length < wanted;
  return { rows: rows.slice(0, limit), total: isAll ? rows.length : kind === 'author' && isUnfiltered(filters) ? stated : null };
}

// The second step: everything next to the people and works of the first. Counted by the database, which is faster than reading all links.

/** A node next to nodes of the first step. */
interface FurtherNode {
  key: number;
  kind: NodeKind | null;
}

/** Keys of people and works of the first step. */
interface FirstStep {
  people: readonly number[];
  works: readonly number[];
}

const edgesOfPeople = (reader: Reader, near: EdgeColumn, far: EdgeColumn) =>
  reader
    .select({ node: sql<number>`${far}`.as('node'), works: coauthorEdges.works })
    .from(coauthorEdges)
    .where(and(isInList(near, 'people'), matchesEdge()));

const selectFurtherAuthors = (reader: Reader) => {
  const { authorKey, coauthorKey } = coauthorEdges;
  const ofWorks = reader
    .select({ node: sql<number>`${authorships.authorKey}`.as('node'), works: sql<number>`1`.as('works') })
    .from(authorships)
    .where(and(isInList(authorships.workKey, 'works'), ne(authorships.state, 'not_mine')));
  const all = edgesOfPeople(reader, authorKey, coauthorKey)
    .unionAll(edgesOfPeople(reader, coauthorKey, authorKey))
    .unionAll(ofWorks)
    .as('all_links');
  return reader
    .select({ key: sql<number>`${all.node}` })
    .from(all)
    .groupBy(sql`${all.node}`)
    .orderBy(desc(count()), desc(sql`sum(${all.works})`), asc(sql`${all.node}`))
    .limit(sql.placeholder('limit'))
    .prepare();
};

/** Returns the people and organisations next to most of some people and works, whatever their visibility. */
export async function furtherAuthors(reader: Reader, first: FirstStep, filters: Filters, limit: number): Promise<FurtherNode[]> {
  const values = { ...linkValues(filters), people: encodeList(first.people), works: encodeList(first.works), limit };
  return (await reader.prepared(selectFurtherAuthors, values)).map(({ key }) => ({ key, kind: null }));
}

const selectFurtherWorks = (reader: Reader) =>
  reader
    .select({ key: authorships.workKey })
    .from(authorships)
    .where(and(isInList(authorships.authorKey, 'people'), ne(authorships.state, 'not_mine'), isOnDays(authorships.sortDate)))
    .groupBy(authorships.workKey)
    .orderBy(desc(count()), desc(max(authorships.sortDate)), desc(authorships.workKey))
    .limit(sql.placeholder('limit'))
    .prepare();

/** Returns the works of most of some people, newer ones first. */
export async function furtherWorks(reader: Reader, { people }: FirstStep, filters: Filters, limit: number): Promise<FurtherNode[]> {
  const rows = await reader.prepared(selectFurtherWorks, { ...dayValues(filters), people: encodeList(people), limit });
  return rows.map(({ key }) => ({ key, kind: 'work' }));
}

const selectFurtherContexts = (reader: Reader) => {
  const ofPeople = reader
    .select({ node: sql<number>`${authorContexts.contextKey}`.as('node'), works: authorContexts.works })
    .from(authorContexts)
    .where(and(isInList(authorContexts.authorKey, 'people'), matchesContext()));
  const ofWorks = reader
    .select({ node: sql<number>`${workContexts.contextKey}`.as('node'), works: sql<number>`1`.as('works') })
    .from(workContexts)
    .where(isInList(workContexts.workKey, 'works'));
  const all = ofPeople.unionAll(ofWorks).as('all_links');
  return reader
    .select({ key: sql<number>`${all.node}`, kind: sql<string>`max(${contexts.kind})` })
    .from(all)
    .innerJoin(contexts, eq(contexts.key, sql`${all.node}`))
    .where(isInList(contexts.kind, 'kinds'))
    .groupBy(sql`${all.node}`)
    .orderBy(desc(count()), desc(sql`sum(${all.works})`), asc(sql`${all.node}`))
    .limit(sql.placeholder('limit'))
    .prepare();
};

/** Returns the topics, venues and institutions next to most of some people and works. */
export async function furtherContexts(
  reader: Reader,
  first: FirstStep,
  filters: Filters,
  { kinds, limit }: { kinds: readonly NodeKind[]; limit: number },
): Promise<FurtherNode[]> {
  const lists = { people: encodeList(first.people), works: encodeList(first.works), kinds: encodeList(kinds) };
  const rows = await reader.prepared(selectFurtherContexts, { ...linkValues(filters), ...lists, limit });
  return rows.map(({ key, kind }) => ({ key, kind: kind as NodeKind }));
}
