import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { dialect } from '#lib/platform/db/columns.ts';
import { copySqliteRows } from '#lib/platform/db/convert.ts';
import { openSqlite } from '#lib/platform/db/sqlite.ts';
import { databaseFlag } from '#lib/platform/processes/child-process.ts';
import { convertDatabase } from '#lib/runtime/backup/convert.ts';
import { freshDatabase } from '../database.ts';
import { removeFolder } from '../temporary-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'peergraph-convert-'));
afterAll(() => removeFolder(folder));
const dataDir = process.env.DATA_DIR ?? '';
const noReport = () => undefined;

let files = 0;
/** Creates a migrated SQLite database, and changes it. */
async function createFile(change: (connection: BetterSqlite.Database) => void = () => undefined): Promise<string> {
  const file = join(folder, `${++files}.db`);
  const engine = openSqlite(file);
  await engine.migrate();
  await engine.close();
  const connection = new BetterSqlite(file);
  change(connection);
  connection.close();
  return file;
}

const convert = (file: string, databaseUrl: string) => convertDatabase(file, { databaseUrl, dataDir, secret: undefined }, noReport);

test.runIf(dialect === 'sqlite')('an SQLite database is not converted to SQLite', async () => {
  await expect(convert(await createFile(), `file:${join(folder, 'target.db')}`)).rejects.toThrow(/DATABASE_URL names SQLite\. Set it/);
});

