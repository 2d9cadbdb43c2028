import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findDamage } from '#lib/platform/db/copies.ts';
import { log } from '#lib/platform/log/log.ts';
import { findDatabaseDamage, watchDatabase } from '#lib/runtime/server/processes/database-watch.ts';

const folder = mkdtempSync(join(tmpdir(), 'peergraph-watch-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  for (const level of ['warn', 'error'] as const) vi.spyOn(log, level).mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

const checkDatabase = (file: string, more: Record<string, string> = {}) =>
  findDatabaseDamage({ ...process.env, DATABASE_URL: `file:${join(folder, file)}`, ...more });

test('a database is reported as intact, damaged or unchecked', async () => {
  const whole = new BetterSqlite(join(folder, 'whole.db'));
  whole.exec('create table notes (text)');
  whole.close();
  writeFileSync(join(folder, 'damaged.db'), 'x'.repeat(10_000));
  expect(await checkDatabase('whole.db')).toBeNull();
  expect(await checkDatabase('damaged.db')).toBe('file is not a database');
  await expect(checkDatabase('missing.db')).rejects.toThrow();
  await expect(checkDatabase('whole.db', { NODE_OPTIONS: '--require=/no/such/module' })).rejects.toThrow();
});

test('a corrupt page is reported by its first finding, one on each line', async () => {
  const file = join(folder, 'broken.db');
  const broken = new BetterSqlite(file);
  broken.exec('create table notes (text)');
  const insert = broken.prepare('insert into notes (text) values (?)');
  for (let row = 0; row < 100; row += 1) insert.run(`note ${row}`);
  broken.close();
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(2_000, 7), 0, 2_000, 4_096 + 50);
  closeSync(handle);
  const found = findDamage(file, { quick: true });
  expect(found.length).toBeGreaterThan(10);
  for (const line of found) expect(line).toMatch(/^[^*\n][^\n]+$/);
  expect(await checkDatabase('broken.db')).toBe(found[0]);
});

test('a failed check is not reported as damage, and is retried soon', async () => {
  const answers = [new Error('spawn EAGAIN'), 'page 7 is broken', new Error('spawn EAGAIN'), null];
  let looks = 0;
  const check = async () => {
    const answer = answers[looks++] ?? null;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const watch = watchDatabase({ check, everyMs: 40, againMs: 20 });
  const seen: (string | null)[] = [];
  for (let look = 1; look <= 4; look += 1) {
    await expect.poll(() => looks, { interval: 1 }).toBe(look);
    seen.push(watch.damage());
  }
  watch.stop();
  expect(seen).toEqual([null, 'page 7 is broken', 'page 7 is broken', null]);
  const rested = looks;
  await new Promise((done) => setTimeout(done, 100));
  expect(looks).toBe(rested);
});
