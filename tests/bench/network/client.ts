import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import { cpuMs } from '../cpu-time.ts';

export interface BenchRequest {
  url: string;
  method?: 'GET' | 'POST';
  headers?: OutgoingHttpHeaders;
  body?: string;
}

/** Latencies in milliseconds; `cpuMs` is the CPU time of the server and its renderers per request. */
export interface Latency {
  p50: number;
  p99: number;
  perSecond: number;
  cpuMs: number;
}

export interface MeasuredServer {
  agent: Agent;
  /** Process id of the server. */
  pid: number;
  /** Throws if a response is wrong. */
  check: (status: number, body: string) => void;
}

/** Sends a request over a keep-alive connection. */
export function sendRequest(
  agent: Agent,
  { url, method = 'GET', headers = {}, body }: BenchRequest,
): Promise<{ status: number; body: string }> {
  return new Promise((done, failed) => {
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const sent = request(url, { agent, method, headers: { ...headers, ...length } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => done({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('latin1') }));
    });
    sent.once('error', failed);
    sent.end(body);
  });
}

/** Sends requests with `abreast` of them concurrent. This process competes with the server for the CPU. */
export async function sendAll(
  requests: readonly BenchRequest[],
  concurrency: number,
  { agent, pid, check }: MeasuredServer,
): Promise<Latency> {
  const times: number[] = [];
  let next = 0;
  const one = async () => {
    for (let asked = requests[next++]; asked; asked = requests[next++]) {
      const startedAt = performance.now();
      const { status, body } = await sendRequest(agent, asked);
      times.push(performance.now() - startedAt);
      check(status, body);
    }
  };
  const [startedAt, spentBefore] = [performance.now(), cpuMs(pid)];
  await Promise.all(Array.from({ length: concurrency }, one));
  const perSecond = (requests.length / (performance.now() - startedAt)) * 1000;
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), perSecond, cpuMs: (cpuMs(pid) - spentBefore) / requests.length };
}

export const quantile = (times: readonly number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;

export const keepAliveAgent = (concurrency: number): Agent => new Agent({ keepAlive: true, maxSockets: concurrency });

export const expectOk = (status: number): void => {
  if (status !== 200) throw new Error(`Answered with ${status}.`);
};

export const printLatency = (name: string, { p50, p99, perSecond, cpuMs }: Latency, suffix = ''): void =>
  console.log(
    `  ${name.padEnd(58)} ${perSecond.toFixed(0).padStart(6)}/s   p50 ${p50.toFixed(2).padStart(7)}   p99 ${p99.toFixed(2).padStart(7)} ms   ${cpuMs.toFixed(3).padStart(7)} CPU-ms each${suffix}`,
  );
