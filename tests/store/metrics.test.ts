import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { now } from '#lib/platform/clock.ts';
import { imports } from '#lib/platform/db/schema/imports.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { env } from '#lib/platform/env.ts';
import { log } from '#lib/platform/log/log.ts';
import { findServerAlerts } from '#lib/portal/operations/model/alerts.ts';
import { measureChildProcess, measureServer, serveMetrics } from '#lib/runtime/monitoring/metrics.ts';
import { routeNameOf } from '#lib/runtime/monitoring/routes.ts';
import { createAlertSender, findInstanceAlerts } from '#lib/runtime/monitoring/send-alerts.ts';
import { createHttpServer } from '#lib/runtime/server/http/http-server.ts';
import { startSmtp } from '../servers/smtp.ts';
import { databasePerFile, shareStore } from './test-database.ts';

const database = databasePerFile();
shareStore(database);
let site: Server;
let metrics: Server;
let finishSlow = (): void => undefined;
const slowRequest = new Promise<void>((finished) => {
  finishSlow = finished;
});
const portOf = (server: Server): number => (server.address() as AddressInfo).port;

beforeAll(async () => {
  site = createHttpServer(
    async (request, response) => {
      if (request.url?.startsWith('/slow')) await slowRequest;
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end('<html><head></head><body>x</body></html>');
    },
    () => true,
  );
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
  metrics = await serveMetrics('127.0.0.1:0');
  const job = { kind: 'send-mail', payload: {}, runAt: now(), createdAt: now() };
  await database.store.transact(async (tx) => {
    await tx.insert(jobs).values({ ...job, id: 'waiting', state: 'waiting' });
    await tx.insert(jobs).values({ ...job, id: 'failed', state: 'failed', finishedAt: now() });
    const run = { id: 'run', source: 'bibtex', input: 'x', state: 'finished', startedAt: now(), finishedAt: now() };
    await tx.insert(imports).values(run);
  });
});
afterAll(async () => {
  for (const server of [site, metrics]) server.closeAllConnections();
  await Promise.all([site, metrics].map((server) => new Promise((closed) => server.close(closed))));
});

const scrapeMetrics = async (): Promise<string> => (await fetch(`http://127.0.0.1:${portOf(metrics)}/metrics`)).text();

test('/metrics reports requests, jobs, imports, database and process, at a separate address', async () => {
  await (await fetch(`http://127.0.0.1:${portOf(site)}/authors/somebody?q=secret`)).text();
  await (await fetch(`http://127.0.0.1:${portOf(site)}/authors/somebody`, { method: 'DELETE' })).text();
  const text = await scrapeMetrics();
  expect(text).toContain('peergraph_jobs{kind="send-mail",state="failed"} 1');
  expect(text).toContain('peergraph_jobs{kind="send-mail",state="waiting"} 1');
  expect(text).toMatch(/peergraph_import_last_finished_timestamp_seconds\{source="bibtex"\} \d+/);
  expect(text).toContain('peergraph_database_up 1');
  expect(text).toMatch(/peergraph_http_requests_total\{method="DELETE",route="\S+",status="405",cache="\w+"\} 1/);
  expect(text).not.toMatch(/somebody|secret/);
  expect((await fetch(`http://127.0.0.1:${portOf(site)}/metrics`)).headers.get('content-type')).toContain('text/html');
});

test('/metrics reports pages in the render queue, and the memory of child processes', async () => {
  const slowRequests = Array.from({ length: 6 }, () => fetch(`http://127.0.0.1:${portOf(site)}/slow`));
  await vi.waitFor(async () => {
    const text = await scrapeMetrics();
    expect(text).toContain('peergraph_render_queue_pages{readers="visitors",state="running"} 4');
    expect(text).toContain('peergraph_render_queue_pages{readers="visitors",state="waiting"} 2');
  });
  finishSlow();
  for (const { status } of await Promise.all(slowRequests)) expect(status).toBe(200);
  measureChildProcess('worker', () => process.pid);
  measureChildProcess('renderer 1', () => undefined);
  const text = await scrapeMetrics();
  expect(text).toContain('peergraph_render_queue_pages{readers="visitors",state="waiting"} 0');
  const [, bytes] = /peergraph_child_process_resident_memory_bytes\{process="worker"\} (\d+)/.exec(text) ?? [];
  if (process.platform === 'linux') expect(Number(bytes)).toBeGreaterThan(20e6);
  expect(text).not.toContain('process="renderer 1"');
});

