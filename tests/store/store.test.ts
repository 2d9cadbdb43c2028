import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { eq, like, sql } from 'drizzle-orm';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { type JsonText, jsonText } from '#lib/platform/db/bulk-insert.ts';
import { dialect } from '#lib/platform/db/columns.ts';
import { isUniqueViolation } from '#lib/platform/db/errors.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { contexts } from '#lib/platform/db/schema/contexts.ts';
import { follows } from '#lib/platform/db/schema/follows.ts';
import { openStore, type Reader, type Writer } from '#lib/platform/db/store.ts';
import { explainFault } from '#lib/platform/log/faults.ts';
import { faultOfRequest, withRequest } from '#lib/platform/request-context.ts';
import { freshDatabase } from '../database.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();

const accountIds = async () => (await database.store.reader.select({ id: accounts.id }).from(accounts)).map(({ id }) => id).sort();
const pause = () => new Promise((resolve) => setTimeout(resolve, 5));

test.runIf(dialect === 'sqlite')(
  'a change that the disk does not take is undone, and its request hears that nothing was stored',
  async () => {
    const { store, drop } = await freshDatabase();
    const grow = (bytes: number) => store.transact((tx) => tx.insert(accounts).values({ id: `of ${bytes}`, name: 'x'.repeat(bytes) }));
    await withRequest({ id: 'request-1', isOverloaded: false }, async () => {
      // The file may not grow: SQLite returns the same error on a full disk.
      await store.transact((tx) => tx.execute('pragma max_page_count = 1', []));
      await expect(grow(1_000_000)).rejects.toThrow();
      expect(faultOfRequest()).toBe('cannot_store');
    });
    expect(await store.reader.select().from(accounts)).toEqual([]);
    await drop();
  },
);

