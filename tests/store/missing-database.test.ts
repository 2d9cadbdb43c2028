import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dialect } from '#lib/platform/db/columns.ts';
import { explainFault } from '#lib/platform/log/faults.ts';
import { databaseFlag } from '#lib/platform/processes/child-process.ts';
import { faultOfRequest, withRequest } from '#lib/platform/request-context.ts';
import { freshDatabase } from '../database.ts';
import { removeFolder } from '../temporary-files.ts';
import { createAccount } from './fixtures.ts';
import { waitForExit } from './worker-process.ts';

test.each(['worker/worker.ts', 'server/pages/renderer.ts'])(
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

test.skipIf(dialect === 'postgres')(
  'nothing is written to a database whose file is replaced or removed below a running server',
  async () => {
    const { store, url, drop } = await freshDatabase();
    const file = url.replace('file:', '');
    const faultOfWrite = () =>
      withRequest({ id: 'form', isOverloaded: false }, async () => {
        const fault = await createAccount(store, 'Lost').catch((error: unknown) => error);
        expect(explainFault(fault)).toMatch(/^The database file was moved, removed or replaced while it was open\. Stop the instance/);
        return faultOfRequest();
      });
    const countAccounts = () => store.reader.query<{ count: number }>('select count(*) as count from accounts', []);
    await createAccount(store, 'Kept');
    copyFileSync(file, `${file}.copy`);
    renameSync(file, `${file}.old`);
    renameSync(`${file}.copy`, file);
    expect(await faultOfWrite()).toBe('cannot_store');
    rmSync(file);
    expect(await faultOfWrite()).toBe('cannot_store');
    renameSync(`${file}.old`, file);
    await createAccount(store, 'Kept too');
    expect(await countAccounts()).toEqual([{ count: 2 }]);
    await drop();
  },
);
