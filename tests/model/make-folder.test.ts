import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { explainFault } from '#lib/platform/log/faults.ts';
import { makeFolder } from '#lib/platform/processes/make-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'peergraph-folders-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('makes a folder with its parents, and accepts an existing one', () => {
  makeFolder(join(folder, 'a', 'b', 'c'), 0o700);
  makeFolder(join(folder, 'a', 'b', 'c'), 0o700);
  expect(statSync(join(folder, 'a', 'b', 'c')).isDirectory()).toBe(true);
  expect(statSync(join(folder, 'a')).mode & 0o077).toBe(0);
  mkdirSync(join(folder, 'real'));
  symlinkSync('real', join(folder, 'link'));
  makeFolder(join(folder, 'link'));
});

test('rejects a path at or below a file', () => {
  writeFileSync(join(folder, 'file'), '');
  const errorOf = (path: string): string | null => {
    try {
      makeFolder(path);
      return null;
    } catch (error) {
      return explainFault(error);
    }
  };
  expect(errorOf(join(folder, 'file'))).toMatch(/^DATA_DIR names something that is not a folder/);
  expect(errorOf(join(folder, 'file', 'below'))).toMatch(/^A part of a path in DATA_DIR or DATABASE_URL is not a folder/);
});

test.skipIf(process.platform !== 'linux')('a start in a read-only file system ends with the reason', () => {
  const settings = { DATA_DIR: '/proc/peergraph/data', SAMPLE: 'off' };
  const { status, stderr } = spawnSync(process.execPath, ['lib/runtime/server/runtime.mjs', 'lib/runtime/server/start.ts'], {
    env: { NODE_ENV: 'test', PATH: process.env.PATH, ...settings },
    encoding: 'utf8',
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining('No folder can be made in /proc. Name one on a local disk.')]);
});