test.runIf(dialect === 'postgres').each([
  [
    'a change whose commit is not answered is stored once, and its request hears that this is unknown',
    'COMMIT',
    'outcome_unknown',
    ['Ada'],
  ],
  ['a change whose connection breaks before the commit is undone, and its request hears it', 'insert into "accounts"', 'overloaded', []],
] as const)('%s', async (_, statement, fault, stored) => {
  const { store, url, drop } = await freshDatabase();
  const { hostname, port, pathname } = new URL(url);
  const proxy = createServer((near) => {
    const far = connect(Number(port), hostname);
    let isCut = false;
    near.on('error', () => undefined).on('close', () => far.destroy());
    near.on('data', (sent) => {
      isCut ||= sent.includes(statement);
      far.write(sent);
    });
    far.on('error', () => undefined).on('close', () => near.destroy());
    far.on('data', (answer) => (isCut ? near.destroy() : near.write(answer)));
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  const cutStore = openStore(`postgres://peergraph@127.0.0.1:${(proxy.address() as AddressInfo).port}${pathname}`);
  await withRequest({ id: 'request-1', isOverloaded: false }, async () => {
    await expect(cutStore.transact((tx) => tx.insert(accounts).values({ id: 'ada', name: 'Ada' }))).rejects.toThrow();
    expect(faultOfRequest()).toBe(fault);
  });
  expect((await store.reader.select().from(accounts)).map(({ name }) => name)).toEqual(stored);
  await cutStore.close();
  proxy.close();
  await drop();
});

test.runIf(dialect === 'postgres')('settings of a role or database have no effect on the store', async () => {
  const fresh = await freshDatabase();
  const name = new URL(fresh.url).pathname.slice(1);
  const odd = {
    statement_timeout: "'1ms'",
    lock_timeout: "'1ms'",
    default_transaction_isolation: 'serializable',
    default_transaction_read_only: 'on',
    datestyle: "'German, DMY'",
    standard_conforming_strings: 'off',
    bytea_output: 'escape',
  };
  const client = new pg.Client({ connectionString: fresh.url });
  await client.connect();
  for (const [setting, value] of Object.entries(odd)) await client.query(`alter database ${name} set ${setting} = ${value}`);
  await client.end();
  const store = openStore(fresh.url);
  await store.migrate();
  const createdAt = new Date('2026-02-03T04:05:06Z');
  await store.transact(async (tx) => {
    await tx.insert(accounts).values({ id: 'odd', name: 'a\\b', createdAt });
    await tx.execute('select pg_sleep(0.05)', []);
  });
  const isolation = await store.transact((tx) =>
    tx.query<{ level: string }>("select current_setting('transaction_isolation') as level", []),
  );
  expect(isolation).toEqual([{ level: 'read committed' }]);
  expect(await store.reader.select({ name: accounts.name, createdAt: accounts.createdAt }).from(accounts)).toEqual([
    { name: 'a\\b', createdAt },
  ]);
  await store.close();
  await fresh.drop();
});

describe('a read handle', () => {
  const writes = ["insert into accounts (id) values ('eve')", "update accounts set name = 'Eve'", 'delete from accounts'];
  const ofWrites = (handle: Reader) => writes.map((text) => handle.query(`${text} returning id`, []));

  test('rejects statements that write, and writes nothing', async () => {
    const before = await accountIds();
    for (const refusal of await Promise.allSettled(ofWrites(database.store.reader))) expect(refusal.status).toBe('rejected');
    for (const text of writes) await expect(database.store.reader.rows(sql.raw(`${text} returning id`))).rejects.toThrow();
    const hidden = "with gone as (select id from accounts) insert into accounts (id) select 'eve' from gone returning id";
    await expect(database.store.reader.query(hidden, [])).rejects.toThrow();
    expect(await accountIds()).toEqual(before);
  });

  test('rejects them by the engine itself, whatever the text looks like', async () => {
    const { insert } = database.store.reader as Writer;
    expect(insert).toBeUndefined();
    const text = sql.raw("insert into accounts (id) values ('mallory') returning id");
    const fault = await database.store.reader.rows(text).catch((error: Error) => String(error.cause ?? error));
    expect(fault).toMatch(/read-?only/);
  });

  test('of a snapshot rejects them too', async () => {
    const inSnapshot = database.store.snapshot((reader) =>
      reader.rows(sql.raw("insert into accounts (id) values ('mallory') returning id")),
    );
    await expect(inSnapshot).rejects.toThrow();
    expect(await accountIds()).not.toContain('mallory');
  });

  test('of a transaction reads by query and writes by execute only', async () => {
    await database.store.transact(async (tx) => {
      for (const refusal of await Promise.allSettled(ofWrites(tx))) expect(refusal.status).toBe('rejected');
      const made = await tx.execute<{ id: string }>('insert into accounts (id) values (?) returning id', [], ['written']);
      expect(made).toEqual([{ id: 'written' }]);
      expect(await tx.query('select id from accounts where id in $many', ['written'])).toEqual([{ id: 'written' }]);
      await tx.execute('delete from accounts where id in $many returning id', ['written']);
    });
    expect(await accountIds()).not.toContain('written');
  });
});

describe('a transaction', () => {
  test('rolls back everything written before an error, awaits included', async () => {
    const fault = database.store.transact(async (tx) => {
      await tx.insert(accounts).values({ id: 'ada' });
      await pause();
      throw new Error('power cut');
    });
    await expect(fault).rejects.toThrow('power cut');
    expect(await accountIds()).toEqual([]);
  });

  test('fails with the error of a row of many that is refused, whatever follows it, and stores nothing', async () => {
    const { store } = database;
    const before = await accountIds();
    const insertTwice = (ids: string[], andThen: (tx: Writer) => Promise<unknown>) =>
      store.transact(async (tx) => {
        await tx.bulkInsert(
          accounts,
          ids.map((id) => ({ id })),
        );
        return andThen(tx);
      });
    const read = (tx: Writer) => tx.query('select id from accounts where id in $many', ['one', 'two']);
    const seen = await insertTwice(['one', 'two'], async (tx) => {
      const rows = await read(tx);
      await tx.execute('delete from accounts where id in $many', ['one', 'two']);
      return rows;
    });
    expect(seen).toHaveLength(2);
    for (const andThen of [async () => undefined, read, (tx: Writer) => tx.insert(accounts).values({ id: 'three' })]) {
      const fault = await insertTwice(['one', 'two', 'one'], andThen).catch((error: unknown) => error);
      expect(isUniqueViolation(fault)).toBe(true);
    }
    expect(await accountIds()).toEqual(before);
  });

  test('is visible to readers after its commit, and not before', async () => {
    let seen: string[] = ['?'];
    await database.store.transact(async (tx) => {
      await tx.insert(accounts).values({ id: 'ada' });
      await pause();
      seen = await accountIds();
    });
    expect(seen).toEqual([]);
    expect(await accountIds()).toEqual(['ada']);
  });

  test('cannot be opened inside another', async () => {
    const nested = database.store.transact(() => database.store.transact(async () => undefined));
    await expect(nested).rejects.toThrow('inside a transaction');
  });

  test('invalidates its handle at the end', async () => {
    let kept: Writer | undefined;
    await database.store.transact(async (tx) => {
      kept = tx;
    });
    expect(() => kept?.select()).toThrow('after its transaction had ended');
  });

  test('reports a lost race as a unique violation, and the store continues', async () => {
    const add = () => database.store.transact((tx) => tx.insert(accounts).values({ id: 'grace' }));
    const results = await Promise.allSettled([add(), add(), add(), add(), add()]);
    const lost = results.filter((result) => result.status === 'rejected');
    expect(lost).toHaveLength(4);
    expect(lost.every((result) => isUniqueViolation(result.reason))).toBe(true);
    expect(await accountIds()).toContain('grace');
  });

  test('of a second process waits for its turn instead of failing', async () => {
    const other = openStore(database.url);
    const write = (store: typeof other, prefix: string) =>
      Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          store.transact(async (tx) => {
            await tx.insert(follows).values({ accountId: `${prefix}${at}`, authorId: 'a', state: 'on', since: new Date() });
            await pause();
          }),
        ),
      );
    await Promise.all([write(database.store, 'here-'), write(other, 'there-')]);
    await other.close();
    expect(await database.store.reader.select().from(follows)).toHaveLength(40);
  });
});

