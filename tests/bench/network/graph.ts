import Database from 'better-sqlite3';
import Graph from 'graphology';
import { bidirectional } from 'graphology-shortest-path/unweighted.js';
import { layoutSlice, pageSize } from '#components/graph/slice-layout.ts';
import { maxPathSteps } from '#lib/catalog/graph/model/connections.ts';
import { type NodeId, nodeId, nodeKinds } from '#lib/catalog/graph/model/kinds.ts';
import { formatGraphQuery, type GraphQuery, graphQueryOf } from '#lib/catalog/graph/model/query.ts';
import { adjacencyOf } from '#lib/catalog/graph/queries/adjacency.ts';
import { graphSlice } from '#lib/catalog/graph/queries/graph-slice.ts';
import { type FoundNode, findNode } from '#lib/catalog/graph/queries/nodes.ts';
import { findPaths } from '#lib/catalog/graph/queries/paths.ts';
import { openStore, type Reader } from '#lib/platform/db/store.ts';
import { type Figures, figuresOf } from '../search/measure.ts';
import { report } from '../targets.ts';
import { type BenchRequest, keepAliveAgent, sendRequest } from './client.ts';
import { bareSlice, bytesOf, loadBareGraph, plainStatements } from './graph-baselines.ts';
import { addLargeWork, createLargerCorpus } from './larger-corpus.ts';

const rounds = 3;
const pairsCompared = 1_000;

interface Centre {
  id: NodeId;
  key: number;
}

/** Returns 200 pseudo-random people with co-authors, and the hubs: the 50 best connected people, and the 20 largest contexts. */
function centresOf(path: string): Record<'200 at random' | '70 hubs', Centre[]> {
  const database = new Database(path, { readonly: true });
  const people = (order: string, limit: number) =>
    (
      database
        .prepare(`select key, slug from authors where visibility = 'visible' and kind = 'person' and merged_into is null
          and coauthors_count > 0 order by ${order}, key limit ${limit}`)
        .all() as { key: number; slug: string }[]
    ).map(({ key, slug }): Centre => ({ key, id: nodeId('author', slug) }));
  const contexts = database.prepare('select key, kind, slug from contexts order by works_count desc, key limit 20').all() as {
    key: number;
    kind: 'topic' | 'venue' | 'institution';
    slug: string;
  }[];
  const hubs = [...people('coauthors_count desc', 50), ...contexts.map(({ key, kind, slug }) => ({ key, id: nodeId(kind, slug) }))];
  const centres = { '200 at random': people('(key * 48271) % 2147483647', 200), '70 hubs': hubs };
  database.close();
  return centres;
}

interface Measured {
  wall: Figures;
  /** Processor time of this process, which other work on the machine does not change much. */
  processor: Figures;
}

async function measure<Item extends { id: string }>(
  items: readonly Item[],
  times: number,
  work: (item: Item) => Promise<unknown>,
): Promise<Measured> {
  for (const item of items.slice(0, 20)) await work(item);
  const timesById = new Map(items.map(({ id }): [string, { wall: number[]; processor: number[] }] => [id, { wall: [], processor: [] }]));
  for (let round = 0; round < times; round += 1) {
    for (const item of items) {
      const [startedAt, usedBefore] = [performance.now(), process.cpuUsage()];
      await work(item);
      const { user, system } = process.cpuUsage(usedBefore);
      timesById.get(item.id)?.wall.push(performance.now() - startedAt);
      timesById.get(item.id)?.processor.push((user + system) / 1_000);
    }
  }
  const figures = (of: 'wall' | 'processor') => figuresOf([...timesById].map(([id, all]) => [id, all[of]] as const));
  return { wall: figures('wall'), processor: figures('processor') };
}

