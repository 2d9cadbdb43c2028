import { and, lte, ne, sql } from 'drizzle-orm';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { authorContexts, workContexts } from '#lib/platform/db/schema/contexts.ts';
import { coauthorEdges } from '#lib/platform/db/schema/graph.ts';
import { authorships } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { GraphQuery } from '../model/query.ts';
import { linkValues, matchesContext, matchesEdge } from './neighbours.ts';
import type { NodeTable } from './nodes.ts';

/** A link between two nodes by their tables and keys. */
export interface KeyLink {
  from: readonly [NodeTable, number];
  to: readonly [NodeTable, number];
  works: number;
  firstYear: number | null;
  lastYear: number | null;
}

// The unary plus keeps SQLite from looking up every pair. It then reads the links of each first end.

const selectTogether = (reader: Reader) =>
  reader
    .select()
    .from(coauthorEdges)
    .where(
      and(
        isInList(coauthorEdges.authorKey, 'people'),
        // The end of a range in the index of both ends: of people with many co-authors, half is read, and not from the table.
        lte(coauthorEdges.coauthorKey, sql.placeholder('lastPerson')),
        isInList(sql`+${coauthorEdges.coauthorKey}`, 'people'),
        matchesEdge(sql`+${coauthorEdges.works}`),
      ),
    )
    .prepare();

const selectWrote = (reader: Reader) =>
  reader
    .selectDistinct({ author: authorships.authorKey, work: authorships.workKey })
    .from(authorships)
    .where(
      and(isInList(authorships.workKey, 'works'), isInList(sql`+${authorships.authorKey}`, 'people'), ne(authorships.state, 'not_mine')),
    )
    .prepare();

const selectOfWorks = (reader: Reader) =>
  reader
    .select({ work: workContexts.workKey, context: workContexts.contextKey })
    .from(workContexts)
    .where(and(isInList(workContexts.workKey, 'works'), isInList(sql`+${workContexts.contextKey}`, 'contexts')))
    .prepare();

const selectOfPeople = (reader: Reader) =>
  reader
    .select()
    .from(authorContexts)
    .where(and(isInList(authorContexts.authorKey, 'people'), isInList(sql`+${authorContexts.contextKey}`, 'contexts'), matchesContext()))
    .prepare();

/** Returns the links among people, works, and topics, venues and institutions. */
export async function linksAmong(
  reader: Reader,
  keys: Readonly<Record<NodeTable, readonly number[]>>,
  years: ReadonlyMap<number, number | null>,
  filters: Pick<GraphQuery, 'since' | 'until' | 'least'>,
): Promise<KeyLink[]> {
  const [people, works, contexts] = [encodeList(keys.author), encodeList(keys.work), encodeList(keys.context)];
  const has = { author: keys.author.length > 0, work: keys.work.length > 0, context: keys.context.length > 0 };
  const values = linkValues(filters);
  const [together, wrote, ofWorks, ofPeople] = await Promise.all([
    has.author ? reader.prepared(selectTogether, { ...values, people, lastPerson: Math.max(...keys.author) }) : [],
    has.author && has.work ? reader.prepared(selectWrote, { people, works }) : [],
    has.work && has.context ? reader.prepared(selectOfWorks, { works, contexts }) : [],
    has.author && has.context ? reader.prepared(selectOfPeople, { ...values, people, contexts }) : [],
  ]);
  const ofWork = (work: number) => ({ works: 1, firstYear: years.get(work) ?? null, lastYear: years.get(work) ?? null });
  return [
    ...together.map(
      ({ authorKey, coauthorKey, ...facts }): KeyLink => ({ from: ['author', authorKey], to: ['author', coauthorKey], ...facts }),
    ),
    ...wrote.map(({ author, work }): KeyLink => ({ from: ['author', author], to: ['work', work], ...ofWork(work) })),
    ...ofWorks.map(({ work, context }): KeyLink => ({ from: ['work', work], to: ['context', context], ...ofWork(work) })),
    ...ofPeople.map(
      ({ authorKey, contextKey, works: count, firstYear, lastYear }): KeyLink => ({
        ...{ from: ['author', authorKey], to: ['context', contextKey], works: count, firstYear, lastYear: lastYear || null },
      }),
    ),
  ];
}
