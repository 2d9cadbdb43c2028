import Database from 'better-sqlite3';
import { nodeId } from '#lib/catalog/graph/model/kinds.ts';
import { formatGraphQuery, type GraphQuery, graphQueryOf } from '#lib/catalog/graph/model/query.ts';
import { graphSlice } from '#lib/catalog/graph/queries/graph-slice.ts';
import { findNode } from '#lib/catalog/graph/queries/nodes.ts';
import { openStore, type Reader } from '#lib/platform/db/store.ts';
import { type Figures, figuresOf } from '../search/measure.ts';
import { report } from '../targets.ts';
import { type BenchRequest, keepAliveAgent, sendRequest } from './client.ts';

const rounds = 3;
const queryOf = (slug: string): GraphQuery => ({ ...graphQueryOf(nodeId('author', slug)), kinds: ['author'], steps: 2 });

interface Centre {
  key: number;
  slug: string;
}

/** Returns 200 pseudo-random authors with co-authors, and the 50 authors with the most co-authors. */
export function centresOf(path: string): Record<'200 at random' | '50 best connected', Centre[]> {
  const database = new Database(path, { readonly: true });
  const ends = 'select author_key as key from coauthor_edges union all select coauthor_key from coauthor_edges';
  const from = `from (select key, count(*) as edges from (${ends}) group by key) e join authors a on a.key = e.key
    where a.visibility = 'visible' and a.kind = 'person' and a.merged_into is null`;
  const centres = {
    '200 at random': database.prepare(`select a.key, a.slug ${from} order by (a.key * 48271) % 2147483647 limit 200`).all() as Centre[],
    '50 best connected': database.prepare(`select a.key, a.slug ${from} order by e.edges desc, a.key limit 50`).all() as Centre[],
  };
  database.close();
  return centres;
}

/** Baseline for two steps: a self-join of authorships, from the 40 strongest co-authors to all their co-authors. */
const selfJoin = `with near as (
    select b.author_key as key, count(*) as works from authorships a
    join authorships b on b.work_key = a.work_key and b.author_key <> a.author_key
    where a.author_key = ? and a.state <> 'not_mine' and b.state <> 'not_mine' group by b.author_key order by works desc limit 40)
  select n.key as near, c.author_key as far, count(*) as works, min(w.year) as first, max(w.year) as last from near n
  join authorships a on a.author_key = n.key and a.state <> 'not_mine'
  join authorships c on c.work_key = a.work_key and c.author_key <> a.author_key and c.state <> 'not_mine'
  join works w on w.key = a.work_key group by n.key, c.author_key`;

async function measureCentres(centres: readonly Centre[], times: number, work: (centre: Centre) => Promise<unknown>): Promise<Figures> {
  for (const centre of centres.slice(0, 20)) await work(centre);
  const timesBySlug = new Map(centres.map(({ slug }): [string, number[]] => [slug, []]));
  for (let round = 0; round < times; round += 1) {
    for (const centre of centres) {
      const startedAt = performance.now();
      await work(centre);
      timesBySlug.get(centre.slug)?.push(performance.now() - startedAt);
    }
  }
  return figuresOf([...timesBySlug]);
}

const line = (name: string, { p50, p99, p99AllRounds, slowest }: Figures): string =>
  `  ${name.padEnd(34)} p50 ${p50.toFixed(2).padStart(7)}   p99 ${p99.toFixed(2).padStart(7)} ms (all rounds ${p99AllRounds.toFixed(2)})   slowest: ${slowest}`;

async function slice(reader: Reader, { slug }: Centre): Promise<string> {
  const query = queryOf(slug);
  const start = await findNode(reader, query.from);
  if (start === null || 'redirect' in start) throw new Error(`There is no ${query.from}.`);
  return JSON.stringify({ query, ...(await graphSlice(reader, start, query)) });
}

/** Measures slices in this process, over HTTP without a page cache, and as a self-join. */
export async function benchGraph(path: string, url: string): Promise<void> {
  console.log('graph slice of two steps as JSON');
  const store = openStore(`file:${path}`);
  try {
    for (const [who, centres] of Object.entries(centresOf(path))) {
      const ours = await measureCentres(centres, rounds, (centre) => slice(store.reader, centre));
      console.log(line(`${who}, in the server`, ours));
      report(who === '200 at random' ? 'graph slice at random, p99 ms' : 'graph slice of the best connected, p99 ms', ours.p99);
      // A new agent each time: the server closes connections that are idle during other measurements.
      const agent = keepAliveAgent(1);
      const requestFor = (centre: Centre): BenchRequest => ({ url: `${url}/graph/slice.json${formatGraphQuery(queryOf(centre.slug))}` });
      const http = await measureCentres(centres, rounds, async (centre) => {
        const { status } = await sendRequest(agent, requestFor(centre));
        if (status !== 200) throw new Error(`${status} for ${requestFor(centre).url}`);
      });
      agent.destroy();
      console.log(line('  through HTTP, made again', http));
      const plain = await measureCentres(centres, 1, async ({ key }) => JSON.stringify(await store.reader.query(selfJoin, [], [key])));
      console.log(`${line('  self-join on authorships', plain)}; ours is ${(ours.p99 / plain.p99).toFixed(3)} of it`);
    }
  } finally {
    await store.close();
  }
}