const line = (name: string, { wall, processor }: Measured): string =>
  `  ${name.padEnd(38)} p50 ${wall.p50.toFixed(2).padStart(6)}   p99 ${wall.p99.toFixed(2).padStart(6)} ms (all rounds ${wall.p99AllRounds.toFixed(2)}); ` +
  `processor ${processor.p50.toFixed(2)}, ${processor.p99.toFixed(2)} ms; slowest: ${wall.slowest}`;

const queryOf = (from: NodeId, steps: 1 | 2): GraphQuery => ({ ...graphQueryOf(from), kinds: [...nodeKinds], steps });

async function nodeOf(reader: Reader, id: NodeId): Promise<FoundNode> {
  const found = await findNode(reader, id);
  if (found === null || 'redirect' in found) throw new Error(`There is no ${id}.`);
  return found;
}

async function sliceOf(reader: Reader, query: GraphQuery) {
  return graphSlice(reader, await nodeOf(reader, query.from), query);
}

const corpusTimes = 4;
const authorsOfLargeWork = 450;

/**
 * Measures slices of all kinds, layouts and paths in a database with the Anthology, then in a copy of it that is four times as large and has
 * a work of 450 people. Over HTTP without a page cache too, if there is a server.
 */
export async function benchGraph(path: string, url?: string): Promise<void> {
  await measureCorpus(path, { url, isFirst: true });
  const larger = await createLargerCorpus(path, corpusTimes);
  try {
    console.log(`\ngraph: ${corpusTimes} times as many people, works and links`);
    const work = nodeId('work', addLargeWork(larger.path, authorsOfLargeWork));
    await measureCorpus(larger.path, { isFirst: false, further: { [`a work of ${authorsOfLargeWork} people`]: [{ id: work, key: 0 }] } });
  } finally {
    larger.remove();
  }
}

interface Corpus {
  url?: string | undefined;
  /** Only the first corpus has targets, and baselines. */
  isFirst: boolean;
  further?: Record<string, Centre[]>;
}

async function measureCorpus(path: string, { url, isFirst, further = {} }: Corpus): Promise<void> {
  const store = openStore(`file:${path}`);
  const { reader } = store;
  const bare = loadBareGraph(path);
  console.log(`all links in memory: ${(bytesOf(bare.adjacency) / 1e6).toFixed(1)} MB of numbers`);
  try {
    for (const [name, centres] of Object.entries({ ...centresOf(path), ...further })) {
      console.log(`graph slices of all kinds as JSON, ${name}`);
      for (const steps of [1, 2] as const) {
        const ours = await measure(centres, rounds, async ({ id }) => JSON.stringify(await sliceOf(reader, queryOf(id, steps))));
        console.log(line(`${steps === 1 ? 'one step' : 'two steps'}, in the server`, ours));
        if (steps === 1 && isFirst && name in targetOf) report(targetOf[name as keyof typeof targetOf], ours.wall.p99);
      }
      if (url) await measureHttp(centres, url);
      const people = centres.filter(({ id }) => id.startsWith('author:'));
      if (people.length > 0) {
        const plain = await measure(people, 1, async ({ key }) => {
          for (const statement of plainStatements) JSON.stringify(await reader.query(statement, [], [key]));
        });
        console.log(line('plain SQL on works, nodes only', plain));
        const inMemory = await measure(people, rounds, async ({ key }) => bareSlice(bare, bare.numberOf('author', key)));
        console.log(line('all links in memory, numbers only', inMemory));
      }
      const slices = new Map(await Promise.all(centres.map(async ({ id }) => [id, await sliceOf(reader, queryOf(id, 1))] as const)));
      const layout = await measure(centres, rounds, async ({ id }) => {
        const slice = slices.get(id);
        return slice && layoutSlice(slice, pageSize);
      });
      console.log(line('layout of the picture', layout));
    }
    await benchPaths(reader, path, isFirst);
  } finally {
    await store.close();
  }
}

const targetOf = { '200 at random': 'graph slice at random, p99 ms', '70 hubs': 'graph slice of hubs, p99 ms' } as const;

