import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import BetterSqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessionCookie } from '#lib/platform/auth/cookies.ts';
import { startSession } from '#lib/platform/auth/sessions.ts';
import { addMs, daysMs, now } from '#lib/platform/clock.ts';
import { dialect } from '#lib/platform/db/columns.ts';
import { sessions } from '#lib/platform/db/schema/accounts.ts';
import { follows } from '#lib/platform/db/schema/follows.ts';
import { env } from '#lib/platform/env.ts';
import { createHttpServer } from '#lib/runtime/server/http/http-server.ts';
import { createRenderQueue, QueueFullError } from '#lib/runtime/server/pages/render-queue.ts';
import { createAccount, createRecord, getRecord } from './fixtures.ts';
import { databasePerFile, shareStore } from './test-database.ts';

const database = databasePerFile();
shareStore(database);
let server: Server;

beforeAll(async () => {
  server = createHttpServer(
    async () => {
      throw new Error('A page is broken.');
    },
    () => true,
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const urlOf = (path: string): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
const problemType = 'application/problem+json';
const pageType = 'text/html; charset=utf-8';

async function createFollowerCookie(at: number): Promise<string> {
  const { accountId } = await createAccount(database.store, `Reader ${at}`);
  const { token } = await database.store.transact((tx) =>
    startSession(tx, accountId, { signInMethod: 'email', device: 'test', network: null }),
  );
  return `${sessionCookie(env().PUBLIC_URL)}=${token}`;
}

/** Locks the database from another connection. */
function lockFromOther(): () => void {
  const other = new BetterSqlite(database.url.slice('file:'.length));
  other.exec('BEGIN IMMEDIATE');
  return () => {
    other.exec('ROLLBACK');
    other.close();
  };
}

/** Locks the database by an open transaction of this process. */
function lockFromItself(): () => void {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  void database.store.transact(() => held);
  return release;
}

async function expectEightRefusals(hold: () => () => void): Promise<void> {
  await database.store.transact((tx) => tx.delete(follows).returning({ id: follows.authorId }));
  const { id } = await createRecord(database.store, 'Fay Followed');
  const cookies = await Promise.all(Array.from({ length: 8 }, (_, at) => createFollowerCookie(at)));
  // Each session now also has its last use to store.
  await database.store.transact((tx) =>
    tx
      .update(sessions)
      .set({ seenAt: addMs(now(), -daysMs(1)) })
      .returning({ id: sessions.id }),
  );
  const body = () => new URLSearchParams({ authorId: id, want: 'on' });
  const send = async (cookie: string, accept: string) => {
    const startedAt = performance.now();
    const headers = { 'Sec-Fetch-Site': 'same-origin', Cookie: cookie, Accept: accept };
    const answer = await fetch(urlOf('/api/follows'), { method: 'POST', body: body(), headers, redirect: 'manual' });
    const { status } = answer;
    const [type, retryAfter] = ['content-type', 'retry-after'].map((name) => answer.headers.get(name));
    return { answer: { status, type, retryAfter }, text: await answer.text(), ms: performance.now() - startedAt };
  };
  const release = hold();
  try {
    const accepts = ['application/json', 'text/html,*/*;q=0.8'];
    const heard = await Promise.all(cookies.map((cookie, at) => send(cookie, accepts[at % 2] ?? '')));
    for (const [at, { answer, ms }] of heard.entries()) {
      expect(answer).toEqual({ status: 503, type: at % 2 === 0 ? problemType : pageType, retryAfter: '5' });
      expect(ms).toBeLessThan(15_000);
    }
    expect(JSON.parse(heard[0]?.text ?? '')).toMatchObject({ status: 503, code: 'overloaded' });
    expect(heard[1]?.text).toContain('Try again in a few seconds');
  } finally {
    release();
  }
  expect(await database.store.reader.select().from(follows)).toEqual([]);
  expect((await getRecord(database.store, id)).followersCount).toBe(0);
  expect(JSON.parse((await send(cookies[0] ?? '', 'application/json')).text)).toMatchObject({ followers: 1 });
}

test.skipIf(dialect === 'postgres')(
  'eight follows while another connection holds the database all hear within 15 s when to come back, and write nothing',
  () => expectEightRefusals(lockFromOther),
  30_000,
);

test.skipIf(dialect === 'postgres')(
  'they hear it likewise while a long transaction of the same process goes on',
  () => expectEightRefusals(lockFromItself),
  30_000,
);

test('a page that throws is answered with an HTML page for a browser, and with a problem document for a program', async () => {
  const requestAs = async (accept: string) => {
    const answer = await fetch(urlOf('/authors/x'), { headers: { accept } });
    return [answer.status, answer.headers.get('content-type'), answer.headers.get('retry-after')];
  };
  expect(await requestAs('text/html')).toEqual([500, pageType, null]);
  expect(await requestAs('application/json')).toEqual([500, problemType, null]);
});

test('a render whose turn does not come in time is abandoned, and its place is freed', async () => {
  const inTurn = createRenderQueue({ running: 1, waiting: 1, waitMs: 50 });
  const { signal } = new AbortController();
  const { promise: end, resolve: endFirst } = Promise.withResolvers<string>();
  const first = inTurn(signal, 'one', () => end);
  const second = inTurn(signal, 'one', async () => 'second').catch((error: unknown) => error);
  await expect(inTurn(signal, 'one', async () => 'too many')).rejects.toThrow(QueueFullError);
  expect(await second).toBeInstanceOf(QueueFullError);
  const third = inTurn(signal, 'one', async () => 'third');
  endFirst('first');
  expect(await Promise.all([first, third])).toEqual(['first', 'third']);
});
