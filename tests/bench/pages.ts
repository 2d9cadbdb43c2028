import { execFileSync, spawn } from 'node:child_process';
import { constants, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { type Instance, startInstance } from '../instance.ts';
import { freePort } from '../postgres.ts';
import { cpuMs } from './cpu-time.ts';
import { sendRequest } from './http-client.ts';
import { createAnthology } from './import.ts';
import { startNginx } from './nginx.ts';
import { report } from './targets.ts';

const requests = 300;
const warmUp = 30;
const concurrency = 4;

interface Measured {
  p50: number;
  p99: number;
  perSecond: number;
}

/** Measures latency in milliseconds and throughput, with a fixed number of concurrent requests. */
async function measure(url: string, paths: string[]): Promise<Measured> {
  const times: number[] = [];
  let next = 0;
  const one = async () => {
    while (next < requests + warmUp) {
      const at = next++;
      const startedAt = performance.now();
      const path = paths[at % paths.length];
      const { status } = await sendRequest(url + path);
      if (status !== 200) throw new Error(`${status} for ${path}`);
      if (at >= warmUp) times.push(performance.now() - startedAt);
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: concurrency }, one));
  const seconds = (performance.now() - startedAt) / 1000;
  times.sort((a, b) => a - b);
  const quantile = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
  return { p50: quantile(0.5), p99: quantile(0.99), perSecond: (requests + warmUp) / seconds };
}

const printMeasured = (name: string, { p50, p99, perSecond }: Measured, suffix = '') =>
  console.log(
    `${name.padEnd(46)} p50 ${p50.toFixed(1).padStart(6)} ms   p99 ${p99.toFixed(1).padStart(6)} ms   ${perSecond.toFixed(0).padStart(5)} pages/s${suffix}`,
  );

/** Target of each kind of page that has one. */
const targetNames: Record<string, Parameters<typeof report>[0]> = {
  'record page, 22 works': 'rendered record of 22 works, CPU-ms',
  'record page, 351 works': 'rendered record of 351 works, CPU-ms',
  'record page, 5,000 works': 'rendered record of 5,000 works, CPU-ms',
  'work page': 'rendered work page, CPU-ms',
  'search, a name': 'search page, CPU-ms',
  'search, suggestions': 'suggestions over HTTP, CPU-ms',
};

const manyWorks = 5000;
const manyAuthors = 450;

/** Writes a BibTeX file with an author of 5,000 works, and a work with 450 authors. */
export function writeLargest(path: string): void {
  const entry = (at: number): string => {
    const by = at % 3 === 0 ? 'Petra Vielschreiber' : `Petra Vielschreiber and Coauthor Number${at % 300}`;
    const kind = at % 4 === 0 ? 'inproceedings' : 'article';
    const where = kind === 'article' ? `journal = {Journal ${at % 20}}` : `booktitle = {Meeting ${at % 15}}`;
    return `@${kind}{p${at}, title = {Result number ${at} on matter ${at % 97} of interest}, author = {${by}}, year = {${1975 + (at % 50)}}, ${where}}`;
  };
  const crowd = Array.from({ length: manyAuthors }, (_, at) => `Member${at} Ofthecrowd`).join(' and ');
  const entries = Array.from({ length: manyWorks }, (_, at) => entry(at));
  writeFileSync(
    path,
    [...entries, `@article{crowd, title = {What four hundred and fifty people found}, author = {${crowd}}, year = {2024}}`].join('\n'),
  );
}

/** Returns paths of up to three profiles with the number of works. @throws if there is none */
function profilesWith(works: number, database: string): string[] {
  const open = new Database(database, { readonly: true });
  const query = "select slug from authors where works_count = ? and visibility = 'visible' and merged_into is null order by key limit 3";
  const found = open.prepare(query).pluck().all(works) as string[];
  open.close();
  if (found.length === 0) throw new Error(`No profile has ${works} works.`);
  return found.map((slug) => `/authors/${slug}`);
}

/** Returns the path of the first work that a page links; empty if there is none. */
const firstWork = async (url: string, path: string): Promise<string> =>
  /href="(\/works\/[0-9a-z]{12})"/.exec(await (await fetch(url + path)).text())?.[1] ?? '';

/** Starts the bare handler in a child process. */
async function startBare(database: string): Promise<{ url: string; stop(): void }> {
  const port = await freePort();
  const child = spawn(process.execPath, ['tests/bench/bare-handler.ts', database, String(port)], { stdio: 'inherit' });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 50 && !(await fetch(url).catch(() => null)); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 100));
  return { url, stop: () => void child.kill() };
}

