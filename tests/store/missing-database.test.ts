import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { databaseFlag } from '#lib/platform/processes/child-process.ts';
import { removeFolder } from '../temporary-files.ts';
import { waitForExit } from './worker-process.ts';

test.each(['worker/worker.ts', 'server/renderer.ts'])(
  '%s ends where the database of its server is gone, and makes none',
  async (program) => {
    const folder = mkdtempSync(join(tmpdir(), 'peergraph-gone-'));
    const child = spawn(process.execPath, [databaseFlag(), join('lib/runtime', program), join(folder, 'socket'), '--with-channel'], {
      env: { ...process.env, DATABASE_URL: `file:${join(folder, 'gone.db')}`, DATA_DIR: folder },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), 60_000);
    expect(await waitForExit(child)).toBe(1);
    clearTimeout(timer);
    expect(readdirSync(folder)).toEqual([]);
    removeFolder(folder);
  },
);
