import { execFileSync } from 'node:child_process';
import type { Instance } from '../instance.ts';
import { cpuMs } from './cpu-time.ts';
import type { Draws } from './draws.ts';
import { startNginx } from './nginx.ts';
import { report } from './targets.ts';
import { requestPaths } from './wrk.ts';

const manyPages = 300;
const manyPaths = 200_000;
const seconds = 5;
// nginx has no Brotli.
const encoding = 'gzip';

/** Requests draws among the most requested pages, and the same bytes in the same order from nginx. */
export async function compareWithNginx({ url, pid }: Pick<Instance, 'url' | 'pid'>, draws: Draws): Promise<void> {
  const pages = draws.mostAsked(manyPages);
  const texts: Record<string, string> = {};
  for (const path of pages) texts[decodeURI(path)] = await (await fetch(url + path, { headers: { 'Accept-Encoding': encoding } })).text();
  const nginx = await startNginx(texts);
  try {
    const isServed = new Set(pages);
    const paths = draws.take(manyPaths, (path) => isServed.has(path));
    const measure = async (address: string, of: number) => {
      await requestPaths(address, paths, { seconds: 2, encoding });
      const before = cpuMs(of);
      const { received, hits, statuses, ...times } = await requestPaths(address, paths, { seconds, encoding });
      return { cpu: (cpuMs(of) - before) / received, rate: received / times.seconds, hits, statuses };
    };
    const ours = await measure(url, pid);
    const baseline = await measure(nginx.url, nginx.workerPid());
    console.log(
      `draws of the ${manyPages} most requested pages: ${ours.cpu.toFixed(4)} CPU-ms, ${ours.rate.toFixed(0)}/s ${JSON.stringify(ours.statuses)}, ${ours.hits} hits; the same bytes from nginx ${baseline.cpu.toFixed(4)} CPU-ms, ${baseline.rate.toFixed(0)}/s ${JSON.stringify(baseline.statuses)}; ${(ours.rate / baseline.rate).toFixed(2)} of nginx`,
    );
  } finally {
    await nginx.stop();
  }
}

/** Compares CPU-ms a request of one cached page with the same bytes from nginx, at full client speed. */
export async function benchCachedPage(url: string, pid: number, path: string): Promise<void> {
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
