import Database from 'better-sqlite3';
import { type Adjacency, createAdjacency } from '#lib/catalog/graph/model/adjacency.ts';
import { graphShape } from '#lib/catalog/graph/model/caps.ts';
import type { NodeKind } from '#lib/catalog/graph/model/kinds.ts';

/** Plain SQL: the strongest co-authors, newest works and topics of a person from the tables of works alone, without links among them. */
export const plainStatements = [
  `select b.author_key as key, count(*) as works, min(w.year) as first, max(w.year) as last from authorships a
    join authorships b on b.work_key = a.work_key and b.author_key <> a.author_key join works w on w.key = a.work_key
    where a.author_key = ? and a.state <> 'not_mine' and b.state <> 'not_mine' group by b.author_key order by works desc limit 60`,
  `select w.key, w.title, w.year from authorships a join works w on w.key = a.work_key where a.author_key = ? order by w.year desc limit 40`,
  `select c.context_key as key, count(*) as works from authorships a join work_contexts c on c.work_key = a.work_key
    where a.author_key = ? group by c.context_key order by works desc limit 40`,
];

type BareKind = 'author' | 'work' | NodeKind;

/** All people, works and contexts with their links in memory: numbers only, without names, years, visibility or evidence. */
export interface BareGraph {
  adjacency: Adjacency;
  kinds: BareKind[];
  numberOf: (table: 'author' | 'work' | 'context', key: number) => number;
}

export function loadBareGraph(path: string): BareGraph {
  const database = new Database(path, { readonly: true });
  const last = (table: string): number => (database.prepare(`select max(key) as last from ${table}`).get() as { last: number }).last;
  const [authors, works] = [last('authors') + 1, last('works') + 1];
  const shifts = { author: 0, work: authors, context: authors + works };
  const kinds: BareKind[] = [...new Array(authors).fill('author'), ...new Array(works).fill('work')];
  for (const { key, kind } of database.prepare('select key, kind from contexts').all() as { key: number; kind: NodeKind }[])
    kinds[shifts.context + key] = kind;
  const selects = [
    'select author_key, coauthor_key, works from coauthor_edges',
    `select author_key, work_key + ${shifts.work}, 1 from authorships where state <> 'not_mine'`,
    `select author_key, context_key + ${shifts.context}, works from author_contexts`,
    `select work_key + ${shifts.work}, context_key + ${shifts.context}, 1 from work_contexts`,
  ];
  const rows = selects.flatMap((select) => database.prepare(select).raw().all() as [number, number, number][]);
  database.close();
  const edges = new Int32Array(rows.length * 3);
  for (const [at, row] of rows.entries()) edges.set(row, at * 3);
  return { adjacency: createAdjacency(edges), kinds, numberOf: (table, key) => shifts[table] + key };
}

export const bytesOf = ({ offsets, targets, works }: Adjacency): number => offsets.byteLength + targets.byteLength + works.byteLength;

/** Returns the strongest neighbours of each kind and all links among them: as few steps as such a slice can have. */
export function bareSlice({ adjacency: { offsets, targets, works }, kinds }: BareGraph, start: number): number[] {
  const byKind = new Map<BareKind, number[]>();
  for (let at = offsets[start] ?? 0; at < (offsets[start + 1] ?? 0); at += 1) {
    const kind = kinds[targets[at] ?? 0] ?? 'author';
    const places = byKind.get(kind);
    if (places) places.push(at);
    else byKind.set(kind, [at]);
  }
  const shown = new Set([start]);
  for (const [kind, places] of byKind) {
    places.sort((one, other) => (works[other] ?? 0) - (works[one] ?? 0));
    for (const at of places.slice(0, graphShape.caps[kind])) shown.add(targets[at] ?? 0);
  }
  const links: number[] = [];
  for (const node of shown)
    for (let at = offsets[node] ?? 0; at < (offsets[node + 1] ?? 0); at += 1) {
      const target = targets[at] ?? 0;
      if (target > node && shown.has(target)) links.push(node, target, works[at] ?? 0);
    }
  return links;
}
