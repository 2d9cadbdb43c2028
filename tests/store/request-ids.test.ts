import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { env } from '#lib/platform/env.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { log } from '#lib/platform/log/log.ts';
import { mailJobs } from '#lib/platform/mail/jobs.ts';
import { createMessage } from '#lib/platform/mail/messages.ts';
import { requestId } from '#lib/platform/request-context.ts';
import { createHttpServer } from '#lib/runtime/server/http/http-server.ts';
import { logFailure, runDueJobs } from '#lib/runtime/worker/worker.ts';
import { startSmtp, type TestSmtp } from '../servers/smtp.ts';
import { databasePerFile, shareStore } from './test-database.ts';

const database = databasePerFile();
shareStore(database);
let site: Server;
let smtp: TestSmtp;
const logged: { requestId: string | undefined; msg: string }[] = [];

beforeAll(async () => {
  smtp = await startSmtp();
  Object.assign(env(), { SMTP_URL: smtp.url });
  site = createHttpServer(
    async (_, response) => {
      const payload = { to: 'noor@example.org', ...createMessage('x', ['x']) };
      await database.store.transact((tx) => enqueue(tx, { kind: 'send-mail', payload }));
      response.end('asked for');
    },
    () => true,
  );
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
});
beforeEach(() => {
  vi.spyOn(log, 'error').mockImplementation(((_: unknown, msg: string) => logged.push({ requestId: requestId(), msg })) as never);
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  site.closeAllConnections();
  await Promise.all([smtp.stop(), new Promise((closed) => site.close(closed))]);
  Object.assign(env(), { SMTP_URL: undefined, TRUSTED_PROXIES: ['loopback'] });
});

const send = (path: string, id = 'from-the-proxy-1', method = 'POST') =>
  fetch(`http://127.0.0.1:${(site.address() as AddressInfo).port}${path}`, { method, headers: { 'x-request-id': id } });

test('a request has one id in its answer, its log lines, its job and its mail', async () => {
  expect((await send('/sign-in')).headers.get('x-request-id')).toBe('from-the-proxy-1');
  // The server rejects the mail, so that the worker logs a line.
  smtp.rejectMails(1);
  const handlers = { 'send-mail': mailJobs['send-mail'] };
  const options = { store: database.store, handlers, onFailure: logFailure };
  await runDueJobs(options);
  expect(logged).toEqual([{ requestId: 'from-the-proxy-1', msg: 'a job failed' }]);
  await database.store.transact((tx) =>
    tx
      .update(jobs)
      .set({ runAt: new Date(0) })
      .returning({ id: jobs.id }),
  );
  await runDueJobs(options);
  expect(smtp.arrived).toHaveLength(1);
  expect(smtp.arrived[0]?.mail.headers).toContainEqual(expect.objectContaining({ key: 'x-request-id', value: 'from-the-proxy-1' }));
  expect(await database.store.reader.select({ state: jobs.state, payload: jobs.payload }).from(jobs)).toEqual([
    { state: 'done', payload: {} },
  ]);
  expect(requestId()).toBeUndefined();
});

test('a new id is created if none is sent, or by an untrusted sender', async () => {
  const made = /^[0-9a-f]{16}$/;
  expect((await send('/healthz', 'short', 'GET')).headers.get('x-request-id')).toMatch(made);
  Object.assign(env(), { TRUSTED_PROXIES: ['192.0.2.1'] });
  expect((await send('/healthz', 'from-the-proxy-1', 'GET')).headers.get('x-request-id')).toMatch(made);
});