/**
 * Measures each kind of page, rendered per request and from the page cache, against the same bytes from nginx. The client is one process
 * on the same machine and limits both. Record pages are also compared with a bare handler that does the same reads.
 */
async function comparePages({ url, pid }: Instance, cachedUrl: string, database: string): Promise<void> {
  const crowd = await firstWork(url, '/search?q=what+four+hundred+and+fifty+people+found');
  const pages: [string, string[], boolean][] = [
    ['record page, 22 works', profilesWith(22, database), true],
    ['record page, 351 works', profilesWith(351, database), true],
    ['record page, 5,000 works', ['/authors/petra-vielschreiber'], true],
    ['works filter, 351 works', profilesWith(351, database).map((path) => `${path}?type=paper&from=2018&to=2021`), false],
    ['works filter, 5,000 works', ['/authors/petra-vielschreiber?type=article&from=1990&to=1999'], false],
    ['work page', [await firstWork(url, '/authors/graham-neubig')], false],
    ['work page, 450 authors', [crowd], false],
    ['search, a name', ['/search?q=manning+chris', '/search?q=zhang+y', '/search?q=hajic'], false],
    [
      'search, suggestions',
      ['mann', 'zhang y', 'machine tr', 'haj', 'neub'].map((text) => `/search/suggestions?q=${encodeURIComponent(text)}`),
      false,
    ],
  ];
  const texts: Record<string, string> = {};
  for (const [, paths] of pages) {
    for (const path of paths) texts[staticName(path)] = await (await fetch(url + path)).text();
  }
  const nginx = await startNginx(texts);
  const bare = await startBare(database);
  try {
    for (const [name, paths, hasBare] of pages) {
      const before = cpuMs(pid);
      const ours = await measure(url, paths);
      const measured = targetNames[name];
      if (measured) report(measured, (cpuMs(pid) - before) / (requests + warmUp));
      const fromNginx = await measure(nginx.url, paths.map(staticName));
      const plain = hasBare ? await measure(bare.url, paths) : null;
      const ratio = (other: Measured) => (ours.perSecond / other.perSecond).toFixed(3);
      printMeasured(name, ours, `   ${ratio(fromNginx)} of nginx${plain ? `, ${ratio(plain)} of the bare handler` : ''}`);
      if (paths.some((path) => path.startsWith('/search/'))) continue;
      const cached = await measure(cachedUrl, paths);
      const times = (other: Measured) => (cached.perSecond / other.perSecond).toFixed(2);
      printMeasured('  the same, kept in front', cached, `   ${times(fromNginx)} of nginx, ${times(ours)} of made again`);
    }
  } finally {
    await nginx.stop();
    bare.stop();
  }
}

const staticName = (path: string): string => path.replace(/[?&=+%]/g, '-');

/** Compares page cost on the sample instance and on the whole Anthology: it must not grow with the corpus. */
export async function benchPages(corpus: string): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'peergraph-bench-'));
  const database = join(data, 'anthology.db');
  await createAnthology(database, corpus);
  writeLargest(join(data, 'largest.bib'));
  execFileSync(process.execPath, ['lib/runtime/server/runtime.mjs', 'lib/catalog/ingest/cli.ts', 'bibtex', join(data, 'largest.bib')], {
    env: { ...process.env, DATABASE_URL: `file:${database}` },
  });
  const small = await startInstance({ PAGE_CACHE_MB: '0' });
  // Each server needs its own SQLite file.
  const copy = join(data, 'copy.db');
  copyFileSync(database, copy, constants.COPYFILE_FICLONE);
  const large = await startInstance({ DATABASE_URL: `file:${database}`, SAMPLE: 'off', PAGE_CACHE_MB: '0' });
  const cached = await startInstance({ DATABASE_URL: `file:${copy}`, SAMPLE: 'off' });
  try {
    const record = await measure(small.url, ['/authors/yunquan-zhang']);
    printMeasured('sample: record page, 22 works', record);
    await comparePages(large, cached.url, database);
    const same = await measure(large.url, profilesWith(22, database));
    console.log(`ratio of the medians of record pages with 22 works, Anthology to sample: ${(same.p50 / record.p50).toFixed(2)}`);
  } finally {
    await small.stop();
    await large.stop();
    await cached.stop();
    rmSync(data, { recursive: true, force: true });
  }
}
