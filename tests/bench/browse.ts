import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { startInstance } from '../instance.ts';
import { cpuMs } from './cpu-time.ts';
import { sendRequest } from './http-client.ts';
import { createAnthology } from './import.ts';
import { benchMixed } from './mixed.ts';
import { startNginx } from './nginx.ts';
import { queriesFrom } from './search/queries.ts';
import { report } from './targets.ts';

// Realistic reads: many different records by Zipf (s = 1), without and with concurrent writes.
const requests = 3_000;
const perSecond = 60;
/** Below the rate at which uncached pages can be rendered. */
const coldPerSecond = 20;

const manySearches = 2_000;

/** Returns a seeded generator of numbers from 0 to 1 (linear congruential). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** @returns indexes from 0, with a probability proportional to 1 / (index + 1) */
function zipf(many: number, next: () => number): () => number {
  const sums = new Float64Array(many);
  let sum = 0;
  for (let place = 0; place < many; place += 1) {
    sum += 1 / (place + 1);
    sums[place] = sum;
  }
  return () => {
    const target = next() * sum;
    let [low, high] = [0, many - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < target) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

interface BrowseResult {
  hits: number;
  /** Share of requests answered with 503. */
  shed: number;
  cpu: number;
  p50: number;
  p99: number;
}

/** Requests pages at a fixed rate, regardless of pending responses. */
async function browse(url: string, pid: number, paths: readonly string[], rate = perSecond): Promise<BrowseResult> {
  const times: number[] = [];
  let [hits, shed] = [0, 0];
  const before = cpuMs(pid);
  const startedAt = performance.now();
  const responses = paths.map(async (path, at) => {
    await new Promise((wait) => setTimeout(wait, Math.max(0, (at * 1000) / rate - (performance.now() - startedAt))));
    const sentAt = performance.now();
    const { status, headers } = await sendRequest(url + path);
    times.push(performance.now() - sentAt);
    if (String(headers['cache-status']).endsWith('hit')) hits += 1;
    if (status === 503) shed += 1;
  });
  await Promise.all(responses);
  times.sort((one, other) => one - other);
  const at = (part: number) => times[Math.floor(times.length * part)] ?? 0;
  return { hits: hits / paths.length, shed: shed / paths.length, cpu: (cpuMs(pid) - before) / paths.length, p50: at(0.5), p99: at(0.99) };
}

const printResult = (name: string, { hits, shed, cpu, p50, p99 }: BrowseResult): void =>
  console.log(
    `${name.padEnd(44)} ${(hits * 100).toFixed(1).padStart(5)} % from the cache   ${(shed * 100).toFixed(1)} % shed   ${cpu.toFixed(2).padStart(6)} CPU-ms a request   p50 ${p50.toFixed(1)} ms   p99 ${p99.toFixed(0)} ms`,
  );

/** Accounts that write in turn, because of the rate limit of each account. */
const manyMembers = 50;

/** Adds a follow of a frequently read author every second, through a store in this process. */
async function startFollows(database: string, nextAuthor: () => string): Promise<{ cookies: string[]; stop(): Promise<void> }> {
  process.env.DATABASE_URL = `file:${database}`;
  const { openStore } = await import('#lib/platform/db/store.ts');
  const { followAuthor } = await import('#lib/community/follows/commands/authors.ts');
  const { startSession } = await import('#lib/platform/auth/sessions.ts');
  const { createAccount } = await import('../store/fixtures.ts');
  const store = openStore(`file:${database}`);
  const actors = await Promise.all(Array.from({ length: manyMembers }, (_, at) => createAccount(store, `Bench ${at}`)));
  const session = { signInMethod: 'email', device: 'bench', network: null } as const;
  const cookies = await Promise.all(
    actors.map(async ({ accountId }) => {
      const { token } = await store.transact((tx) => startSession(tx, accountId, session));
      return `peergraph-session=${token}`;
    }),
  );
  let at = 0;
  const timer = setInterval(() => {
    const actor = actors[at++ % manyMembers];
    if (actor) void store.transact((tx) => followAuthor(tx, actor, { authorId: nextAuthor() }));
  }, 1000);
  return {
    cookies,
    async stop() {
      clearInterval(timer);
      await store.close();
    },
  };
}

/** Returns name and title queries in random order. */
function createSearches(database: string): string[] {
  const open = new Database(database, { readonly: true });
  const all = <Row>(query: string) => open.prepare(query).all() as Row[];
  const facts = {
    authors: all<{ name: string }>(
      "select name from authors where merged_into is null and visibility = 'visible' order by works_count desc",
    ),
    works: all<{ title: string }>('select title from works where title is not null order by key'),
  };
  open.close();
  const { names, words } = queriesFrom(facts, { many: manySearches / 2, among: Number.POSITIVE_INFINITY });
  const order = seededRandom(11);
  return [...names, ...words]
    .map((text) => ({ text, place: order() }))
    .sort((one, other) => one.place - other.place)
    .map(({ text }) => text);
}

/** Measures the page cache hit rate over all authors of the Anthology, with and without writes, and the cost of a request. */
export async function benchBrowse(corpus: string): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'peergraph-bench-'));
  const database = join(data, 'anthology.db');
  await createAnthology(database, corpus);
  const rows = new Database(database, { readonly: true })
    .prepare("select slug, id from authors where merged_into is null and visibility = 'visible' order by works_count desc")
    .all() as { slug: string; id: string }[];
  const next = seededRandom(7);
  // The most read authors are not those with the most works.
  const shuffled = rows.map((row) => ({ row, place: next() })).sort((one, other) => one.place - other.place);
  const place = zipf(shuffled.length, next);
  const nextRow = () => shuffled[place()]?.row ?? { slug: '', id: '' };
  const nextAuthor = () => nextRow().id;
  const paths = Array.from({ length: requests }, () => `/authors/${encodeURIComponent(nextRow().slug)}`);
  const instance = await startInstance({ DATABASE_URL: `file:${database}`, SAMPLE: 'off', PAGE_CACHE_MB: '256' });
  try {
    printResult(`browse from an empty cache, ${coldPerSecond}/s`, await browse(instance.url, instance.pid, paths, coldPerSecond));
    const baseline = await browse(instance.url, instance.pid, paths);
    printResult('the same pages again, no writes', baseline);
    report('browse without writes, % from the cache', baseline.hits * 100);
    const writer = await startFollows(database, nextAuthor);
    const written = await browse(instance.url, instance.pid, paths);
    printResult('the same pages again, a follow every second', written);
    report('browse with a follow every second, % from the cache', written.hits * 100);
    report('mean request of that browse, CPU-ms', written.cpu);
    await writer.stop();
    let [read, followed] = [0, 0];
    const searches = createSearches(database);
    const search = zipf(searches.length, next);
    await benchMixed({
      ...instance,
      nextRecord: () => paths[read++ % paths.length] ?? '/',
      nextSearch: () => searches[search()] ?? '',
      nextFollow: () => ({ cookie: writer.cookies[followed++ % manyMembers] ?? '', authorId: nextAuthor() }),
    });
    await benchCachedPage(instance.url, instance.pid, paths[0] ?? '/');
  } finally {
    await instance.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

/** Compares CPU-ms a request of one cached page with the same bytes from nginx, at full client speed. */
async function benchCachedPage(url: string, pid: number, path: string): Promise<void> {
  const text = await (await fetch(url + path)).text();
  const nginx = await startNginx({ '/page': text });
  try {
    const load = (address: string): number => {
      const out = execFileSync('wrk', ['-t1', '-c8', '-d5s', '-H', 'Accept-Encoding: gzip', address]).toString();
      return Number(/Requests\/sec:\s+([\d.]+)/.exec(out)?.[1] ?? 0);
    };
    const measure = (address: string, of: number): { cpu: number; rate: number } => {
      load(address);
      const before = cpuMs(of);
      const rate = load(address);
      return { rate, cpu: (cpuMs(of) - before) / (rate * 5) };
    };
    const ours = measure(url + path, pid);
    const baseline = measure(`${nginx.url}/page`, nginx.workerPid());
    console.log(
      `one cached page                              ${ours.cpu.toFixed(4)} CPU-ms, ${ours.rate.toFixed(0)}/s; nginx ${baseline.cpu.toFixed(4)} CPU-ms, ${baseline.rate.toFixed(0)}/s; ${(ours.rate / baseline.rate).toFixed(2)} of nginx`,
    );
    report('cached page, CPU-ms', ours.cpu);
    report('cached page, share of nginx', ours.rate / baseline.rate);
  } finally {
    await nginx.stop();
  }
}
