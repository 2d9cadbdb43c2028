import { and, eq, inArray } from 'drizzle-orm';
import { coauthorEdges } from '#lib/platform/db/schema/graph.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { maxAuthorsForEdges } from './model/coauthors.ts';

type EdgeRow = typeof coauthorEdges.$inferInsert;
const edgeKey = ['authorKey', 'coauthorKey'] as const;

/** Batch sizes of rows and authors: the number of pairs grows with the square of a list, and an import page may contain many long lists. */
const rowsPerBatch = 20_000;
const authorsPerBatch = 1000;

interface EdgeSum {
  works: number;
  first: number | null;
  last: number | null;
}

/** The author lists of some works. Pairs are generated one author at a time, to bound memory. */
export class CoauthorLists {
  private readonly byAuthor = new Map<number, { keys: readonly number[]; year: number | null }[]>();

  /** Adds an author list. A list that is too long for edges is ignored. */
  add(authorKeys: Iterable<number>, year: number | null = null): void {
    const keys = [...new Set(authorKeys)];
    if (keys.length < 2 || keys.length > maxAuthorsForEdges) return;
    const circle = { keys, year };
    for (const key of keys) {
      const lists = this.byAuthor.get(key);
      if (lists) lists.push(circle);
      else this.byAuthor.set(key, [circle]);
    }
  }

  /** Yields each author with the co-authors of a greater key, in key order to avoid deadlocks. */
  *pairs(): Generator<[one: number, others: Map<number, EdgeSum>]> {
    for (const one of [...this.byAuthor.keys()].sort((a, b) => a - b)) {
      const others = new Map<number, EdgeSum>();
      for (const { keys, year } of this.byAuthor.get(one) ?? []) {
        for (const other of keys) if (other > one) others.set(other, addWork(others.get(other), year));
      }
      if (others.size > 0) yield [one, others];
    }
  }
}

function addWork(sum: EdgeSum | undefined, year: number | null): EdgeSum {
  if (!sum) return { works: 1, first: year, last: year };
  sum.works += 1;
  if (year !== null && (sum.first === null || year < sum.first)) sum.first = year;
  if (year !== null && (sum.last === null || year > sum.last)) sum.last = year;
  return sum;
}

/**
 * Adds the joint works of new works to the edges. `least` and `greatest` are written as `case`, because the engines name them differently.
 */
export async function addEdges(tx: Writer, circles: CoauthorLists): Promise<void> {
  const firstOf = (column: string, sign: string) =>
    `case when coauthor_edges.${column} is null or excluded.${column} ${sign} coauthor_edges.${column} then coalesce(excluded.${column}, coauthor_edges.${column}) else coauthor_edges.${column} end`;
  const set = {
    works: 'coauthor_edges.works + excluded.works',
    firstYear: firstOf('first_year', '<'),
    lastYear: firstOf('last_year', '>'),
  };
  const onConflict = { target: edgeKey, set };
  let rows: EdgeRow[] = [];
  for (const [one, others] of circles.pairs()) {
    for (const [other, { works, first, last }] of [...others].sort(([a], [b]) => a - b))
      rows.push({ authorKey: one, coauthorKey: other, works, firstYear: first, lastYear: last });
    if (rows.length < rowsPerBatch) continue;
    await tx.bulkInsert(coauthorEdges, rows, { onConflict });
    rows = [];
  }
  await tx.bulkInsert(coauthorEdges, rows, { onConflict });
}

/**
 * Recounts the pairs of some author lists from the valid authorships. Excluded are answers "not mine", works with too many authors, and
 * works that only an owner describes. Call it for changed works with their lists before and after, and in every command that changes an
 * authorship. The caller has locked the authors' rows.
 */
export async function recountEdges(tx: Writer, circles: CoauthorLists): Promise<void> {
  let pending = new Map<number, Set<number>>();
  let pairCount = 0;
  for (const [one, others] of circles.pairs()) {
    pending.set(one, new Set(others.keys()));
    pairCount += others.size;
    if (pairCount < rowsPerBatch && pending.size < authorsPerBatch) continue;
    await recountPairs(tx, pending);
    pending = new Map();
    pairCount = 0;
  }
  if (pending.size > 0) await recountPairs(tx, pending);
}

interface CountedPair {
  one: number;
  other: number;
  works: number | string;
  first: number | null;
  last: number | null;
}

const recountQuery = `with mine as (select author_key, work_key from authorships
    where state <> 'not_mine' and source <> 'owner' and author_key in $many),
  counting as (select work_key from authorships where work_key in (select work_key from mine)
    group by work_key having count(distinct author_key) <= ${maxAuthorsForEdges})
  select a.author_key as one, b.author_key as other, count(distinct a.work_key) as works, min(w.year) as first, max(w.year) as last
  from mine a
  join counting c on c.work_key = a.work_key
  join authorships b on b.work_key = a.work_key and b.author_key > a.author_key and b.state <> 'not_mine'
  join works w on w.key = a.work_key
  group by a.author_key, b.author_key`;

/** Writes the counted pairs, and deletes the pairs left in `pending`, which share no work any more. */
async function recountPairs(tx: Writer, pending: Map<number, Set<number>>): Promise<void> {
  const rows: EdgeRow[] = [];
  for (const { one, other, works, first, last } of await tx.query<CountedPair>(recountQuery, [...pending.keys()])) {
    if (pending.get(one)?.delete(other))
      rows.push({ authorKey: one, coauthorKey: other, works: Number(works), firstYear: first, lastYear: last });
  }
  rows.sort((a, b) => a.authorKey - b.authorKey || a.coauthorKey - b.coauthorKey);
  await tx.bulkInsert(coauthorEdges, rows, { onConflict: { target: edgeKey, update: ['works', 'firstYear', 'lastYear'] } });
  for (const [one, others] of pending) {
    const isPair = and(eq(coauthorEdges.authorKey, one), inArray(coauthorEdges.coauthorKey, [...others]));
    if (others.size > 0) await tx.delete(coauthorEdges).where(isPair);
  }
}
