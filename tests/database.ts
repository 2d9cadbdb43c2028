import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { dialect } from '#lib/platform/db/columns.ts';
import { openStore, type Store } from '#lib/platform/db/store.ts';

/** A migrated, empty database of the engine under test. `url` opens it a second time, as another process would. */
export interface TestDatabase {
  store: Store;
  url: string;
  drop(): Promise<void>;
}

/** Copies the database that is migrated once in a run. */
export const freshDatabase = async (): Promise<TestDatabase> => openCopy(await copyTemplate());

/** A database that is filled once and copied for each test. */
export interface FilledDatabase<T> {
  /** The result of `fill`. */
  value: T;
  copy(): Promise<TestDatabase>;
  drop(): Promise<void>;
}

export async function filledDatabase<T>(fill: (store: Store) => Promise<T>): Promise<FilledDatabase<T>> {
  const template = await copyTemplate();
  const store = openStore(template.url);
  const value = await fill(store);
  await store.close();
  return { value, copy: async () => openCopy(await copyDatabase(template.name)), drop: template.remove };
}

/** A database without open connections. */
interface Copy {
  /** Path of its file, or name of the database on the server. */
  name: string;
  url: string;
  remove(): Promise<void>;
}

function openCopy({ url, remove }: Copy): TestDatabase {
  const store = openStore(url);
  return {
    store,
    url,
    async drop() {
      await store.close();
      await remove();
    },
  };
}

const copyTemplate = async (): Promise<Copy> => copyDatabase(dialect === 'postgres' ? await postgresTemplate() : await sqliteTemplate());

const copyDatabase = (template: string): Promise<Copy> => (dialect === 'postgres' ? copyPostgres(template) : copySqlite(template));

async function copySqlite(template: string): Promise<Copy> {
  const folder = mkdtempSync(join(tmpdir(), 'peergraph-test-'));
  const name = join(folder, 'test.db');
  copyFileSync(template, name);
  return { name, url: `file:${name}`, remove: async () => rmSync(folder, { recursive: true, force: true }) };
}

async function copyPostgres(template: string): Promise<Copy> {
  const name = `peergraph_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name} template ${template} strategy file_copy`);
  const remove = () => onServer(`drop database ${name} with (force)`);
  return { name, url: databaseOn(postgresServer(), name), remove };
}

/**
 * The template is in the data folder that the processes of a run share (tests/vitest.config.ts). If two processes create it concurrently,
 * either result is valid.
 */
async function sqliteTemplate(): Promise<string> {
  const template = join(process.env.DATA_DIR ?? tmpdir(), 'template.db');
  if (existsSync(template)) return template;
  const draft = `${template}.${randomBytes(6).toString('hex')}`;
  await migrateDatabase(`file:${draft}`);
  renameSync(draft, template);
  return template;
}

async function migrateDatabase(url: string): Promise<void> {
  const store = openStore(url);
  await store.migrate();
  await store.close();
}

function postgresServer(): string {
  const server = process.env.DATABASE_URL ?? '';
  if (server === 'postgres://unset')
    throw new Error('This suite needs a PostgreSQL: start it through npm test, or set TEST_POSTGRES_URL to a server on this machine.');
  return server;
}

const templateLock = 7_223_302;
let isTemplateMade = false;

/** The template is named after the data folder of the run, because runs outside `npm test` can share a server. */
async function postgresTemplate(): Promise<string> {
  const run = (process.env.DATA_DIR ?? '').replace(/^.*-/, '').replace(/[^0-9a-z]/gi, '');
  const name = `peergraph_template_${run}`.toLowerCase();
  if (!isTemplateMade) await makeTemplate(name);
  isTemplateMade = true;
  return name;
}

async function makeTemplate(name: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresServer() });
  await client.connect();
  const made = async () => (await client.query('select 1 from pg_database where datname = $1', [name])).rows.length > 0;
  try {
    if (await made()) return;
    await client.query('select pg_advisory_lock($1)', [templateLock]);
    if (await made()) return;
    // It is renamed when it is complete, so that nobody copies it before.
    await client.query(`drop database if exists ${name}_draft`);
    await client.query(`create database ${name}_draft`);
    await migrateDatabase(databaseOn(postgresServer(), `${name}_draft`));
    await client.query(`alter database ${name}_draft rename to ${name}`);
  } finally {
    await client.end();
  }
}

function databaseOn(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

let pool: pg.Pool | undefined;

/** Runs a statement on a pooled connection: opening one takes a third of the time of creating and dropping a database. */
async function onServer(statement: string): Promise<void> {
  pool ??= new pg.Pool({ connectionString: postgresServer(), max: 2, allowExitOnIdle: true }).on('error', () => {
    // The pool replaces a connection that has ended.
  });
  await pool.query(statement);
}
