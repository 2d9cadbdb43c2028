import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { followAuthor } from '#lib/community/follows/commands/authors.ts';
import { dialect } from '#lib/platform/db/columns.ts';
import { collectDependencies } from '#lib/platform/db/dependencies.ts';
import { openStore, type Store } from '#lib/platform/db/store.ts';
import { withRequest } from '#lib/platform/request-context.ts';
import { startPostgres, type TestPostgres, type TestReplica } from '../postgres.ts';
import { type AuthorRecord, createAccount, createRecord } from './fixtures.ts';

/** A primary with two streaming replicas: one without delay, one that applies each commit two seconds later. */
const lagMs = 2_000;
let primary: TestPostgres;
let [quick, slow]: TestReplica[] = [];
let record: AuthorRecord;
const stores: Store[] = [];

const openStoreWith = (replicaUrls: readonly string[]): Store => {
  const store = openStore(primary.url, { replicaUrls });
  stores.push(store);
  return store;
};

/** Returns the reads of a page that is rendered for the cache, after the cache has caught up with changes. */
const readForCache = async (store: Store, reads = 1) => {
  await store.catchUp();
  return collectDependencies(async () => {
    const found = [];
    for (let left = reads; left > 0; left -= 1)
      found.push(
        ...(await store.reader.query<{ followers: number; replica: boolean }>(
          'select followers_count as followers, pg_is_in_recovery() as replica from authors where id = ?',
          [],
          [record.id],
        )),
      );
    return found;
  });
};
const addFollow = async (store: Store) => {
  const actor = await createAccount(store, 'Reader');
  await store.transact((tx) => followAuthor(tx, actor, { authorId: record.id }));
};
/** Waits until a replica answers a page. @returns its read */
async function readFromReplica(store: Store) {
  for (let tries = 0; tries < 400; tries += 1) {
    const [row] = await readForCache(store);
    if (row?.replica) return row;
    await new Promise((wait) => setTimeout(wait, 25));
  }
  throw new Error('No replica has answered.');
}

describe.runIf(dialect === 'postgres')('pages that are read from replicas', () => {
  beforeAll(async () => {
    primary = await startPostgres();
    const store = openStoreWith([]);
    await store.migrate();
    record = await createRecord(store, 'Rae Read');
    [quick, slow] = [await primary.replica(), await primary.replica(lagMs)];
  });
  afterAll(async () => {
    for (const store of stores) await store.close();
    await primary.stop();
  });
  const urls = (...replicas: (TestReplica | undefined)[]) => replicas.map((replica) => replica?.urlOf(primary.url) ?? '');

  test('show each commit of this process at once, and use a replica when it has it', async () => {
    const store = openStoreWith(urls(quick));
    store.onChange(() => undefined);
    for (let time = 1; time <= 10; time += 1) {
      await addFollow(store);
      expect((await readForCache(store))[0]?.followers).toBe(time);
      expect(await readFromReplica(store)).toEqual({ followers: time, replica: true });
    }
  });

  test('never show less than this process has committed, however far a replica lags', async () => {
    const store = openStoreWith(urls(slow));
    const [{ followers } = { followers: 0 }] = await readForCache(store);
    await readFromReplica(store);
    await addFollow(store);
    const until = performance.now() + lagMs + 500;
    const seen = new Set<string>();
    while (performance.now() < until) {
      const [row] = await readForCache(store);
      expect(row?.followers).toBe(followers + 1);
      seen.add(row?.replica ? 'replica' : 'primary');
    }
    expect(await readFromReplica(store)).toEqual({ followers: followers + 1, replica: true });
    expect(seen).toContain('primary');
  });

  test('show what another process has committed within a second', async () => {
    const [store, other] = [openStoreWith(urls(quick, slow)), openStoreWith([])];
    const { followers } = await readFromReplica(store);
    await addFollow(other);
    await new Promise((wait) => setTimeout(wait, 1_000));
    expect((await readForCache(store))[0]?.followers).toBe(followers + 1);
  });

  test('are read from the primary if the page is not for everybody', async () => {
    const store = openStoreWith(urls(quick));
    await readFromReplica(store);
    expect(await store.reader.query('select pg_is_in_recovery() as replica', [])).toEqual([{ replica: false }]);
    expect(await store.snapshot((reader) => reader.query('select pg_is_in_recovery() as replica', []))).toEqual([{ replica: false }]);
  });

  test('a form that reaches a standby during a failover can be sent again, on a new connection', async () => {
    let port = Number(new URL(quick?.urlOf(primary.url) ?? '').port);
    const proxy = createServer((near) => void near.pipe(connect(port, '127.0.0.1').on('error', () => near.destroy())).pipe(near));
    await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
    const store = openStore(Object.assign(new URL(primary.url), { port: (proxy.address() as AddressInfo).port }).href);
    const request = { id: 'form', isOverloaded: false };
    await withRequest(request, () => expect(addFollow(store)).rejects.toThrow(/recovery/));
    expect(request.isOverloaded).toBe(true);
    port = Number(new URL(primary.url).port);
    await addFollow(store);
    await store.close();
    proxy.close();
  });

  test('continue without an error when a replica is stopped', async () => {
    const third = await primary.replica();
    const store = openStoreWith(urls(third));
    await readFromReplica(store);
    const reading = Promise.all(Array.from({ length: 20 }, () => readForCache(store, 50)));
    await third.stop();
    for (const rows of await reading) expect(rows).toHaveLength(50);
    expect((await readForCache(store))[0]?.replica).toBe(false);
  });
});
