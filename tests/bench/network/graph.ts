import Database from 'better-sqlite3';
import Graph from 'graphology';
import { bidirectional } from 'graphology-shortest-path/unweighted.js';
import { layoutSlice, pageSize } from '#components/graph/slice-layout.ts';
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

/** Baseline: the strongest co-authors, newest works and topics of a person from the tables of works alone. */
const plainStatements = [
  `select b.author_key as key, count(*) as works, min(w.year) as first, max(w.year) as last from authorships a
    join authorships b on b.work_key = a.work_key and b.author_key <> a.author_key join works w on w.key = a.work_key
    where a.author_key = ? and a.state <> 'not_mine' and b.state <> 'not_mine' group by b.author_key order by works desc limit 60`,
  `select w.key, w.title, w.year from authorships a join works w on w.key = a.work_key where a.author_key = ? order by w.year desc limit 40`,
  `select c.context_key as key, count(*) as works from authorships a join work_contexts c on c.work_key = a.work_key
    where a.author_key = ? group by c.context_key order by works desc limit 40`,
];

async function measureCentres(centres: readonly Centre[], times: number, work: (centre: Centre) => Promise<unknown>): Promise<Figures> {
  for (const centre of centres.slice(0, 20)) await work(centre);
  const timesById = new Map(centres.map(({ id }): [string, number[]] => [id, []]));
  for (let round = 0; round < times; round += 1) {
    for (const centre of centres) {
      const startedAt = performance.now();
      await work(centre);
      timesById.get(centre.id)?.push(performance.now() - startedAt);
    }
  }
  return figuresOf([...timesById]);
}

const line = (name: string, { p50, p99, p99AllRounds, slowest }: Figures): string =>
  `  ${name.padEnd(38)} p50 ${p50.toFixed(2).padStart(7)}   p99 ${p99.toFixed(2).padStart(7)} ms (all rounds ${p99AllRounds.toFixed(2)})   slowest: ${slowest}`;

const queryOf = (from: NodeId, steps: 1 | 2): GraphQuery => ({ ...graphQueryOf(from), kinds: [...nodeKinds], steps });

async function nodeOf(reader: Reader, id: NodeId): Promise<FoundNode> {
  const found = await findNode(reader, id);
  if (found === null || 'redirect' in found) throw new Error(`There is no ${id}.`);
  return found;
}

async function sliceOf(reader: Reader, query: GraphQuery) {
  return graphSlice(reader, await nodeOf(reader, query.from), query);
}

/**
 * Measures slices of all kinds in this process and beside plain SQL; over HTTP without a page cache, if there is a server; layouts; and
 * paths, whose lengths are compared with those of graphology.
 */
export async function benchGraph(path: string, url?: string): Promise<void> {
  const store = openStore(`file:${path}`);
  const { reader } = store;
  try {
    for (const [name, centres] of Object.entries(centresOf(path))) {
      const target = name === '200 at random' ? ('graph slice at random, p99 ms' as const) : ('graph slice of hubs, p99 ms' as const);
      console.log(`graph slices of all kinds as JSON, ${name}`);
      for (const steps of [1, 2] as const) {
        const ours = await measureCentres(centres, rounds, async ({ id }) => JSON.stringify(await sliceOf(reader, queryOf(id, steps))));
        console.log(line(`${steps === 1 ? 'one step' : 'two steps'}, in the server`, ours));
        if (steps === 1) report(target, ours.p99);
      }
      if (url) await measureHttp(centres, url);
      const people = centres.filter(({ id }) => id.startsWith('author:'));
      const plain = await measureCentres(people, 1, async ({ key }) => {
        for (const statement of plainStatements) JSON.stringify(await reader.query(statement, [], [key]));
      });
      console.log(line('plain SQL on works, nodes only', plain));
      const slices = new Map(await Promise.all(centres.map(async ({ id }) => [id, await sliceOf(reader, queryOf(id, 1))] as const)));
      const layout = await measureCentres(centres, 1, async ({ id }) => {
        const slice = slices.get(id);
        return slice && layoutSlice(slice, pageSize);
      });
      console.log(line('layout of the picture', layout));
    }
    await benchPaths(reader, path);
  } finally {
    await store.close();
  }
}

