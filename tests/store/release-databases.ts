import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import { dialect } from '#lib/platform/db/columns.ts';

async function runOnServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** Unpacks the database of a release. @returns its URL */
export async function unpackRelease(release: string, folder: string): Promise<string> {
  if (dialect === 'sqlite') {
    const file = join(folder, 'release.db');
    writeFileSync(file, gunzipSync(readFileSync(`tests/releases/${release}/sqlite.db.gz`)));
    return `file:${file}`;
  }
  const url = await createEmptyDatabase(`release_${release.replace(/\W/g, '_')}`);
  await runOnServer(url, gunzipSync(readFileSync(`tests/releases/${release}/postgres.sql.gz`)).toString());
  return url;
}

export async function createEmptyDatabase(prefix: string): Promise<string> {
  const server = process.env.DATABASE_URL ?? '';
  const name = `${prefix}_${Date.now()}`;
  await runOnServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs statements on a database that no store has open. */
export async function runOnDatabase(url: string, sql: string): Promise<void> {
  if (dialect === 'postgres') return runOnServer(url, sql);
  const connection = new BetterSqlite(url.slice('file:'.length));
  connection.exec(sql);
  connection.close();
}
