import type { IncomingHttpHeaders, Server } from 'node:http';
import { connect } from 'node:net';
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { now, nowByTheHour } from '#lib/platform/clock.ts';
import type { Change } from '#lib/platform/db/changes.ts';
import { dialect } from '#lib/platform/db/columns.ts';
import { accounts, rateLimits, sessions } from '#lib/platform/db/schema/accounts.ts';
import { openStore, type Store } from '#lib/platform/db/store.ts';
import { createHttpServer } from '#lib/runtime/server/http/http-server.ts';
import { freshDatabase, type TestDatabase } from '../database.ts';

let database: TestDatabase;
/** A second store on the same database, as of another process. */
let other: Store;
let server: Server;
let base = '';
let renders = 0;
/** Headers of the last page request. */
let lastHeaders: IncomingHttpHeaders = {};
/** Runs while a page is rendered. */
let meanwhile: () => Promise<unknown> = async () => undefined;

const accountNames = async (): Promise<string> =>
  (await database.store.reader.select({ name: accounts.name }).from(accounts).orderBy(accounts.id)).map(({ name }) => name).join(' ');

beforeAll(async () => {
  database = await freshDatabase();
  other = openStore(database.url);
  (globalThis as { peergraphStore?: Store }).peergraphStore = database.store;
  server = createHttpServer(
    async ({ headers }, response) => {
      renders += 1;
      lastHeaders = headers;
      const before = await accountNames();
      await meanwhile();
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(`<html><head></head><body>${before} | ${await accountNames()}</body></html>`);
    },
    () => true,
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  base = `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`;
});
afterAll(async () => {
  delete (globalThis as { peergraphStore?: Store }).peergraphStore;
  const closed = new Promise((done) => server.close(done));
  // A client whose upload was rejected is still sending it.
  server.closeAllConnections();
  await closed;
  await other.close();
  await database.drop();
});

const read = async (headers: Record<string, string> = {}, address = '/authors') => {
  const answer = await fetch(`${base}${address}`, { headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text(), did: answer.headers.get('cache-status') };
};
const insertAccount = (store: Store, id: string) => store.transact((tx) => tx.insert(accounts).values({ id, name: id }));
/** Milliseconds until this process sees a commit of another one: up to a second on PostgreSQL, less on SQLite. */
const seenWithinMs = dialect === 'postgres' ? 1_100 : 60;
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

describe('changes', () => {
  test('are published after the commit, in this process at once and in another within a second', async () => {
    const told: (Change | null)[] = [];
    database.store.onChange((changes) => told.push(...(changes ?? [null])));
    await database.store.catchUp();
    told.length = 0;
    await expect(
      database.store.transact(async (tx) => {
        await tx.insert(accounts).values({ id: 'rolled-back', name: 'r' });
        throw new Error('nothing');
      }),
    ).rejects.toThrow('nothing');
    expect(told).toEqual([]);
    await insertAccount(database.store, 'a-here');
    const change = { table: 'accounts', columns: null, rows: { id: [expect.any(Number)] } };
    expect(told).toEqual([change]);
    await insertAccount(other, 'a-there');
    await wait(seenWithinMs);
    await database.store.catchUp();
    expect(told).toEqual([change, change]);
  });

  test('of tables that no page shows are not published', async () => {
    const told: unknown[] = [];
    database.store.onChange((changes) => told.push(changes));
    await database.store.catchUp();
    told.length = 0;
    await database.store.transact((tx) => tx.insert(rateLimits).values({ key: 'y', points: 1 }));
    expect(told).toEqual([]);
  });
});

describe.runIf(dialect === 'sqlite')('on SQLite', () => {
  test('a failed poll loses no change', async () => {
    const told: unknown[] = [];
    database.store.onChange((changes) => told.push(changes));
    await database.store.catchUp();
    told.length = 0;
    await insertAccount(other, 'a-look');
    await wait(seenWithinMs);
    const statement = Object.getPrototypeOf(new BetterSqlite(':memory:').prepare('select 1'));
    const { all } = statement;
    statement.all = () => {
      throw new Error('disk I/O error');
    };
    await expect(database.store.catchUp())
      .rejects.toThrow('disk I/O error')
      .finally(() => {
        statement.all = all;
      });
    await wait(seenWithinMs);
    await database.store.catchUp();
    expect(told).toHaveLength(1);
  });
});

describe.runIf(dialect === 'postgres')('on PostgreSQL', () => {
  test('a commit whose answer is lost counts as a change of everything', async () => {
    const told: unknown[] = [];
    database.store.onChange((changes) => told.push(changes));
    await database.store.catchUp();
    told.length = 0;
    const query = pg.Client.prototype.query as (...all: unknown[]) => Promise<unknown>;
    // The server commits, but its response is lost.
    pg.Client.prototype.query = function (this: pg.Client, ...all: unknown[]) {
      const answer = query.apply(this, all);
      return all[0] === 'COMMIT' ? answer.then(() => Promise.reject(new Error('Connection terminated unexpectedly'))) : answer;
    } as typeof pg.Client.prototype.query;
    await expect(insertAccount(database.store, 'a-lost')).rejects.toThrow('terminated');
    pg.Client.prototype.query = query as typeof pg.Client.prototype.query;
    expect(told).toContain(null);
  });

  test('a message of another program empties the cache, and is not an error', async () => {
    const told: unknown[] = [];
    database.store.onChange((changes) => told.push(changes));
    await database.store.catchUp();
    told.length = 0;
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query('notify peergraph_changes');
    await client.end();
    await expect.poll(() => told).toContain(null);
  });
});

describe('a cached page', () => {
  test('is served while nothing changes, and not after another process has written', async () => {
    await read();
    for (let at = 0; at < 8; at += 1) {
      const id = `other-${String(at).padStart(2, '0')}`;
      expect((await read()).did).toBe('Peergraph; hit');
      await insertAccount(at % 2 ? other : database.store, id);
      if (at % 2) await wait(seenWithinMs);
      const answers = await Promise.all([read(), read(), read()]);
      for (const { text } of answers) expect(text).toContain(id);
    }
  });

  test('is not stored if something changed during its render', async () => {
    await insertAccount(database.store, 'start');
    meanwhile = () => insertAccount(database.store, 'zz-meanwhile');
    const torn = await read();
    meanwhile = async () => undefined;
    expect(torn.text).toMatch(/start[^|]*\|.*zz-meanwhile/);
    for (let times = 0; times < 3; times += 1) expect((await read()).text).toMatch(/zz-meanwhile[^|]* \| .*zz-meanwhile/);
  });

  test('is rendered once for concurrent requests', async () => {
    await insertAccount(database.store, 'crowd');
    meanwhile = () => wait(50);
    const before = renders;
    const answers = await Promise.all(Array.from({ length: 60 }, () => read()));
    meanwhile = async () => undefined;
    expect(renders).toBe(before + 1);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ did }) => did === 'Peergraph; hit')).toHaveLength(59);
  });

  test('is rendered for the others if the first request is aborted', async () => {
    await insertAccount(database.store, 'leaver');
    meanwhile = () => wait(200);
    const leaves = new AbortController();
    const first = fetch(`${base}/authors`, { signal: leaves.signal }).catch(() => null);
    await wait(30);
    const second = read();
    await wait(30);
    leaves.abort();
    await first;
    expect((await second).text).toContain('leaver');
    meanwhile = async () => undefined;
  });

  test('is not stored if its render fails', async () => {
    await insertAccount(database.store, 'fault');
    meanwhile = () => Promise.reject(new Error('the database is away'));
    expect((await read()).status).toBe(500);
    meanwhile = async () => undefined;
    expect((await read()).status).toBe(200);
  });

  test('is not served, and not needed, while the database is unreachable', async () => {
    await read();
    const { catchUp, catchUpAtOnce } = database.store;
    database.store.catchUp = () => Promise.reject(new Error('the database is away'));
    database.store.catchUpAtOnce = () => {
      throw new Error('the database is away');
    };
    const before = renders;
    expect((await read()).did).toBe('Peergraph; fwd=bypass');
    expect(renders).toBe(before + 1);
    Object.assign(database.store, { catchUp, catchUpAtOnce });
    await read();
    expect((await read()).did).toBe('Peergraph; hit');
  });

  test('is answered with the same headers by prepared lines as by Node.js, in the order of the requests, and without a body for HEAD', async () => {
    await read({ 'accept-encoding': 'identity' });
    const socket = connect(Number(new URL(base).port), '127.0.0.1');
    const ask = (method: string, more = '') => `${method} /authors HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`;
    // Node.js writes the headers of the last response, since it closes the connection.
    socket.write(`${ask('GET')}${ask('HEAD')}${ask('GET', 'If-None-Match: "x", *\r\n')}${ask('GET', 'Connection: close\r\n')}`);
    const [, ...answers] = Buffer.concat(await socket.toArray())
      .toString()
      .split('HTTP/1.1 ');
    const [prepared, head, unchanged, byNode] = answers.map((answer) => {
      const [lines = '', body] = answer.split('\r\n\r\n', 2);
      return {
        lines: lines.split('\r\n').filter((line) => !/^(x-request-id|date|connection):/i.test(line)),
        body,
        date: /^date: .+ GMT$/im.test(lines),
      };
    });
    expect(byNode?.lines).toContain('cache-status: Peergraph; hit');
    expect(byNode?.body).toContain('</html>');
    expect(prepared).toEqual(byNode);
    expect(head).toEqual({ ...byNode, body: '' });
    expect(unchanged?.lines[0]).toBe('304 Not Modified');
  });

  test('is for readers without a session, by the exact name of its cookie', async () => {
    const other = { cookie: 'xpeergraph-session=a; note=peergraph-session=b' };
    await read(other);
    expect((await read(other)).did).toBe('Peergraph; hit');
    expect((await read({ cookie: 'peergraph-session=a' })).did).toBe('Peergraph; fwd=bypass');
  });

  test('is rendered without headers by which the first reader could change its content', async () => {
    await insertAccount(database.store, 'first-reader');
    const shaping = {
      'content-security-policy': "script-src 'nonce-evil'",
      'content-security-policy-report-only': "script-src 'nonce-evil'",
      'next-action': 'x',
      'user-agent': 'Googlebot',
    };
    const header = { accept: '*/*', cookie: 'theme=dark' };
    expect((await read({ ...shaping, ...header })).did).toBe('Peergraph; fwd=miss');
    expect(lastHeaders).toMatchObject(header);
    expect(Object.keys(lastHeaders).filter((name) => name in shaping)).toEqual([]);
    await read({ ...shaping, authorization: 'none' });
    expect(lastHeaders).toMatchObject(shaping);
  });

  test('is not made of private routes, and not stored under parameters that its route does not read', async () => {
    for (const address of ['/authors?from=b', '/authors/somebody?order=title']) {
      await read({}, address);
      expect((await read({}, address)).did, address).toBe('Peergraph; hit');
    }
    for (const address of ['/authors?x=1', '/authors?from=b&x=1', '/me', '/authors/somebody/fix', '/sign-in']) {
      await read({}, address);
      expect((await read({}, address)).did, address).toBe('Peergraph; fwd=bypass');
    }
    meanwhile = () => database.store.reader.select().from(sessions);
    await insertAccount(database.store, 'private');
    await read();
    expect((await read()).did).toBe('Peergraph; fwd=miss');
    meanwhile = async () => undefined;
  });

  test('is stored by no other cache without revalidation', async () => {
    const { headers } = await read();
    expect(headers.get('cache-control')).toBe('private, no-cache');
    const same = await fetch(`${base}/authors`, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect([same.status, same.headers.get('cache-control')]).toEqual([304, 'private, no-cache']);
    const missing = await fetch(`${base}/nothing-is-cached-here`);
    expect(missing.headers.get('cache-control')).toBe('private, no-cache');
  });

  test('expires after a minute if it shows times, and after an hour if it shows days', async () => {
    for (const [tellsTime, ms] of [
      [now, 60_000],
      [nowByTheHour, 3_600_000],
    ] as const) {
      await insertAccount(database.store, `time-${ms}`);
      meanwhile = async () => tellsTime();
      await read();
      meanwhile = async () => undefined;
      const realNow = Date.now;
      Date.now = () => realNow() + ms - 5_000;
      const cached = await read();
      Date.now = () => realNow() + ms + 1_000;
      const expired = await read();
      Date.now = realNow;
      expect([cached.did, expired.did]).toEqual(['Peergraph; hit', 'Peergraph; fwd=miss']);
    }
  });
});