async function measureHttp(centres: readonly Centre[], url: string): Promise<void> {
  // A new agent each time: the server closes connections that are idle during other measurements.
  const agent = keepAliveAgent(1);
  const requestFor = ({ id }: Centre): BenchRequest => ({ url: `${url}/graph/slice.json${formatGraphQuery(queryOf(id, 1))}` });
  const http = await measure(centres, rounds, async (centre) => {
    const { status } = await sendRequest(agent, requestFor(centre));
    if (status !== 200) throw new Error(`${status} for ${requestFor(centre).url}`);
  });
  agent.destroy();
  console.log(line('one step, through HTTP, made again', http));
}

async function benchPaths(reader: Reader, path: string, isFirst: boolean): Promise<void> {
  const memoryBefore = process.memoryUsage().rss;
  const startedAt = performance.now();
  const adjacency = await adjacencyOf(reader);
  const megabytes = bytesOf(adjacency) / 1e6;
  const grown = (process.memoryUsage().rss - memoryBefore) / 1e6;
  console.log(`paths: copy of ${adjacency.targets.length / 2} links made in ${(performance.now() - startedAt).toFixed(0)} ms`);
  console.log(`  ${megabytes.toFixed(1)} MB in arrays; the process grew by ${grown.toFixed(0)} MB, garbage included`);
  if (isFirst) report('memory of the links of all people, MB', megabytes);
  const database = new Database(path, { readonly: true });
  const people = database
    .prepare(`select key, slug from authors where visibility = 'visible' and kind = 'person' and merged_into is null
      and coauthors_count > 0 order by (key * 48271) % 2147483647 limit ?`)
    .all(pairsCompared + 1) as { key: number; slug: string }[];
  database.close();
  const graph = isFirst ? loadGraphology(path) : null;
  const nodes = new Map(await Promise.all(people.map(async ({ slug }) => [slug, await nodeOf(reader, nodeId('author', slug))] as const)));
  const pairs = people.slice(0, -1).flatMap((one, at) => {
    const other = people[(at + 501) % people.length] ?? one;
    const [from, to] = [nodes.get(one.slug), nodes.get(other.slug)];
    return from && to ? [{ id: `${one.slug} – ${other.slug}`, from, to }] : [];
  });
  const lengthOf = new Map<string, number>();
  const measured = await measure(pairs, rounds, async ({ id, from, to }) => {
    const { paths } = await findPaths(reader, from, to, [...nodeKinds]);
    lengthOf.set(id, paths[0]?.links.length ?? 0);
  });
  console.log(line(`paths of ${pairs.length} pairs, with works`, measured));
  const counts = Map.groupBy(lengthOf.values(), (length) => length);
  console.log(
    `  links on a path: ${[...counts]
      .sort(([one], [other]) => one - other)
      .map(([length, { length: count }]) => `${length || 'none'}: ${count}`)
      .join(', ')}`,
  );
  if (!graph) return;
  report('path over up to six links, p99 ms', measured.wall.p99);
  const equal = pairs.filter(({ id, from, to }) => {
    const expected = bidirectional(graph, from.key, to.key);
    return lengthOf.get(id) === (expected && expected.length <= maxPathSteps + 1 ? expected.length - 1 : 0);
  });
  report('paths as long as those of graphology, %', (100 * equal.length) / pairs.length);
}

/** The links of all visible people in another library. */
function loadGraphology(path: string): Graph {
  const database = new Database(path, { readonly: true });
  const graph = new Graph({ type: 'undirected' });
  const edges = database.prepare(`select e.author_key as one, e.coauthor_key as other from coauthor_edges e
    join authors a on a.key = e.author_key join authors b on b.key = e.coauthor_key where a.visibility = 'visible' and b.visibility = 'visible'
    and a.kind = 'person' and b.kind = 'person' and a.merged_into is null and b.merged_into is null`);
  for (const { one, other } of edges.all() as { one: number; other: number }[]) graph.mergeEdge(one, other);
  database.close();
  return graph;
}
