import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { notInstalledExitCode, runTool } from '../processes/child-process.ts';
import { StartError } from '../processes/listen.ts';
import { dialect } from './columns.ts';
import { isCorruptionError } from './errors.ts';
import { migrationsFolder } from './migrations.ts';
import { appliedMigrations as appliedToPostgres } from './postgres.ts';
import { poolSize } from './replicas.ts';
import { appliedMigrations as appliedToSqlite } from './sqlite.ts';

/** Copies of a whole database, made while it is in use, and inspection of a database without changing it. */

/** Returns the file of an embedded database; null for PostgreSQL. */
export const databaseFile = (url: string): string | null => (url.startsWith('file:') ? url.slice('file:'.length) : null);

/** A PostgreSQL tool is missing or does not match the server. The message says what to do. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}

async function runPostgresTool(name: 'pg_dump' | 'pg_restore' | 'psql', url: string | null, args: readonly string[]): Promise<void> {
  // Every user of the machine can read the arguments of a process, but not its environment.
  const address = url === null ? null : new URL(url);
  const password = decodeURIComponent(address?.password ?? '');
  if (address) address.password = '';
  const environment = { ...process.env, ...(password && { PGPASSWORD: password }) };
  const { code, errorOutput } = await runTool(name, [...(address ? [`--dbname=${address.href}`] : []), ...args], environment);
  if (code === 0) return;
  const install = "Install the client tools of your PostgreSQL's version.";
  if (code === notInstalledExitCode) throw new ToolError(`${name} is not installed here. ${install}`);
  const advice = /version mismatch|unsupported version/.test(errorOutput) ? `\n${install}` : '';
  throw new ToolError(`${name} failed: ${errorOutput.trim()}${advice}`);
}

/** Returns the major version of a PostgreSQL tool; null if it is not installed. */
export function toolVersion(name: 'pg_dump' | 'pg_restore' | 'psql'): number | null {
  const version = spawnSync(name, ['--version'], { encoding: 'utf8' }).stdout ?? '';
  return Number(/\d+/.exec(version)?.[0]) || null;
}

/** Writes a consistent copy of a database to a new file, without blocking readers or writers. */
export async function copyDatabase(url: string, file: string): Promise<void> {
  const from = databaseFile(url);
  if (from === null) return runPostgresTool('pg_dump', url, ['--format=custom', '--no-owner', '--no-privileges', `--file=${file}`]);
  const connection = new BetterSqlite(from, { readonly: true, fileMustExist: true });
  try {
    // All in one step: a backup in several steps restarts whenever there is a write in between.
    await connection.backup(file, { progress: () => 2 ** 31 - 1 });
  } finally {
    connection.close();
  }
}

/** Drops and recreates the two schemas that contain everything made by migrations. */
const recreateStatements = ['drop schema if exists drizzle cascade', 'drop schema public cascade', 'create schema public'];

/**
 * Replaces the contents of a PostgreSQL database by a copy made with `copyDatabase`, in one transaction. Everything that only the current
 * database has is deleted, such as tables of a newer version.
 */
