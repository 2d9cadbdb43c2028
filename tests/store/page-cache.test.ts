import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { openStore, type Store } from '#lib/platform/db/store.ts';
import { createHttpServer } from '#lib/runtime/server/http-server.ts';
import { freshDatabase, type TestDatabase } from '../database.ts';

let database: TestDatabase;
/** The database as another process has it open. */
let other: Store;
let front: Server;
let base = '';
let made = 0;
/** What happens while a page is being made. */
let meanwhile: () => Promise<unknown> = async () => undefined;

const names = async (): Promise<string> =>
  (await database.store.reader.select({ name: accounts.name }).from(accounts).orderBy(accounts.id)).map(({ name }) => name).join(' ');

beforeAll(async () => {
  database = await freshDatabase();
  other = openStore(database.url);
  (globalThis as { peergraphStore?: Store }).peergraphStore = database.store;
  front = createHttpServer(
    async (_, response) => {
      made += 1;
      const before = await names();
      await meanwhile();
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(`<html><head></head><body>${before} | ${await names()}</body></html>`);
    },
    () => true,
  );
  await new Promise<void>((listening) => front.listen(0, '127.0.0.1', listening));
  const address = front.address();
  base = `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`;
});
afterAll(async () => {
  delete (globalThis as { peergraphStore?: Store }).peergraphStore;
  await new Promise((closed) => front.close(closed));
  await other.close();
  await database.drop();
});

const read = async (headers: Record<string, string> = {}) => {
  const answer = await fetch(`${base}/authors`, { headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};
const written = (store: Store, id: string) => store.transact((tx) => tx.insert(accounts).values({ id, name: id }));
/** Once the answer is kept, the same is given without being made. Other suites write on the same server of PostgreSQL: then it is made again. */
const keptNow = async (headers: Record<string, string> = {}) => {
  const makes = async (): Promise<number> => {
    const before = made;
    await read(headers);
    return made - before;
  };
  await expect.poll(makes, { timeout: 30_000, interval: 5 }).toBe(0);
};

describe('the version of the database', () => {
  test('is the same until somebody commits, no matter who it is, and another afterwards', async () => {
    const { version } = database.store;
    // Of several, for other suites may write on the same server of PostgreSQL.
    const same = async () => (await version()) === (await names().then(() => version()));
    await expect.poll(same, { timeout: 30_000, interval: 5 }).toBe(true);
    const before = await version();
    await expect(database.store.transact(() => Promise.reject(new Error('nothing')))).rejects.toThrow('nothing');
    const seen = new Set([before]);
    for (const store of [database.store, other]) {
      await written(store, `v${seen.size}`);
      seen.add(await version());
    }
    expect(seen.size).toBe(3);
  });

  test('asked by many at once is one that none of them finds outdated', async () => {
    const before = await database.store.version();
    const asked: Promise<string>[] = [database.store.version()];
    await written(other, 'many');
    asked.push(...Array.from({ length: 20 }, () => database.store.version()));
    const [, ...later] = await Promise.all(asked);
    expect(new Set(later).size).toBe(1);
    expect(later[0]).not.toBe(before);
  });
});

describe('a kept page', () => {
  test('is given again while nothing changes, and not once another process has written', async () => {
    await keptNow();
    for (let at = 0; at < 20; at += 1) {
      const id = `other-${String(at).padStart(2, '0')}`;
      await written(at % 2 ? other : database.store, id);
      // At once, and several times at once.
      const answers = await Promise.all([read(), read(), read()]);
      for (const { text } of answers) expect(text).toContain(id);
      await keptNow();
    }
  });

  test('is not kept where something changed while it was made', async () => {
    await written(database.store, 'start');
    meanwhile = () => written(other, 'zz-meanwhile');
    const torn = await read();
    meanwhile = async () => undefined;
    expect(torn.text).toMatch(/start[^|]*\|.*zz-meanwhile/);
    for (let times = 0; times < 3; times += 1) expect((await read()).text).toMatch(/zz-meanwhile[^|]* \| .*zz-meanwhile/);
  });

  test('is not kept where its making fails', async () => {
    await written(database.store, 'fault');
    meanwhile = () => Promise.reject(new Error('the database is away'));
    expect((await read()).status).toBe(500);
    meanwhile = async () => undefined;
    expect((await read()).status).toBe(200);
  });

  test('is neither given nor needed while the database does not say its version', async () => {
    await keptNow();
    const { version } = database.store;
    database.store.version = () => Promise.reject(new Error('the database is away'));
    const before = made;
    expect((await read()).status).toBe(200);
    expect(made).toBe(before + 1);
    database.store.version = version;
    await keptNow();
  });

  test('is for readers without a session, by the exact name of its cookie', async () => {
    await keptNow({ cookie: 'xpeergraph-session=a; note=peergraph-session=b' });
    const before = made;
    await read({ cookie: 'peergraph-session=a' });
    expect(made).toBe(before + 1);
  });

  test('is stored by nobody else without asking again', async () => {
    const { headers } = await read();
    expect(headers.get('cache-control')).toBe('private, no-cache');
    const same = await fetch(`${base}/authors`, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect([same.status, same.headers.get('cache-control')]).toEqual([304, 'private, no-cache']);
    const missing = await fetch(`${base}/nothing-is-kept-here`);
    expect(missing.headers.get('cache-control')).toBe('private, no-cache');
  });
});

test('a file of 16 MB is taken from a session alone, by the exact name of its cookie', async () => {
  const body = 'x'.repeat(300 * 1024);
  const send = async (cookie: string) =>
    (await fetch(`${base}/me/data/send-in`, { method: 'POST', body, headers: { cookie, origin: 'http://localhost:3000' } })).status;
  expect(await send('xpeergraph-session=a')).toBe(413);
  expect(await send('peergraph-session=a')).toBe(200);
});