describe('a snapshot', () => {
  /** Reads, lets another connection write, and reads again. */
  const readTwice = async (write: () => Promise<unknown>) => {
    let asked = (): void => undefined;
    const between = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const written = between.then(write);
    return database.store.snapshot(async (reader) => {
      const ids = async () => (await reader.query<{ id: string }>('select id from accounts order by id', [])).map(({ id }) => id);
      const before = await ids();
      asked();
      await written;
      return { before, seen: (await accountIds()).filter((id) => !before.includes(id)), after: await ids() };
    });
  };

  test('is one state: it does not see what is written between two of its reads, and everybody else does', async () => {
    const other = openStore(database.url);
    const written = await readTwice(async () => {
      await database.store.transact((tx) => tx.insert(accounts).values({ id: 'written-here' }));
      await other.transact((tx) => tx.insert(accounts).values({ id: 'written-there' }));
    });
    await other.close();
    expect(written.seen).toEqual(['written-here', 'written-there']);
    expect(written.after).toEqual(written.before);
    expect(await accountIds()).toContain('written-there');
  });

  test('ends with its work, also after an error', async () => {
    let kept: Reader | undefined;
    const fault = database.store.snapshot(async (reader) => {
      kept = reader;
      throw new Error('power cut');
    });
    await expect(fault).rejects.toThrow('power cut');
    expect(() => kept?.select()).toThrow('after its transaction had ended');
    await database.store.eraseDeletedRows();
  });

  test('cannot be opened inside a transaction, nor a transaction inside a snapshot', async () => {
    const { store } = database;
    await expect(store.transact(() => store.snapshot(async () => undefined))).rejects.toThrow('inside a transaction');
    await expect(store.snapshot(() => store.transact(async () => undefined))).rejects.toThrow('inside a transaction');
  });
});

test('instants, flags and trees are read as they were written', async () => {
  const createdAt = new Date('2026-11-21T09:30:00.123Z');
  await database.store.transact((tx) => tx.insert(accounts).values({ id: 'instant', sample: true, createdAt }));
  const [row] = await database.store.reader.select().from(accounts).where(eq(accounts.id, 'instant'));
  expect(row).toMatchObject({ sample: true, createdAt });
});

test('a batch is inserted completely and in order, and rows that are stored already are left out', async () => {
  const rows = Array.from({ length: 30_000 }, (_, at) => ({ id: `loaded-${at}`, sample: at % 2 === 0, createdAt: new Date(at) }));
  const insert = () => database.store.transact((tx) => tx.bulkInsert(accounts, rows, { onConflict: 'ignore', returning: ['id'] }));
  expect(await insert()).toEqual(rows.map(({ id }) => ({ id })));
  expect(await insert()).toEqual([]);
  const loaded = (await accountIds()).filter((id) => id.startsWith('loaded-'));
  expect(loaded).toHaveLength(30_000);
});