describe.runIf(dialect === 'postgres')('conversion of an SQLite database to PostgreSQL', () => {
  /** A column of PostgreSQL, with the values that the rows of a test have in SQLite. */
  interface Column {
    table: string;
    name: string;
    type: string;
    nullable: boolean;
  }

  const columnsQuery = `select table_name as table, column_name as name, data_type as type, is_nullable = 'YES' as nullable
    from information_schema.columns where table_schema = 'public' and is_generated = 'NEVER' order by table_name, ordinal_position`;

  const valuesByType: Record<string, (row: number) => unknown> = {
    boolean: (row) => row % 2,
    bytea: (row) => Buffer.from([0, 255, row]),
    'timestamp with time zone': (row) => 1_700_000_000_123 + row,
    json: (row) => JSON.stringify({ row, text: 'é 中 "😀"\n' }),
    integer: (row) => row,
    bigint: (row) => 2 ** 40 + row,
    'double precision': (row) => row + 0.1,
    text: (row) => `${row} é 中 '"\\😀\n`,
  };
  const valueFor = ({ type, nullable }: Column, row: number): unknown => (nullable && row === 2 ? null : valuesByType[type]?.(row));

  /** Reads a value of PostgreSQL as SQLite stores it. */
  const selected = ({ name, type }: Column): string => {
    if (type === 'boolean') return `"${name}"::int`;
    if (type === 'timestamp with time zone') return `(extract(epoch from "${name}") * 1000)::float8`;
    return type === 'json' ? `"${name}"::text` : type === 'bigint' ? `"${name}"::float8` : `"${name}"`;
  };

  async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return work(client).finally(() => client.end());
  }

  const rowsIn = (url: string, query: string) => withClient(url, async (client) => (await client.query(query)).rows);

  const tablesOf = (url: string) =>
    withClient(url, async (client) => Map.groupBy((await client.query<Column>(columnsQuery)).rows, ({ table }) => table));

  test('every value of every table is copied, and numbers of deleted rows are not given again', async () => {
    const target = await freshDatabase();
    const tables = await tablesOf(target.url);
    const file = await createFile((connection) => {
      for (const [table, columns] of tables) {
        connection.prepare(`delete from ${table}`).run();
        const names = columns.map(({ name }) => `"${name}"`);
        const insert = connection.prepare(`insert into ${table} (${names.join()}) values (${names.map(() => '?').join()})`);
        for (const row of [1, 2, 3]) insert.run(columns.map((column) => valueFor(column, row)));
      }
      connection.prepare('delete from works where key = 3').run();
    });
    const copied = new Map<string, number>();
    expect(await copySqliteRows(file, target.store, (table, rows) => copied.set(table, rows))).toBeNull();
    await withClient(target.url, async (client) => {
      for (const [table, columns] of tables) {
        // Triggers fill the counts by letter; changes are of processes on an SQLite file.
        if (table === 'author_letters' || table === 'changes') continue;
        const rows = table === 'works' ? [1, 2] : [1, 2, 3];
        const text = `select ${columns.map(selected).join()} from ${table} order by 1, 2`;
        const stored = (await client.query({ text, rowMode: 'array' })).rows;
        expect(stored, table).toEqual(expect.arrayContaining(rows.map((row) => columns.map((column) => valueFor(column, row)))));
        expect([stored.length, copied.get(table)], table).toEqual([rows.length, rows.length]);
      }
      expect((await client.query("select nextval(pg_get_serial_sequence('works', 'key'))::int as key")).rows).toEqual([{ key: 4 }]);
    });
    expect(tables.size).toBeGreaterThan(60);
    await target.drop();
  });

  test('an instance is converted with its log, once; its file does not change', async () => {
    const file = join(folder, 'instance.db');
    const script = `
      import { logEvent } from '#lib/catalog/trust/commands/log.ts';
      import { accounts } from '#lib/platform/db/schema/accounts.ts';
      import { openStore } from '#lib/platform/db/store.ts';
      const store = openStore(process.env.DATABASE_URL);
      await store.migrate();
      await store.transact(async (tx) => {
        await tx.insert(accounts).values({ id: 'mara', name: 'Mara' });
        for (let at = 0; at < 3; at += 1) await logEvent(tx, { authorId: 'record', kind: 'passkey_added', facts: {} });
      });
      await store.close();`;
    const env = { ...process.env, DATABASE_URL: `file:${file}`, NODE_NO_WARNINGS: '1' };
    execFileSync(process.execPath, [databaseFlag(), '--input-type=module', '-e', script], { env });
    const target = await freshDatabase();
    expect(await convert(file, target.url)).toEqual([]);
    expect(await rowsIn(target.url, 'select name from accounts')).toEqual([{ name: 'Mara' }]);
    expect(await rowsIn(target.url, 'select number from log_end')).toEqual([{ number: 3 }]);
    await expect(convert(file, target.url)).rejects.toThrow(/has rows in accounts already\. Name an empty one/);
    expect(new BetterSqlite(file, { readonly: true }).prepare('select name from accounts').pluck().all()).toEqual(['Mara']);
    await target.drop();
  });

  test('a row that PostgreSQL does not take leaves the target empty, so that the conversion can be repeated', async () => {
    const file = await createFile((connection) => {
      connection.prepare("insert into accounts (id, name, created_at) values ('mara', 'Mara', 1)").run();
      connection.prepare("insert into rate_limits (key, points) values ('a', 1), ('b', 'many'), ('c', 3)").run();
    });
    const target = await freshDatabase();
    await expect(convert(file, target.url)).rejects.toThrow(
      /^PostgreSQL does not take a row of the table rate_limits \(key = "b"\): .*"many"\. Correct it in the file/,
    );
    expect(await rowsIn(target.url, 'select 1 from accounts')).toEqual([]);
    const connection = new BetterSqlite(file);
    connection.prepare("update rate_limits set points = 2 where key = 'b'").run();
    connection.close();
    expect(await convert(file, target.url)).toEqual([]);
    expect(await rowsIn(target.url, 'select points from rate_limits order by key')).toEqual([1, 2, 3].map((points) => ({ points })));
    await target.drop();
  });

  test('a row with a key of several columns is named by all of them', async () => {
    const file = await createFile((connection) =>
      connection.exec("insert into sign_in_tokens (identifier, token, expires) values ('a', 'b', 'never')"),
    );
    const target = await freshDatabase();
    await expect(convert(file, target.url)).rejects.toThrow(/table sign_in_tokens \(identifier = "a", token = "b"\): .*"never"/);
    await target.drop();
  });

  test('a target that a server has open is refused', async () => {
    const target = await freshDatabase();
    await target.store.catchUp();
    await expect(convert(await createFile(), target.url)).rejects.toThrow(/^The database in DATABASE_URL is in use\. Stop the instance/);
    await target.drop();
  });

  test('a program that starts during the conversion waits, and then finds the copied rows', async () => {
    const file = await createFile((connection) =>
      connection.exec("insert into accounts (id, name, created_at) values ('mara', 'Mara', 1)"),
    );
    const target = await freshDatabase();
    let read: Promise<unknown[]> | undefined;
    await copySqliteRows(file, target.store, () => {
      read ??= rowsIn(target.url, 'select name from accounts');
    });
    expect(await read).toEqual([{ name: 'Mara' }]);
    await target.drop();
  });

  test('of two conversions at once, the second finds the rows of the first', async () => {
    const file = await createFile((connection) =>
      connection.exec("insert into accounts (id, name, created_at) values ('mara', 'Mara', 1)"),
    );
    const target = await freshDatabase();
    const results = await Promise.all([1, 2].map(() => copySqliteRows(file, target.store, noReport)));
    expect(results.toSorted()).toEqual(['accounts', null]);
    await target.drop();
  });

  test('a database of an older version is not migrated', async () => {
    const target = await freshDatabase();
    const lastMigration = 'drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)';
    await withClient(target.url, (client) => client.query(`delete from ${lastMigration}`));
    await expect(convert(await createFile(), target.url)).rejects.toThrow(/older version, and may be in use\. Name an empty one/);
    await target.drop();
  });

  test('a file that cannot be converted is rejected with what to do, before anything is written', async () => {
    const target = await freshDatabase();
    const text = join(folder, 'text.db');
    writeFileSync(text, 'no database');
    await expect(convert(join(folder, 'none.db'), target.url)).rejects.toThrow(/There is no file .*none\.db/);
    await expect(convert(text, target.url)).rejects.toThrow(/is not an SQLite database/);
    const older = await createFile((one) =>
      one.exec('delete from __drizzle_migrations where rowid = (select max(rowid) from __drizzle_migrations)'),
    );
    await expect(convert(older, target.url)).rejects.toThrow(/older version\. Start this version with it once/);
    const newer = await createFile((one) => one.exec("insert into __drizzle_migrations (hash, created_at) values ('x', 9e12)"));
    await expect(convert(newer, target.url)).rejects.toThrow(/of another version/);
    const foreign = join(folder, 'foreign.db');
    new BetterSqlite(foreign).exec('create table notes (id)').close();
    await expect(convert(foreign, target.url)).rejects.toThrow(/not a database of Peergraph/);
    const used = openSqlite(await createFile());
    await expect(convert(join(folder, `${files}.db`), target.url)).rejects.toThrow(/is in use\. Stop the instance/);
    await used.close();
    await target.drop();
  });
});
