import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { reader } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { describeFault } from '#lib/platform/log/fault-text.ts';
import { log } from '#lib/platform/log/log.ts';
import { listen } from '#lib/platform/processes/listen.ts';
import type { ServerState } from '#lib/portal/operations/model/alerts.ts';
import type { InstanceState } from '#lib/portal/operations/model/instance-state.ts';
import { readInstanceState } from '#lib/portal/operations/queries/instance-state.ts';
import { heartbeatIntervalMs } from './worker-watch.ts';

export interface AnsweredRequest {
  method: string;
  route: string;
  status: number;
  /** `hit`, `miss`, `bypass` or `method`, as in Cache-Status. */
  cache: string;
  seconds: number;
}

const registry = new Registry();
const prefix = 'peergraph_';
const requests = new Counter({
  name: `${prefix}http_requests_total`,
  help: 'Requests by route, status and page cache result.',
  labelNames: ['method', 'route', 'status', 'cache'],
  registers: [registry],
});
const durations = new Histogram({
  name: `${prefix}http_request_duration_seconds`,
  help: 'Time from the request to the end of the response.',
  labelNames: ['route', 'cache'],
  buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [registry],
});
let openRequests = 0;
new Gauge({
  name: `${prefix}http_requests_open`,
  help: 'Requests in progress.',
  registers: [registry],
  collect() {
    this.set(openRequests);
  },
});

/** Counts a request as open from its arrival to its end. */
export function countOpenRequest(): void {
  openRequests += 1;
}

export function countFinishedRequest({ method, route, status, cache, seconds }: AnsweredRequest): void {
  openRequests -= 1;
  requests.inc({ method, route, status, cache });
  durations.observe({ route, cache }, seconds);
}

const fallbacks = new Counter({
  name: `${prefix}framework_fallbacks_total`,
  help: 'Pages that Next.js has rendered although their route is drawn without it.',
  labelNames: ['route'],
  registers: [registry],
});
const loggedFallbacks = new Set<string>();

/** Counts a page that Next.js has rendered instead of the static renderer, and logs the first of each route. */
export function countFallback(route: string): void {
  fallbacks.inc({ route });
  if (!loggedFallbacks.has(route)) log.info({ route }, 'the framework renders a page of this route');
  loggedFallbacks.add(route);
}

const idleRenderings = new Counter({
  name: `${prefix}idle_renderings_total`,
  help: 'Pages rendered into files while nobody waited for a page. They are in no other metric of requests.',
  registers: [registry],
});
export const countIdleRendering = (): void => idleRenderings.inc();

/** Returns the number of pages being rendered, and of pages waiting. */
type RenderQueue = () => { running: number; waiting: number };
const renderQueues = new Map<string, RenderQueue>();
new Gauge({
  name: `${prefix}render_queue_pages`,
  help: 'Pages that are being rendered or queued.',
  labelNames: ['readers', 'state'],
  registers: [registry],
  collect() {
    for (const [readers, queue] of renderQueues) for (const [state, pages] of Object.entries(queue())) this.set({ readers, state }, pages);
  },
});

export const measureRenderQueue = (readers: 'visitors' | 'members' | 'slow' | 'pictures', queue: RenderQueue): void =>
  void renderQueues.set(readers, queue);

const childProcesses = new Map<string, () => number | undefined>();
new Gauge({
  name: `${prefix}child_process_resident_memory_bytes`,
  help: 'Memory of the renderers and the worker (Linux).',
  labelNames: ['process'],
  registers: [registry],
  collect() {
    this.reset();
    for (const [process, pid] of childProcesses) {
      const bytes = residentBytes(pid());
      if (bytes !== null) this.set({ process }, bytes);
    }
  },
});

/** Registers a child process by its current pid, to measure its memory. */
export const measureChildProcess = (name: string, pid: () => number | undefined): void => void childProcesses.set(name, pid);

let serverState: (() => ServerState) | undefined;
new Gauge({
  name: `${prefix}database_damaged`,
  help: 'Whether the last check found damage in the SQLite file.',
  registers: [registry],
  collect() {
    this.set(Number((serverState?.().damage ?? null) !== null));
  },
});
new Gauge({
  name: `${prefix}worker_silent_seconds`,
  help: `Seconds since the last heartbeat of the worker, which is sent every ${heartbeatIntervalMs / 1000} seconds.`,
  registers: [registry],
  collect() {
    this.set((serverState?.().workerSilentMs ?? 0) / 1000);
  },
});

