import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startInstance } from '../instance.ts';
import { runImport, unpack } from './import.ts';

const requests = 400;
const warmUp = 40;
const abreast = 4;

/** Latency of a page in milliseconds, and pages a second, at a fixed number of requests under way. */
async function measure(url: string, paths: string[]): Promise<{ p50: number; p99: number; perSecond: number }> {
  const times: number[] = [];
  let next = 0;
  const one = async () => {
    while (next < requests + warmUp) {
      const at = next++;
      const startedAt = performance.now();
      const answer = await fetch(url + paths[at % paths.length]);
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${answer.status} for ${answer.url}`);
      if (at >= warmUp) times.push(performance.now() - startedAt);
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: abreast }, one));
  const seconds = (performance.now() - startedAt) / 1000;
  times.sort((a, b) => a - b);
  const quantile = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
  return { p50: quantile(0.5), p99: quantile(0.99), perSecond: (requests + warmUp) / seconds };
}

const tell = (name: string, { p50, p99, perSecond }: Awaited<ReturnType<typeof measure>>) =>
  console.log(
    `${name.padEnd(44)} p50 ${p50.toFixed(1).padStart(6)} ms   p99 ${p99.toFixed(1).padStart(6)} ms   ${perSecond.toFixed(0).padStart(5)} pages/s`,
  );

/** The same kinds of page on the sample instance and on one with the whole Anthology: what a page costs must not grow with the corpus. */
export async function benchPages(corpus: string): Promise<void> {
  const input = unpack(corpus);
  const data = mkdtempSync(join(tmpdir(), 'peergraph-bench-'));
  const database = `file:${join(data, 'anthology.db')}`;
  await runImport(input, database);
  const small = await startInstance();
  const large = await startInstance({ DATABASE_URL: database, SAMPLE: 'off' });
  try {
    const record = await measure(small.url, ['/authors/yunquan-zhang']);
    tell('sample: record page, 22 works', record);
    const same = await measure(large.url, ['/authors/jing-zheng', '/authors/marc-dymetman', '/authors/dan-tufis']);
    tell('Anthology: record pages, about as many works', same);
    tell('Anthology: record page, 351 works', await measure(large.url, ['/authors/graham-neubig']));
    tell('sample: search by name', await measure(small.url, ['/search?q=zhang+yunquan']));
    tell('Anthology: search by name', await measure(large.url, ['/search?q=manning+chris', '/search?q=zhang+y', '/search?q=hajic']));
    console.log(`ratio of the record pages’ medians, Anthology to sample: ${(same.p50 / record.p50).toFixed(2)}`);
  } finally {
    await small.stop();
    await large.stop();
    rmSync(data, { recursive: true, force: true });
    input.clean();
  }
}
