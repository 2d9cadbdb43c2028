import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import BetterSqlite from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import pg from 'pg';
import { expect, test } from 'vitest';
import { dialect } from '#lib/platform/db/columns.ts';
import { migrationState } from '#lib/platform/db/copies.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { follows } from '#lib/platform/db/schema/follows.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import { openStore, type Store } from '#lib/platform/db/store.ts';
import { checkInstance } from '#lib/runtime/backup/check.ts';
import { prepareDatabase } from '#lib/runtime/server/prepare-database.ts';

/** Every released version has left a database in tests/releases: this version opens it, with everything that was in it. */
const releases = readdirSync('tests/releases', { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

test('there is a database of a released version', () => {
  expect(releases).toContain('0.2.0');
});

async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** Unpacks what a release has left, and names the place. */
async function unpacked(release: string, folder: string): Promise<string> {
  if (dialect === 'sqlite') {
    const file = join(folder, 'release.db');
    writeFileSync(file, gunzipSync(readFileSync(`tests/releases/${release}/sqlite.db.gz`)));
    return `file:${file}`;
  }
  const server = process.env.DATABASE_URL ?? '';
  const name = `release_${release.replace(/\W/g, '_')}_${Date.now()}`;
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  await onServer(url.href, gunzipSync(readFileSync(`tests/releases/${release}/postgres.sql.gz`)).toString());
  return url.href;
}

test.each(releases)('opens a database of %s with everything in it', async (release) => {
  const folder = mkdtempSync(join(tmpdir(), 'peergraph-release-'));
  const databaseUrl = await unpacked(release, folder);
  const store = openStore(databaseUrl);
  await store.migrate();
  expect((await migrationState(databaseUrl)).pending).toEqual([]);
  expect((await store.reader.select().from(accounts)).map(({ name }) => name)).toEqual(['Ada Byron']);
  expect((await store.reader.select().from(authors)).map(({ name }) => name).sort()).toEqual(['Ada Byron', 'Lida Novák']);
  expect(await store.reader.select().from(works)).toHaveLength(1);
  expect(await store.reader.select().from(follows)).toHaveLength(1);
  await store.close();
  // The log verifies; the key that signed it stayed with the release.
  expect(await checkInstance({ databaseUrl, dataDir: folder, secret: undefined })).toEqual([
    expect.stringContaining('names the signing key'),
  ]);
  rmSync(folder, { recursive: true });
});

if (dialect === 'sqlite') {
  test('a database is copied before migrations change it, once for each state', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'peergraph-older-'));
    const older = join(folder, 'migrations');
    cpSync('drizzle/sqlite', older, { recursive: true });
    const journalFile = join(older, 'meta', '_journal.json');
    const journal = JSON.parse(readFileSync(journalFile, 'utf8')) as { entries: unknown[] };
    writeFileSync(journalFile, JSON.stringify({ ...journal, entries: journal.entries.slice(0, 1) }));
    mkdirSync(join(folder, 'data'));
    const connection = new BetterSqlite(join(folder, 'older.db'));
    migrate(drizzle(connection), { migrationsFolder: older });
    connection.exec("insert into accounts (id, name, created_at) values ('ada', 'Ada', 0)");
    connection.close();
    const url = `file:${join(folder, 'older.db')}`;
    const place = globalThis as { peergraphStore?: Store };
    place.peergraphStore = openStore(url);
    const said: string[] = [];
    for (let start = 0; start < 2; start += 1) await prepareDatabase(url, join(folder, 'data'), (text) => said.push(text));
    const [copy = '', ...others] = readdirSync(join(folder, 'data', 'before-migrations'));
    expect([others, said.length]).toEqual([[], 1]);
    expect((await migrationState(`file:${join(folder, 'data', 'before-migrations', copy)}`)).applied).toHaveLength(1);
    expect(await migrationState(url)).toMatchObject({ pending: [], unknown: [] });
    expect(await place.peergraphStore.reader.select({ id: accounts.id }).from(accounts)).toEqual([{ id: 'ada' }]);
    await place.peergraphStore.close();
    delete place.peergraphStore;
    rmSync(folder, { recursive: true });
  });
}