export async function restorePostgres(url: string, file: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'peergraph-restore-'));
  try {
    const script = join(folder, 'script.sql');
    await runPostgresTool('pg_restore', null, ['--no-owner', '--no-privileges', `--file=${script}`, file]);
    const statements = recreateStatements.map((statement) => `--command=${statement}`);
    await runPostgresTool('psql', url, [
      '--no-psqlrc',
      '--quiet',
      '--set=ON_ERROR_STOP=1',
      '--single-transaction',
      ...statements,
      `--file=${script}`,
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Finds damage in an SQLite file: broken pages, indexes and constraints. PostgreSQL checks its own pages (data checksums).
 * @param quick skips the comparison of indexes with their tables, which takes most of the time
 * @returns a description of each problem, at most a hundred
 * @throws if the file cannot be checked
 */
export function findDamage(file: string, { quick = false } = {}): string[] {
  const connection = new BetterSqlite(file, { readonly: true, fileMustExist: true });
  try {
    const checkRows = connection.pragma(quick ? 'quick_check' : 'integrity_check') as Record<string, string>[];
    // One value may contain a hundred findings, one a line, below a headline without information.
    const lines = checkRows.flatMap((row) => Object.values(row)).flatMap((value) => value.split('\n'));
    const problems = lines.filter((line) => line !== 'ok' && line !== '' && !line.startsWith('***'));
    const missingReferences = quick ? [] : (connection.pragma('foreign_key_check') as { table: string; parent: string }[]);
    return [
      ...problems,
      ...missingReferences.slice(0, 10).map(({ table, parent }) => `A row of ${table} refers to a missing row of ${parent}.`),
    ];
  } catch (error) {
    if (!isCorruptionError(error)) throw error;
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    connection.close();
  }
}

/** The applied and pending migrations of a database. */
interface MigrationState {
  applied: string[];
  pending: string[];
  /** Applied migrations that this version does not have: the database is of another version, most likely a newer one. */
  unknown: string[];
}

/** Compares the migrations applied to a database with those of this version. */
export function compareMigrations(applied: readonly string[], engine = dialect): MigrationState {
  const knownHashes = readMigrationFiles({ migrationsFolder: migrationsFolder(engine) }).map(({ hash }) => hash);
  return {
    applied: [...applied],
    pending: knownHashes.filter((hash) => !applied.includes(hash)),
    unknown: applied.filter((hash) => !knownHashes.includes(hash)),
  };
}

async function withPostgresClient<Result>(url: string, task: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await task(client);
  } finally {
    await client.end();
  }
}

/** Returns the major version of a PostgreSQL server. */
export const serverVersion = (url: string): Promise<number> =>
  withPostgresClient(url, async (client) => {
    const { rows } = await client.query<{ number: string }>("select current_setting('server_version_num') as number");
    return Math.floor(Number(rows[0]?.number) / 10_000);
  });

// A limit of -1 is none: it becomes NULL, which `least` ignores.
const connectionLimitQuery = `select least(
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
    nullif(d.datconnlimit, -1), nullif(r.rolconnlimit, -1)) as most
  from pg_database d, pg_roles r where d.datname = current_database() and r.rolname = current_user`;

/** Connections that a process opens: its pool, and the one on which it is notified of changes. */
export const connectionsPerProcess = poolSize + 1;

/** Returns how many connections the user of a PostgreSQL database can open, if nobody else has any. */
export const connectionLimit = (url: string): Promise<number> =>
  withPostgresClient(url, async (client) => Number((await client.query<{ most: number }>(connectionLimitQuery)).rows[0]?.most));

const otherSessionsQuery =
  "select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()";
/** A process that has just ended may still be listed, or still have its lock. */
const processEndMs = 1_000;

/** Returns true if another connection has the database open: a server, a worker or an import. */
export async function isDatabaseInUse(url: string): Promise<boolean> {
  const file = databaseFile(url);
  if (file === null)
    return withPostgresClient(url, async (client) => {
      const isListed = async () => (await client.query(otherSessionsQuery)).rows.length > 0;
      for (let waitedMs = 0; waitedMs < processEndMs && (await isListed()); waitedMs += 100) await wait(100);
      return isListed();
    });
  if (!existsSync(file)) return false;
  const connection = new BetterSqlite(file, { timeout: processEndMs });
  try {
    // Every connection has a shared lock on the file, even when idle.
    connection.pragma('locking_mode = exclusive');
    connection.prepare('select count(*) from sqlite_schema').get();
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
  } finally {
    connection.close();
  }
}

/** Reads the migrations of a database without changing it. A missing database has none. */
export async function migrationState(url: string): Promise<MigrationState> {
  const file = databaseFile(url);
  if (file === null) return compareMigrations(await withPostgresClient(url, appliedToPostgres), 'postgres');
  return compareMigrations(readSqlite(file, appliedToSqlite) ?? [], 'sqlite');
}

/** Reads an SQLite file without changing it; null if it does not exist. */
function readSqlite<Result>(file: string, read: (connection: BetterSqlite.Database) => Result): Result | null {
  if (!existsSync(file)) return null;
  if (!statSync(file).isFile()) throw new StartError(`${file} in DATABASE_URL is no file. Name a file in a folder of a local disk.`);
  const connection = new BetterSqlite(file, { readonly: true });
  try {
    return read(connection);
  } finally {
    connection.close();
  }
}

/** Excludes tables of extensions, which a server may create in each new database. */
const postgresTablesQuery = `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind in ('r', 'p', 'v', 'm', 'f')
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by c.relname`;
const sqliteTablesQuery =
  "select name from sqlite_schema where type in ('table', 'view') and name not like 'sqlite\\_%' escape '\\' order by name";

/** Returns the tables and views in the schema that Peergraph uses, of this program or another. */
export async function tablesIn(url: string): Promise<string[]> {
  const file = databaseFile(url);
  if (file !== null) return readSqlite(file, (connection) => connection.prepare(sqliteTablesQuery).pluck().all() as string[]) ?? [];
  return withPostgresClient(url, async (client) =>
    (await client.query<{ name: string }>(postgresTablesQuery)).rows.map(({ name }) => name),
  );
}

const encodingOf = (url: string): Promise<string> =>
  withPostgresClient(
    url,
    async (client) => (await client.query<{ server_encoding: string }>('show server_encoding')).rows[0]?.server_encoding ?? '',
  );

/**
 * Rejects a database without migrations of Peergraph, before anything is changed, if it has tables of another program or an encoding that
 * cannot hold all names.
 */
export async function rejectForeignDatabase(url: string): Promise<void> {
  const encoding = databaseFile(url) === null ? await encodingOf(url) : 'UTF8';
  if (encoding !== 'UTF8')
    throw new StartError(
      `The database in DATABASE_URL has the encoding ${encoding}, which cannot hold all names. Make it again: createdb --encoding UTF8 --template template0 <name>.`,
    );
  const [table] = (await tablesIn(url)).filter((name) => name !== '__drizzle_migrations');
  // A concurrent start may have created our tables meanwhile.
  if (table === undefined || (await migrationState(url)).applied.length > 0) return;
  throw new StartError(
    `The database in DATABASE_URL has tables of another program, such as ${table}. Name an empty one of its own for Peergraph; nothing was changed.`,
  );
}