test('a batch stores any text, number, instant and null, also what arrays and escapes are written with', async () => {
  const { store } = database;
  const texts = ['', ' ', 'NULL', 'null', '"', '\\', '\\"', '{a,b}', "it's", 'a\nb\tc\r', '\\x00ff', '\\N', '😀 é 中', ' , ', '$1', null];
  const rows = texts.map((name, at) => ({ id: `text-${at}`, name, sample: at % 2 === 0, createdAt: new Date(at * 1e11 - 5e11 + 1) }));
  await store.transact((tx) => tx.bulkInsert(accounts, rows));
  const { id, name, sample, createdAt } = accounts;
  const stored = await store.reader.select({ id, name, sample, createdAt }).from(accounts).where(like(id, 'text-%'));
  expect(stored.toSorted((a, b) => Number(a.id.slice(5)) - Number(b.id.slice(5)))).toEqual(rows);
});

test('a batch stores values as the builder does, and changes stored rows as its conflict states', async () => {
  const { store } = database;
  const row = {
    id: 'batch',
    kind: 'topic',
    slug: 'a',
    nameKey: 'a',
    name: 'A',
    sortName: 'a',
    facts: { code: 'A "quoted" {1}' },
    stale: false,
  };
  const at = new Date('2026-11-21T09:30:00.123Z');
  const read = async () => (await store.reader.select().from(contexts).where(eq(contexts.id, 'batch')))[0];
  const insert = (changed: Partial<typeof row> | { facts: JsonText }) =>
    store.transact((tx) =>
      tx.bulkInsert(contexts, [{ ...row, ...changed, firstYear: null, createdAt: at, updatedAt: at }], {
        onConflict: { target: ['id'], update: ['name', 'facts'], set: { worksCount: 'contexts.works_count + 1' } },
        returning: ['key', 'sortName'],
      }),
    );
  const [inserted] = await insert({});
  const stored = await read();
  expect(stored).toMatchObject({ ...row, firstYear: null, worksCount: 0, createdAt: at });
  expect(inserted).toEqual({ key: stored?.key, sortName: 'a' });
  expect(await insert({ name: 'B', sortName: 'b', facts: jsonText('{"code":"B"}') })).toEqual([inserted]);
  expect(await read()).toEqual({ ...stored, name: 'B', facts: { code: 'B' }, worksCount: 1 });
  expect(await store.transact((tx) => tx.bulkInsert(contexts, []))).toEqual([]);
});

test.each([
  ['a newer', false, /^The database in DATABASE_URL was changed by a newer version of Peergraph, [^.\n]*before the upgrade\.$/],
  ['another', true, /^The database in DATABASE_URL was made by another version of Peergraph, [^.\n]*import your data again\.$/],
])('a database of %s version stops the start with one sentence, and is left as it is', async (_, isOther, sentence) => {
  const { store, drop } = await freshDatabase();
  await store.migrate();
  const table = dialect === 'postgres' ? 'drizzle.__drizzle_migrations' : '__drizzle_migrations';
  await store.transact(async (tx) => {
    if (isOther) await tx.execute(`delete from ${table} where created_at > 0 returning hash`, []);
    await tx.insertRows({ table, columns: ['hash', 'created_at'], rows: [['0'.repeat(64), 1795254744186]] });
  });
  const fault = await store.migrate().catch((error: unknown) => error);
  expect(explainFault(fault)).toMatch(sentence);
  expect(await store.reader.select().from(accounts)).toEqual([]);
  await drop();
});

/** Returns the kinds of kernel timers of this process's connections to a port; see proc(5), `/proc/net/tcp`. */
function timersOfConnections(port: number): string[] {
  const links = readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      return [];
    }
  });
  const remote = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , to, state, , , , , , inode]) => to?.endsWith(remote) && state === '01' && links.includes(`socket:[${inode}]`))
    .map((fields) => fields[5]?.slice(0, 2) ?? '');
}

test.runIf(dialect === 'postgres' && process.platform === 'linux')(
  'a connection whose other end is gone is noticed, and no transaction hangs for ever',
  async () => {
    for (const [timeoutMs, limits] of [
      [undefined, ['0', '10min']],
      [3_000, ['3s', '3s']],
    ] as const) {
      const store = openStore(database.url, timeoutMs === undefined ? {} : { timeoutMs });
      const [row] = await store.reader.query<Record<string, string>>(
        "select current_setting('statement_timeout') as a, current_setting('idle_in_transaction_session_timeout') as b",
        [],
      );
      expect(Object.values(row ?? {})).toEqual(limits);
      await store.close();
    }
    const store = openStore(database.url);
    const slept = store.reader.query('select pg_sleep(1)::text as slept', []);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const timers = timersOfConnections(Number(new URL(database.url).port));
    await slept;
    await store.close();
    // 02 is the timer of keepalive probes.
    expect(timers).toContain('02');
  },
);
