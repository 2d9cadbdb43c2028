import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
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

/** Each is a copy of one that was migrated once in a run. */
export async function freshDatabase(): Promise<TestDatabase> {
  return dialect === 'postgres' ? freshPostgres() : freshSqlite();
}

async function freshSqlite(): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'peergraph-test-'));
  const file = join(folder, 'test.db');
  copyFileSync(await sqliteTemplate(), file);
  const url = `file:${file}`;
  const store = openStore(url);
  return {
    store,
    url,
    async drop() {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** In the data folder of the run, which its processes share (tests/vitest.config.ts). Where two make it at once, either will do. */
async function sqliteTemplate(): Promise<string> {
  const template = join(process.env.DATA_DIR ?? tmpdir(), 'template.db');
  if (existsSync(template)) return template;
  const draft = `${template}.${randomBytes(6).toString('hex')}`;
  await migrated(`file:${draft}`);
  renameSync(draft, template);
  return template;
}

async function migrated(url: string): Promise<void> {
  const store = openStore(url);
  await store.migrate();
  await store.close();
}

async function freshPostgres(): Promise<TestDatabase> {
  const server = process.env.DATABASE_URL ?? '';
  if (server === 'postgres://unset')
    throw new Error('This suite needs a PostgreSQL: start it through npm test, or set TEST_POSTGRES_URL to a server on this machine.');
  const name = `peergraph_${randomBytes(6).toString('hex')}`;
  await onServer(server, async (client) => {
    const template = await postgresTemplate(client, server);
    await client.query(`create database ${name} template ${template} strategy file_copy`);
  });
  const url = databaseOn(server, name);
  const store = openStore(url);
  return {
    store,
    url,
    async drop() {
      await store.close();
      await onServer(server, (client) => client.query(`drop database ${name} with (force)`));
    },
  };
}

const templateLock = 7_223_302;

/** One for each run, which has a server of its own through npm test and elsewhere a data folder of its own. */
async function postgresTemplate(client: pg.Client, server: string): Promise<string> {
  const run = (process.env.DATA_DIR ?? '').replace(/^.*-/, '').replace(/[^0-9a-z]/gi, '');
  const name = `peergraph_template_${run}`.toLowerCase();
  const made = async () => (await client.query('select 1 from pg_database where datname = $1', [name])).rows.length > 0;
  if (await made()) return name;
  await client.query('select pg_advisory_lock($1)', [templateLock]);
  if (!(await made())) {
    // It gets its name when it is whole: until then nobody copies it.
    await client.query(`drop database if exists ${name}_draft`);
    await client.query(`create database ${name}_draft`);
    await migrated(databaseOn(server, `${name}_draft`));
    await client.query(`alter database ${name}_draft rename to ${name}`);
  }
  await client.query('select pg_advisory_unlock($1)', [templateLock]);
  return name;
}

function databaseOn(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
