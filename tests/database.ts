import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { dialect } from '#lib/platform/db/columns.ts';
import { openStore, type Store } from '#lib/platform/db/store.ts';

/** A migrated, empty database of the engine that this test run is for. `url` opens it a second time, as another process would. */
export interface TestDatabase {
  store: Store;
  url: string;
  drop(): Promise<void>;
}

export async function freshDatabase(): Promise<TestDatabase> {
  return dialect === 'postgres' ? freshPostgres() : freshSqlite();
}

async function freshSqlite(): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'peergraph-test-'));
  const url = `file:${join(folder, 'test.db')}`;
  const store = openStore(url);
  await store.migrate();
  return {
    store,
    url,
    async drop() {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freshPostgres(): Promise<TestDatabase> {
  const server = process.env.DATABASE_URL ?? '';
  if (server === 'postgres://unset')
    throw new Error('This suite needs a PostgreSQL: start it through npm test, or set TEST_POSTGRES_URL to a server on this machine.');
  const name = `peergraph_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const store = openStore(url.href);
  await store.migrate();
  return {
    store,
    url: url.href,
    async drop() {
      await store.close();
      await onServer(server, `drop database ${name} with (force)`);
    },
  };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
