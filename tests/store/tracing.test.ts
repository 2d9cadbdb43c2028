import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { env } from '#lib/platform/env.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { createMessage } from '#lib/platform/mail/messages.ts';
import { beginSpan, startTraces, stopTraces } from '#lib/runtime/monitoring/traces.ts';
import { createHttpServer } from '#lib/runtime/server/http/http-server.ts';
import { runDueJobs } from '#lib/runtime/worker/worker.ts';
import { databasePerFile, shareStore } from './test-database.ts';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  status: { code?: number };
}
interface ExportRequest {
  resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
}

const database = databasePerFile();
shareStore(database);
const exportedSpans: Span[] = [];
let collector: Server;
let site: Server;

const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
let address: string;

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as ExportRequest;
    exportedSpans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)));
    response.end(request.url === '/v1/traces' ? '{}' : '');
  });
  Object.assign(env(), { OTEL_EXPORTER_OTLP_ENDPOINT: await listen(collector) });
  site = createHttpServer(
    async (_, response) => {
      const payload = { to: 'noor@example.org', ...createMessage('x', ['x']) };
      await database.store.transact((tx) => enqueue(tx, { kind: 'send-mail', payload }));
      response.end('asked for');
    },
    () => true,
  );
  address = await listen(site);
});
afterAll(async () => {
  await Promise.all([site, collector].map((server) => new Promise((closed) => server.close(closed))));
  Object.assign(env(), { OTEL_EXPORTER_OTLP_ENDPOINT: undefined });
});

const [traceId, parentId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
const send = (path: string) =>
  fetch(address + path, { method: 'POST', headers: { traceparent: `00-${traceId}-${parentId}-01`, connection: 'close' } });

test('a request and its job are spans of one trace, which a proxy can start, without data about a person', async () => {
  await startTraces('server');
  await send('/sign-in?email=noor@example.org');
  const handlers = { 'send-mail': { outside: () => Promise.reject(new Error('noor@example.org is unknown')) } };
  await runDueJobs({ store: database.store, handlers });
  await fetch(`${address}/healthz`, { headers: { connection: 'close' } });
  await stopTraces();
  const [request, job] = exportedSpans;
  const route = '/sign-in';
  expect(exportedSpans).toHaveLength(2);
  expect(request).toMatchObject({ traceId, parentSpanId: parentId, name: `POST ${route}` });
  expect(job).toMatchObject({ traceId, parentSpanId: request?.spanId, name: 'job send-mail', status: { code: 2 } });
  const told = Object.fromEntries(request?.attributes.map(({ key, value }) => [key, Object.values(value)[0]]) ?? []);
  expect(told).toMatchObject({ 'http.request.method': 'POST', 'http.route': route, 'http.response.status_code': 200 });
  expect(JSON.stringify(exportedSpans)).not.toContain('noor');
});

test('nothing is traced without a collector', async () => {
  Object.assign(env(), { OTEL_EXPORTER_OTLP_ENDPOINT: undefined });
  exportedSpans.length = 0;
  await startTraces('server');
  expect(beginSpan('render', 'internal').traceparent).toBeUndefined();
  await send('/sign-in');
  await stopTraces();
  expect(exportedSpans).toEqual([]);
  expect(
    (await database.store.reader.select({ payload: jobs.payload }).from(jobs)).map(({ payload }) => JSON.stringify(payload)),
  ).toContainEqual(expect.not.stringContaining('"trace"'));
});