/** Registers the state that the server knows without its worker. */
export function measureServer(state: () => ServerState): void {
  serverState = state;
}

/** Returns the resident memory according to proc(5); null for an ended process and on systems other than Linux. */
function residentBytes(pid: number | undefined): number | null {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    return null;
  }
}

const createGauge = (name: string, help: string, labelNames: string[] = []) =>
  new Gauge({ name: `${prefix}${name}`, help, labelNames, registers: [registry] });
const gauges = {
  jobs: createGauge('jobs', 'Waiting, running and failed jobs; emails have the kind send-mail.', ['kind', 'state']),
  oldestDue: createGauge('jobs_oldest_due_seconds', 'How long the oldest due job has waited.'),
  imported: createGauge('import_last_finished_timestamp_seconds', 'When the last import of a source ended.', ['source']),
  failedImports: createGauge('imports_failed', 'Sources whose last import failed.'),
  events: createGauge('log_events', 'Events of the evidence log.'),
  head: createGauge('log_head_timestamp_seconds', 'When the last head of the evidence log was published.'),
  headEvents: createGauge('log_head_events', 'Events up to the last head of the evidence log.'),
  claims: createGauge('claims_last_hour', 'Profiles claimed within the last hour.'),
  backup: createGauge('backup_timestamp_seconds', 'When the last backup was made; 0 if none is known.'),
  backupBytes: createGauge('backup_bytes', 'Size of the last backup.'),
  diskFree: createGauge('disk_free_bytes', 'Free space on the disk of DATA_DIR.'),
  diskSize: createGauge('disk_size_bytes', 'Size of the disk of DATA_DIR.'),
  database: createGauge('database_bytes', 'Size of the SQLite file and its log.'),
  databaseUp: createGauge('database_up', 'Whether the database answers.'),
  databaseSeconds: createGauge('database_read_seconds', 'How long one small read of the database took.'),
};

const toSeconds = (at: Date): number => at.getTime() / 1000;

function setGauges(state: InstanceState): void {
  for (const gauge of [gauges.jobs, gauges.imported]) gauge.reset();
  for (const { kind, state: jobState, count } of state.jobs) gauges.jobs.set({ kind, state: jobState }, count);
  gauges.oldestDue.set(state.oldestDue === null ? 0 : Math.max(0, toSeconds(state.at) - toSeconds(state.oldestDue)));
  for (const { source, finishedAt } of state.imports) gauges.imported.set({ source }, toSeconds(finishedAt));
  gauges.failedImports.set(state.importsFailed.length);
  gauges.events.set(state.log.events);
  gauges.head.set(state.log.head === null ? 0 : toSeconds(state.log.head.at));
  gauges.headEvents.set(state.log.head?.number ?? 0);
  gauges.backup.set(state.lastBackup === null ? 0 : toSeconds(state.lastBackup.at));
  gauges.backupBytes.set(state.lastBackup?.bytes ?? 0);
  gauges.diskFree.set(state.disk.freeBytes);
  gauges.diskSize.set(state.disk.bytes);
  if (state.databaseBytes !== null) gauges.database.set(state.databaseBytes);
  gauges.databaseSeconds.set(state.databaseMs / 1000);
}

/** Returns all metrics in the Prometheus text format. */
async function metricsText(): Promise<string> {
  const { DATA_DIR, DATABASE_URL } = env();
  try {
    setGauges(await readInstanceState(reader(), { dataDir: DATA_DIR, databaseUrl: DATABASE_URL }));
    gauges.databaseUp.set(1);
  } catch (error) {
    gauges.databaseUp.set(0);
    log.error({ error: describeFault(error) }, 'metrics of the database could not be read');
  }
  return registry.metrics();
}

/** Serves /metrics on a separate address, which should not be public. */
export async function serveMetrics(address: string): Promise<Server> {
  collectDefaultMetrics({ register: registry, prefix });
  const colon = address.lastIndexOf(':');
  const host = address.slice(0, colon).replace(/^\[|\]$/g, '');
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') return void response.writeHead(404).end();
    void metricsText().then((text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text));
  });
  await listen(server, host, Number(address.slice(colon + 1)), { host: 'METRICS_ADDRESS', port: 'METRICS_ADDRESS' });
  server.unref();
  return server;
}