test('/metrics reports a damaged database and a silent worker', async () => {
  expect(await scrapeMetrics()).toMatch(/peergraph_database_damaged 0\n[\s\S]*peergraph_worker_silent_seconds 0\n/);
  measureServer(() => ({ damage: 'page 7 is broken', workerSilentMs: 90_000 }));
  expect(await scrapeMetrics()).toMatch(/peergraph_database_damaged 1\n[\s\S]*peergraph_worker_silent_seconds 90\n/);
});

test('the dashboard and the alert rules use metrics that exist', async () => {
  const text = await scrapeMetrics();
  const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].flatMap(([, name = '']) => [name, `${name}_bucket`]));
  for (const file of ['deploy/grafana-dashboard.json', 'deploy/prometheus-alerts.yaml']) {
    const used = [...readFileSync(file, 'utf8').matchAll(/\bpeergraph_\w+/g)].map(([name]) => name);
    expect(used.length).toBeGreaterThan(10);
    expect([...new Set(used)].filter((name) => !known.has(name))).toEqual([]);
  }
});

test('a request logs one line with its route and id, and nothing about the person', async () => {
  const lines: unknown[] = [];
  const seen = vi.spyOn(log, env().REQUEST_LOG_LEVEL).mockImplementation(((line: unknown) => lines.push(line)) as never);
  await (await fetch(`http://127.0.0.1:${portOf(site)}/authors/somebody`, { headers: { 'x-request-id': 'from-the-proxy-1' } })).text();
  await expect.poll(() => lines.length).toBe(1);
  expect(lines[0]).toMatchObject({ requestId: 'from-the-proxy-1', method: 'GET', status: 200 });
  expect(JSON.stringify(lines)).not.toMatch(/somebody|127\.0\.0\.1/);
  seen.mockRestore();
});

test('a failed job and a missing backup are sent to the webhook once, and by email', async () => {
  const posted: { alerts: { code: string }[] }[] = [];
  const hook = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    posted.push(JSON.parse(body));
    response.statusCode = posted.length === 1 ? 500 : 200;
    response.end();
  });
  await new Promise<void>((listening) => hook.listen(0, '127.0.0.1', listening));
  // Another test file may have made a backup in the shared folder.
  const dataDir = mkdtempSync(join(tmpdir(), 'peergraph-alerts-'));
  const smtp = await startSmtp();
  const { SMTP_URL } = env();
  Object.assign(env(), { ALERT_WEBHOOK: `http://127.0.0.1:${portOf(hook)}/`, DATA_DIR: dataDir });
  Object.assign(env(), { ALERT_MAIL: 'operator@example.org', SMTP_URL: smtp.url });
  smtp.rejectMails(1);
  const look = createAlertSender(() => findInstanceAlerts(database.store));
  for (let looks = 0; looks < 4; looks += 1) await look();
  expect(posted).toHaveLength(2);
  expect(posted[1]?.alerts.map(({ code }) => code)).toEqual(expect.arrayContaining(['failed-jobs send-mail', 'old-backup']));
  expect(smtp.arrived.map(({ recipients }) => recipients)).toEqual([['operator@example.org']]);
  expect(smtp.arrived[0]?.mail.text).toMatch(/A job of the kind send-mail has failed\.[\s\S]+No backup is known\./);
  Object.assign(env(), { ALERT_MAIL: undefined, SMTP_URL });
  await Promise.all([smtp.stop(), new Promise((closed) => hook.close(closed))]);
  rmSync(dataDir, { recursive: true });
});

test('a server reports damage and a silent worker by itself, without the database', async () => {
  const smtp = await startSmtp();
  const { SMTP_URL } = env();
  Object.assign(env(), { ALERT_MAIL: 'operator@example.org', ALERT_WEBHOOK: undefined, SMTP_URL: smtp.url });
  const state = { damage: null as string | null, workerSilentMs: 0 };
  const look = createAlertSender(() => findServerAlerts(state));
  await look();
  state.damage = 'page 7 is broken';
  await look();
  state.workerSilentMs = 301_000;
  await look();
  state.workerSilentMs = 10;
  await look();
  await look();
  Object.assign(env(), { ALERT_MAIL: undefined, SMTP_URL });
  await smtp.stop();
  expect(smtp.arrived.map(({ mail }) => mail.text?.split('\n', 1)[0])).toEqual([
    expect.stringContaining('The database is damaged (page 7 is broken).'),
    expect.stringContaining('The worker has said nothing for 5 minutes'),
    'Over: silent-worker.',
  ]);
});

test('requests are named by their route, and those without one by a single name', () => {
  expect(['/authors', '/authors/ada', '/readyz', '/_next/static/x.js', '/wp-login.php'].map((path) => routeNameOf(path))).toEqual([
    '/authors',
    '/authors/[slug]',
    '/readyz',
    '/_next',
    'other',
  ]);
});
