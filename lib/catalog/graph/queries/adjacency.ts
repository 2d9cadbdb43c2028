import { setImmediate as turn } from 'node:timers/promises';
import { and, between, max, sql } from 'drizzle-orm';
import { withoutDependencies } from '#lib/platform/db/dependencies.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { coauthorEdges } from '#lib/platform/db/schema/graph.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { type Adjacency, createAdjacency } from '../model/adjacency.ts';
import { isConnecting } from './path.ts';

/*
 * All co-author links in memory: a search over six steps visits most people, which takes milliseconds here and seconds in the database. It
 * is a copy: anyone who uses it reads the people and links of a result from the database.
 */

/** Keys of authors that are read at a time, so that other requests are answered in between. */
const keysPerPart = 2_000;

const selectEdges = (reader: Reader) =>
  reader
    .select({ one: coauthorEdges.authorKey, other: coauthorEdges.coauthorKey, works: coauthorEdges.works })
    .from(coauthorEdges)
    .where(between(coauthorEdges.authorKey, sql.placeholder('first'), sql.placeholder('last')))
    .prepare();

const selectHidden = (reader: Reader) =>
  reader
    .select({ key: authors.key })
    .from(authors)
    .where(and(between(authors.key, sql.placeholder('first'), sql.placeholder('last')), sql`not (${isConnecting()})`))
    .prepare();

async function loadAdjacency(reader: Reader): Promise<Adjacency> {
  const [{ largest } = { largest: null }] = await reader.select({ largest: max(authors.key) }).from(authors);
  const hidden = new Set<number>();
  const parts: Int32Array[] = [];
  for (let first = 0; first <= (largest ?? -1); first += keysPerPart) {
    const range = { first, last: first + keysPerPart - 1 };
    for (const { key } of await reader.prepared(selectHidden, range)) hidden.add(key);
    parts.push(Int32Array.from((await reader.prepared(selectEdges, range)).flatMap(({ one, other, works }) => [one, other, works])));
    await turn();
  }
  const edges = new Int32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) {
    for (let at = 0; at < part.length; at += 3) {
      if (hidden.has(part[at] ?? 0) || hidden.has(part[at + 1] ?? 0)) continue;
      edges.set(part.subarray(at, at + 3), end);
      end += 3;
    }
  }
  return createAdjacency(edges.subarray(0, end));
}

interface Copy {
  adjacency: Promise<Adjacency>;
  /** When it becomes too old; infinite while it is being made. */
  until: number;
}

/** A copy is used for a hundred times as long as it takes to make, so that copies take at most a hundredth of a processor. */
const usedTimesItsCost = 100;
const minUsedMs = 500;

const copies = new WeakMap<Reader, Copy>();

function makeCopy(reader: Reader): Copy {
  const startedAt = performance.now();
  const copy: Copy = { adjacency: withoutDependencies(() => loadAdjacency(reader)), until: Number.POSITIVE_INFINITY };
  copy.adjacency.then(
    () => {
      const now = performance.now();
      copy.until = now + Math.max(minUsedMs, (now - startedAt) * usedTimesItsCost);
    },
    () => copies.delete(reader),
  );
  return copy;
}

/** Returns the links of all people who connect others. They are up to a few minutes old. */
export async function adjacencyOf(reader: Reader): Promise<Adjacency> {
  const current = copies.get(reader);
  if (current && current.until > performance.now()) return current.adjacency;
  const next = makeCopy(reader);
  copies.set(reader, next);
  return next.adjacency;
}
