import { cpuMs } from './cpu-time.ts';
import { sendRequest } from './http-client.ts';
import { report } from './targets.ts';

// Mixed load: 95 % record pages by Zipf, 4 % searches, 1 % follows. The rate, in requests a second, rises until p99 exceeds its limit.
const rates = [25, 50, 100, 200, 400, 600, 800, 1_000] as const;
const secondsEach = 8;
const maxP99 = 100;

export interface MixedLoad {
  url: string;
  pid: number;
  nextRecord(): string;
  nextSearch(): string;
  /** Session of the follower, and the author to follow. */
  nextFollow(): { cookie: string; authorId: string };
}

export async function benchMixed(load: MixedLoad): Promise<void> {
  let sustainedRate = 0;
  // Warms up: the first searches read the index from disk.
  await runAtRate(load, rates[0]);
  for (const rate of rates) {
    const { p50, p99, shed, failed, cpu } = await runAtRate(load, rate);
    console.log(
      `mixed load, ${rate}/s: p50 ${p50.toFixed(1)} ms   p99 ${p99.toFixed(0)} ms   ${(shed * 100).toFixed(1)} % shed   ${failed} failed   ${cpu.toFixed(2)} CPU-ms a request`,
    );
    if (p99 > maxP99 || failed > 0) break;
    sustainedRate = rate;
  }
  report('mixed load, requests a second with p99 below 100 ms', sustainedRate);
}

async function runAtRate(load: MixedLoad, rate: number) {
  const times: number[] = [];
  let [shed, failed] = [0, 0];
  const before = cpuMs(load.pid);
  const startedAt = performance.now();
  const count = rate * secondsEach;
  const one = async (at: number): Promise<void> => {
    const dueAt = startedAt + (at * 1_000) / rate;
    await new Promise((wait) => setTimeout(wait, Math.max(0, dueAt - performance.now())));
    const status = await send(load, at).catch(() => 0);
    // Measures from the scheduled time, so that a late client does not hide latency (coordinated omission).
    times.push(performance.now() - dueAt);
    if (status === 503) shed += 1;
    else if (status < 200 || status >= 400) failed += 1;
  };
  await Promise.all(Array.from({ length: count }, (_, at) => one(at)));
  times.sort((a, b) => a - b);
  const quantile = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return { p50: quantile(0.5), p99: quantile(0.99), shed: shed / count, failed, cpu: (cpuMs(load.pid) - before) / count };
}

async function send({ url, nextRecord, nextSearch, nextFollow }: MixedLoad, at: number): Promise<number> {
  const kind = at % 100;
  if (kind !== 50)
    return (await sendRequest(url + (kind % 25 === 7 ? `/search?q=${encodeURIComponent(nextSearch())}` : nextRecord()))).status;
  const { cookie, authorId } = nextFollow();
  const headers = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin', Accept: 'application/json' };
  return (await sendRequest(`${url}/api/follows`, headers, new URLSearchParams({ authorId, want: 'on' }))).status;
}