async function measureHttp(centres: readonly Centre[], url: string): Promise<void> {
  // A new agent each time: the server closes connections that are idle during other measurements.
  const agent = keepAliveAgent(1);
  const requestFor = ({ id }: Centre): BenchRequest => ({ url: `${url}/graph/slice.json${formatGraphQuery(queryOf(id, 1))}` });
  const http = await measureCentres(centres, rounds, async (centre) => {
    const { status } = await sendRequest(agent, requestFor(centre));
    if (status !== 200) throw new Error(`${status} for ${requestFor(centre).url}`);
  });
  agent.destroy();
  console.log(line('one step, through HTTP, made again', http));
}

async function benchPaths(reader: Reader, path: string): Promise<void> {
  const memoryBefore = process.memoryUsage().rss;
  const startedAt = performance.now();
  const adjacency = await adjacencyOf(reader);
  const megabytes = (adjacency.offsets.byteLength + adjacency.targets.byteLength + adjacency.works.byteLength) / 1e6;
  const grown = (process.memoryUsage().rss - memoryBefore) / 1e6;
  console.log(`paths: copy of ${adjacency.targets.length / 2} links made in ${(performance.now() - startedAt).toFixed(0)} ms`);
  console.log(`  ${megabytes.toFixed(1)} MB in arrays; the process grew by ${grown.toFixed(0)} MB, garbage included`);
  report('memory of the links of all people, MB', megabytes);
  const database = new Database(path, { readonly: true });
  const people = database
    .prepare(`select key, slug from authors where visibility = 'visible' and kind = 'person' and merged_into is null
      and coauthors_count > 0 order by (key * 48271) % 2147483647 limit ?`)
    .all(pairsCompared + 1) as { key: number; slug: string }[];
  const graph = new Graph({ type: 'undirected' });
  const edges = database.prepare(`select e.author_key as one, e.coauthor_key as other from coauthor_edges e
    join authors a on a.key = e.author_key join authors b on b.key = e.coauthor_key where a.visibility = 'visible' and b.visibility = 'visible'
    and a.kind = 'person' and b.kind = 'person' and a.merged_into is null and b.merged_into is null`);
  for (const { one, other } of edges.all() as { one: number; other: number }[]) graph.mergeEdge(one, other);
  database.close();
  const times: number[] = [];
  const lengths = new Map<number, number>();
  let differing = 0;
  for (const [at, one] of people.slice(0, -1).entries()) {
    const other = people[(at + 501) % people.length] ?? one;
    const [from, to] = [await nodeOf(reader, nodeId('author', one.slug)), await nodeOf(reader, nodeId('author', other.slug))];
    const begun = performance.now();
    const { paths } = await findPaths(reader, from, to, [...nodeKinds]);
    times.push(performance.now() - begun);
    const expected = bidirectional(graph, one.key, other.key);
    const found = paths[0]?.links.length ?? 0;
    lengths.set(found, (lengths.get(found) ?? 0) + 1);
    if (found !== (expected && expected.length <= 7 ? expected.length - 1 : 0)) differing += 1;
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  console.log(`  ${times.length} pairs: p50 ${at(0.5).toFixed(2)} ms, p99 ${at(0.99).toFixed(2)} ms, with the works of each link`);
  console.log(
    `  links on a path: ${[...lengths]
      .sort(([a], [b]) => a - b)
      .map(([length, count]) => `${length || 'none'}: ${count}`)
      .join(', ')}`,
  );
  report('path over up to six links, p99 ms', at(0.99));
  report('paths as long as those of graphology, %', (100 * (times.length - differing)) / times.length);
}
