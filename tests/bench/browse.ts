import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { type Instance, startInstance } from '../instance.ts';
import { benchCachedPage, compareWithNginx } from './cached-pages.ts';
import { cpuMs, memoryMb } from './cpu-time.ts';
import { Draws, readPages, seededRandom, zipf } from './draws.ts';
import { createAnthology } from './import.ts';
import { benchMixed } from './mixed.ts';
import { queriesFrom } from './search/queries.ts';
import { report } from './targets.ts';
import { requestPaths } from './wrk.ts';

// Realistic reads: fresh draws over all people and works by Zipf (s = 1), without and with every kind of write.
const connections = 8;
/** Between two requests of a connection, so that writes are as frequent for each read as on a busy day: up to 100 requests a second. */
const pauseMs = 80;
/** The same, for 300 requests a second. */
const filledPauseMs = 26;
/** More paths than a run requests. */
const manyPaths = 300_000;
const manySearches = 2_000;

const durations = {
  whole: { warmUp: 30, withWrites: 150, askedBefore: 20 },
  small: { warmUp: 10, withWrites: 60, askedBefore: 5 },
};

interface BrowseResult {
  /** Share of requests for a page that was requested before: the hits of an empty cache of unlimited size that loses nothing. */
  ceiling: number;
  hits: number;
  hitsAmongAskedBefore: number;
  cpu: number;
  p99: number;
}

/** Requests pages with wrk, and prints the result. */
async function browse(
  name: string,
  { url, pid }: Pick<Instance, 'url' | 'pid'>,
  draws: Draws,
  { seconds, pause = 0, accept }: { seconds: number; pause?: number; accept?: (path: string) => boolean },
): Promise<BrowseResult> {
  const paths = draws.take(pause > 0 ? Math.ceil((seconds * connections * 1_000) / pause) * 2 : manyPaths, accept);
  const before = cpuMs(pid);
  const { sent, received, hits, statuses, ...times } = await requestPaths(url, paths, { seconds, connections, pauseMs: pause });
  const cpu = (cpuMs(pid) - before) / received;
  const repeats = sent.filter((path) => draws.ask(path)).length;
  const { 200: _, ...otherStatuses } = statuses;
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  const result = { ceiling: repeats / sent.length, hits: hits / received, hitsAmongAskedBefore: hits / repeats, cpu, p99: times.p99 };
  console.log(
    `${name}: ${received} requests, ${(received / times.seconds).toFixed(0)}/s   ceiling ${percent(result.ceiling)}   hits ${percent(result.hits)}, ${percent(result.hitsAmongAskedBefore)} of pages asked before   ${cpu.toFixed(2)} CPU-ms a request   p50 ${times.p50.toFixed(1)} ms   p99 ${times.p99.toFixed(0)} ms   other statuses ${JSON.stringify(otherStatuses)}`,
  );
  return result;
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

/** Opens writers of an instance. Their modules read the setting of the database when they are loaded. */
async function openWriters(databaseUrl: string, { dataDir }: Instance) {
  process.env.DATABASE_URL = databaseUrl;
  const { openWriters: open, statedRates } = await import('./writers.ts');
  return { writers: await open(databaseUrl, dataDir, seededRandom(5)), statedRates };
}

/** Requests every page once, so that the page files hold all of them. */
async function fill({ url }: Instance, pages: readonly string[]): Promise<void> {
  const startedAt = performance.now();
  for (let next = 0; next < pages.length; ) next += (await requestPaths(url, pages.slice(next), { seconds: 10, connections })).received;
  console.log(`page files filled with ${pages.length} pages in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
}

/**
 * Measures the hits of the page cache over all people and works, with and without writes, and the cost of a request.
 * @param filled whether to begin with page files that hold all pages, at 300 requests a second; otherwise with an empty cache
 */
export async function benchBrowse(corpus: string, { small = false, filled = false } = {}): Promise<void> {
  const seconds = small ? durations.small : durations.whole;
  const data = mkdtempSync(join(tmpdir(), 'peergraph-bench-'));
  const database = join(data, 'anthology.db');
  await createAnthology(database, corpus, { small });
  const random = seededRandom(7);
  const pages = readPages(database, random);
  const draws = new Draws(pages, random);
  const instance = await startInstance({ DATABASE_URL: `file:${database}`, SAMPLE: 'off', PAGE_CACHE_MB: filled ? '32' : '256' });
  const { writers, statedRates } = await openWriters(`file:${database}`, instance);
  try {
    await writers.settle();
    console.log(`Draws by Zipf over ${pages.length} pages of people and works. Writes a minute: ${statedRates}.`);
    if (filled) {
      await fill(instance, pages);
      writers.start();
      const options = { seconds: seconds.withWrites, pause: filledPauseMs };
      const { hits, cpu, p99 } = await browse('fresh draws with page files that hold all pages, with writes', instance, draws, options);
      console.log(`Writes: ${await writers.stop()}.`);
      report('hits with filled page files and writes, %', hits * 100);
      report('requests with filled page files and writes, CPU-ms', cpu);
      report('requests with filled page files and writes, p99 ms', p99);
      report('memory of server, renderer and worker, MB', memoryMb(instance.pid));
      return;
    }
    await browse('from an empty cache, no writes', instance, draws, { seconds: seconds.warmUp });
    writers.start();
    const fresh = await browse('fresh draws, with writes', instance, draws, { seconds: seconds.withWrites, pause: pauseMs });
    const askedBefore = new Set(draws.asked.keys());
    const repeated = await browse('draws of pages asked before, with writes', instance, draws, {
      seconds: seconds.askedBefore,
      accept: (path) => askedBefore.has(path),
    });
    console.log(`Writes: ${await writers.stop()}.`);
    report('hits among pages asked before, with writes, %', fresh.hitsAmongAskedBefore * 100);
    report('fresh draws with writes, CPU-ms', fresh.cpu);
    report('pages asked before with writes, CPU-ms', repeated.cpu);
    await writers.settle();
    await compareWithNginx(instance, draws);
    await benchMixedLoad(instance, draws, writers, createSearches(database));
    await benchCachedPage(instance.url, instance.pid, draws.mostAsked(1)[0] ?? '/');
  } finally {
    await writers.close();
    await instance.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

async function benchMixedLoad(
  instance: Instance,
  draws: Draws,
  writers: { cookies: string[]; nextPersonId(): string },
  searches: string[],
): Promise<void> {
  const search = zipf(searches.length, seededRandom(13));
  let followed = 0;
  await benchMixed({
    ...instance,
    nextRecord: () => draws.take(1)[0] ?? '/',
    nextSearch: () => searches[search()] ?? '',
    nextFollow: () => ({ cookie: writers.cookies[followed++ % writers.cookies.length] ?? '', authorId: writers.nextPersonId() }),
  });
}