test('requests beyond the render capacity are answered with Retry-After, and health checks always succeed', async () => {
  meanwhile = () => wait(300);
  const before = renders;
  const requests = Array.from({ length: 60 }, (_, at) => read({ accept: 'text/html' }, `/authors/author-${at}`));
  await wait(50);
  const health = await fetch(`${base}/healthz`);
  expect(health.status).toBe(200);
  const answers = await Promise.all(requests);
  meanwhile = async () => undefined;
  const busy = answers.filter(({ status }) => status === 503);
  expect(busy).toHaveLength(60 - (renders - before));
  expect(busy.length).toBeGreaterThanOrEqual(20);
  expect(busy[0]?.headers.get('retry-after')).toBe('5');
  expect(busy[0]?.text).toContain('Try again in a few seconds');
  expect((await read({}, '/authors/author-59')).status).toBe(200);
});

test('a body of more than a form is accepted with a session only, by the exact name of its cookie', async () => {
  const body = 'x'.repeat(300 * 1024);
  const send = async (cookie: string) =>
    (await fetch(`${base}/me/records/ada/photo`, { method: 'POST', body, headers: { cookie, origin: 'http://localhost:3000' } })).status;
  expect(await send('xpeergraph-session=a')).toBe(413);
  expect(await send('peergraph-session=a')).toBe(200);
});
