import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { createHttpServer } from '#lib/runtime/server/http/http-server.ts';
import { databasePerFile, shareStore } from './test-database.ts';

/** Many concurrent clients and attackers, with pages that take 30 ms each. */
const database = databasePerFile();
shareStore(database);
const smallPage = '<html><head></head><body>x</body></html>';
let server: Server;
let port = 0;
let renders = 0;
let body = smallPage;
let meanwhile: (url: string) => Promise<unknown> = async () => undefined;
let sockets: Socket[] = [];
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

beforeEach(async () => {
  [renders, body, sockets] = [0, smallPage, []];
  server = createHttpServer(
    async (request, response) => {
      renders += 1;
      await database.store.reader.select({ name: accounts.name }).from(accounts);
      if (request.method === 'POST') for await (const _ of request);
      else await wait(30);
      await meanwhile(request.url ?? '');
      response.statusCode = request.url?.includes('nobody') ? 404 : 200;
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(body);
    },
    () => true,
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  port = (server.address() as AddressInfo).port;
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

const read = async (path: string, init: RequestInit = {}) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(10_000), ...init });
  await answer.arrayBuffer();
  return { status: answer.status, tag: answer.headers.get('etag') ?? '' };
};
const requestMany = (path: string, init: RequestInit = {}) => Promise.all(Array.from({ length: 80 }, () => read(path, init)));
const statuses = (answers: readonly { status: number }[]) => [...new Set(answers.map(({ status }) => status))];
/** Resolves when the first of many requests is rejected because the queue is full. */
const firstRejection = (answers: readonly Promise<{ status: number }>[]): Promise<unknown> =>
  Promise.any(answers.map(async (answer) => ((await answer).status === 503 ? answer : Promise.reject(new Error('it was served')))));
const insertAccount = (id: string) => database.store.transact((tx) => tx.insert(accounts).values({ id, name: id }));
const getRequest = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
/** Opens a connection and sends text. By default it reads nothing. */
const openAndSend = (text: string, { reads = false } = {}): Socket => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  if (reads) socket.resume();
  else socket.pause();
  socket.write(text);
  sockets.push(socket);
  return socket;
};

test('a crowd with a cached page has it rendered once, and is answered that its copy is current', async () => {
  const { tag } = await read('/authors/a');
  await insertAccount('crowd-304');
  const answers = await requestMany('/authors/a', { headers: { 'if-none-match': tag } });
  expect([statuses(answers), renders]).toEqual([[304], 2]);
});

test('a crowd is served completely behind a HEAD request, and during a commit', async () => {
  const head = read('/authors/b', { method: 'HEAD' });
  await wait(10);
  expect(statuses(await requestMany('/authors/b'))).toEqual([200]);
  await head;
  let commits = 1;
  meanwhile = async () => {
    if (commits-- > 0) await insertAccount('crowd-commit');
  };
  expect(statuses(await requestMany('/authors/c'))).toEqual([200]);
  meanwhile = async () => undefined;
  expect(renders).toBeLessThan(8);
});

test('readers of uncacheable pages do not block members and forms', async () => {
  const flood = Promise.all(Array.from({ length: 60 }, (_, at) => read(`/authors?x=${at}`)));
  await wait(15);
  const cookie = 'peergraph-session=abc';
  const member = read('/me', { headers: { cookie } });
  const form = read('/me', { method: 'POST', body: 'a=1', headers: { cookie } });
  expect(statuses(await Promise.all([member, form]))).toEqual([200]);
  await flood;
});

test.each([
  ['visitors', {}],
  ['members', { cookie: 'peergraph-session=abc' }],
])('one network that asks for very much at once shuts out no %s of another', async (_, headers: Record<string, string>) => {
  const from = (address: string) => ({ headers: { ...headers, 'x-forwarded-for': address } });
  const { promise: isFull, resolve: release } = Promise.withResolvers<void>();
  meanwhile = () => isFull;
  const flood = Array.from({ length: 60 }, (_, at) => read(`/authors?x=${at}`, from(`198.51.100.${at}`)));
  await firstRejection(flood);
  const others = Promise.all([1, 2, 3].map((at) => read(`/authors?y=${at}`, from('203.0.113.9'))));
  await wait(100);
  meanwhile = async () => undefined;
  release();
  expect(statuses(await others)).toEqual([200]);
  expect(statuses(await Promise.all(flood)).sort()).toEqual([200, 503]);
});

test('slow files are created one at a time, and block no page', async () => {
  const { promise: isRead, resolve: release } = Promise.withResolvers<void>();
  let [open, most] = [0, 0];
  meanwhile = async (url) => {
    if (!url.includes('cv.docx')) return;
    open += 1;
    most = Math.max(most, open);
    await Promise.all([isRead, wait(1)]);
    open -= 1;
  };
  const files = Array.from({ length: 40 }, (_, at) => read(`/authors/a/cv/cv.docx?from=${at}`));
  await firstRejection(files);
  expect((await read('/authors?honest')).status).toBe(200);
  release();
  expect(statuses(await Promise.all(files)).sort()).toEqual([200, 503]);
  expect(most).toBe(1);
  meanwhile = async () => undefined;
});

test('share pictures are drawn one at a time, and take no turns of pages', async () => {
  const { promise: areSearched, resolve: release } = Promise.withResolvers<void>();
  let [open, most] = [0, 0];
  meanwhile = async (url) => {
    if (!url.endsWith('.png')) return;
    open += 1;
    most = Math.max(most, open);
    await areSearched;
    open -= 1;
  };
  const paths = Array.from({ length: 50 }, (_, at) => (at % 2 === 0 ? `/authors/a${at}/card.png` : `/cards/page${at}.png`));
  const pictures = paths.map((path) => read(path));
  await firstRejection(pictures);
  const searches = Array.from({ length: 30 }, (_, at) => read(`/search?q=${at}`));
  expect(statuses(await Promise.all(searches))).toEqual([200]);
  release();
  expect(statuses(await Promise.all(pictures)).sort()).toEqual([200, 503]);
  expect(most).toBe(1);
  meanwhile = async () => undefined;
});

test('pipelined requests that wait for one another do not block others', async () => {
  openAndSend(getRequest('/authors/nobody'), { reads: true });
  await wait(10);
  openAndSend(getRequest('/authors/nobody') + [1, 2, 3, 4].map((at) => getRequest(`/me?b=${at}`)).join(''), { reads: true });
  await wait(500);
  expect((await read('/me?honest')).status).toBe(200);
});

test('slow readers and slow senders do not block others', async () => {
  body = `<html><head></head><body>${'x'.repeat(8_000_000)}</body></html>`;
  for (const at of [1, 2, 3, 4]) openAndSend(getRequest(`/me?slow=${at}`));
  await wait(500);
  body = smallPage;
  for (let at = 0; at < 4; at += 1) openAndSend('POST /sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\na');
  await wait(100);
  expect((await read('/me?honest')).status).toBe(200);
});

test('closes a connection that pipelines many requests, and answers one that pipelines few', async () => {
  const heard = (requests: number): Promise<string> =>
    new Promise((done) => {
      const socket = openAndSend(getRequest('/authors').repeat(requests), { reads: true });
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
        if (text.split('HTTP/1.1 200').length > requests) socket.destroy();
      });
      socket.once('close', () => done(text));
    });
  expect((await heard(16)).split('HTTP/1.1 200')).toHaveLength(17);
  // Responses that were ready before.
  expect((await heard(100)).split('HTTP/1.1 200').length).toBeLessThanOrEqual(17);
  expect((await read('/authors')).status).toBe(200);
});
