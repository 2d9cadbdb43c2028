import { and, eq, or } from 'drizzle-orm';
import { coauthorEdges } from '../db/schema/graph.ts';
import type { Writer } from '../db/store.ts';

const columns = ['author_key', 'coauthor_key', 'works', 'first_year', 'last_year'];

/** Shared works to add to edges, gathered for one page of an import. */
export class EdgeSums {
  private readonly sums = new Map<number, Map<number, { works: number; first: number | null; last: number | null }>>();

  /** Counts a new work for every pair of its authors. */
  add(authorKeys: readonly number[], year: number | null): void {
    const keys = [...new Set(authorKeys)].sort((a, b) => a - b);
    for (const [at, one] of keys.entries()) {
      const row = this.sums.get(one) ?? new Map();
      this.sums.set(one, row);
      for (const other of keys.slice(at + 1)) {
        const sum = row.get(other) ?? { works: 0, first: null, last: null };
        sum.works += 1;
        if (year !== null && (sum.first === null || year < sum.first)) sum.first = year;
        if (year !== null && (sum.last === null || year > sum.last)) sum.last = year;
        row.set(other, sum);
      }
    }
  }

  /** In the order of their keys, so that two transactions cannot lock each other out. */
  rows(): unknown[][] {
    const rows: unknown[][] = [];
    for (const one of [...this.sums.keys()].sort((a, b) => a - b)) {
      const others = [...(this.sums.get(one) ?? [])].sort(([a], [b]) => a - b);
      for (const [other, { works, first, last }] of others) rows.push([one, other, works, first, last]);
    }
    return rows;
  }
}

/** Adds the shared works of new works. `least`/`greatest` are spelt out, because the engines name them differently. */
export async function addEdges(tx: Writer, sums: EdgeSums): Promise<void> {
  const outermost = (column: string, sign: string) =>
    `${column} = case when coauthor_edges.${column} is null or excluded.${column} ${sign} coauthor_edges.${column} then coalesce(excluded.${column}, coauthor_edges.${column}) else coauthor_edges.${column} end`;
  await tx.load({
    table: 'coauthor_edges',
    columns,
    rows: sums.rows(),
    onConflict: `on conflict (author_key, coauthor_key) do update set works = coauthor_edges.works + excluded.works, ${outermost('first_year', '<')}, ${outermost('last_year', '>')}`,
  });
}

export type Pair = readonly [one: number, other: number];

/** All pairs among authors, the smaller key first. */
export function pairsAmong(authorKeys: Iterable<number>): Pair[] {
  const keys = [...new Set(authorKeys)].sort((a, b) => a - b);
  return keys.flatMap((one, at) => keys.slice(at + 1).map((other): Pair => [one, other]));
}

interface Counted {
  one: number;
  other: number;
  works: number | string;
  first: number | null;
  last: number | null;
}

/**
 * Counts pairs anew from the authorships that stand ("not mine" does not count): for works that changed, and for every command that
 * changes an authorship. The caller has locked the authors' rows.
 */
export async function recountEdges(tx: Writer, pairs: readonly Pair[]): Promise<void> {
  if (pairs.length === 0) return;
  const wanted = new Map(pairs.map((pair) => [pair.join(' '), pair]));
  const counted = await tx.lookup<Counted>(
    `select a.author_key as one, b.author_key as other, count(distinct a.work_key) as works, min(w.year) as first, max(w.year) as last
     from authorships a
     join authorships b on b.work_key = a.work_key and b.author_key > a.author_key and b.state <> 'not_mine'
     join works w on w.key = a.work_key
     where a.state <> 'not_mine' and a.author_key in $many group by a.author_key, b.author_key`,
    [...new Set(pairs.map(([one]) => one))],
  );
  const rows: unknown[][] = [];
  for (const { one, other, works, first, last } of counted) {
    if (wanted.delete(`${one} ${other}`)) rows.push([one, other, Number(works), first, last]);
  }
  rows.sort((a, b) => Number(a[0]) - Number(b[0]) || Number(a[1]) - Number(b[1]));
  const onConflict = `on conflict (author_key, coauthor_key) do update set works = excluded.works, first_year = excluded.first_year, last_year = excluded.last_year`;
  await tx.load({ table: 'coauthor_edges', columns, rows, onConflict });
  await removeEdges(tx, [...wanted.values()]);
}

async function removeEdges(tx: Writer, pairs: Pair[]): Promise<void> {
  for (let start = 0; start < pairs.length; start += 400) {
    const some = pairs.slice(start, start + 400);
    await tx
      .delete(coauthorEdges)
      .where(or(...some.map(([one, other]) => and(eq(coauthorEdges.authorKey, one), eq(coauthorEdges.coauthorKey, other)))));
  }
}
