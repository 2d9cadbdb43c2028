import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { databaseFlag } from '#lib/platform/processes/child-process.ts';
import { createBackup } from '#lib/runtime/backup/create.ts';
import { type Fault, type FaultContext, runFault } from './fault.ts';
import { processTree } from './processes.ts';
import type { Result } from './result.ts';
import { startRunningInstance } from './server.ts';

const diskMb = 64;

/** Returns why a tmpfs cannot be mounted; null if it can. */
function cannotMount(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'faults-disk-'));
  const tried = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
  if (tried.status === 0) execFileSync('umount', [folder]);
  rmSync(folder, { recursive: true });
  return tried.status === 0 ? null : 'a small disk needs the right to mount a tmpfs';
}

const hasPrlimit = (): boolean => spawnSync('prlimit', ['--version']).status === 0;

/** Runs a fault on a small temporary disk. */
async function onSmallDisk(work: (disk: string) => Promise<Result>): Promise<Result> {
  const disk = mkdtempSync(join(tmpdir(), 'faults-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m`, 'tmpfs', disk]);
  try {
    return await work(disk);
  } finally {
    execFileSync('umount', ['-l', disk]);
    rmSync(disk, { recursive: true });
  }
}

const isReadable = async ({ instance }: FaultContext): Promise<boolean> =>
  (await fetch(`${instance.url}/authors/person-1`, { signal: AbortSignal.timeout(20_000) }).catch(() => null))?.ok ?? false;

/** Fills the disk to the last byte. */
function fill(file: string): void {
  const open = openSync(file, 'w');
  try {
    for (let bytes = 1024 * 1024; bytes >= 1; bytes = Math.floor(bytes / 4))
      try {
        for (;;) writeSync(open, Buffer.alloc(bytes, 1));
      } catch {
        // No room for a block of this size: a smaller one may fit.
      }
  } finally {
    closeSync(open);
  }
}

/** Limits the file size of processes (`RLIMIT_FSIZE`). @param bytes the maximum size; null removes the limit */
function limitFiles(pids: readonly number[], bytes: number | null): void {
  for (const pid of pids) execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes ?? 'unlimited'}:`]);
}

/** Expects that reads work while writes fail, and that writes work after `makeRoom`. */
async function expectReadsAndRecovery(context: FaultContext, makeRoom: () => void): Promise<void> {
  const refusedBefore = context.writers.written.refused;
  await wait(4_000);
  context.expect(await isReadable(context), 'a page could not be read while the disk was full');
  context.expect(context.writers.written.refused > refusedBefore, 'every write was done: the disk was not full');
  makeRoom();
  const freedAt = performance.now();
  context.expect(await context.writers.acknowledge(20), 'nothing was written after there was room again');
  context.result.readyMs.push(performance.now() - freedAt);
}

const full: Fault = {
  name: 'full disk',
  engines: ['sqlite'],
  cannotRun: () => (cannotMount() === null || hasPrlimit() ? null : 'neither a tmpfs can be mounted nor the size of files limited'),
  run: () => (cannotMount() === null ? onSmallDisk(fullDisk) : runFault(limitedFiles)),
};

const fullDisk = (disk: string): Promise<Result> =>
  runFault(
    async (context) => {
      const ballast = join(disk, 'ballast');
      fill(ballast);
      await expectReadsAndRecovery(context, () => rmSync(ballast));
    },
    { parent: disk },
  );

/** Fallback without tmpfs: limits the size of the WAL, which is the largest file of a new instance. */
async function limitedFiles(context: FaultContext): Promise<void> {
  const log = `${context.storage.url.replace(/^file:/, '')}-wal`;
  limitFiles(processTree(context.instance.pid), statSync(log).size);
  context.result.note = 'by a limit of file sizes';
  await expectReadsAndRecovery(context, () => limitFiles(processTree(context.instance.pid), null));
}

/** Remounts a disk read-only as soon as no process has a file of it open for writing. */
async function remountReadOnly(disk: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return void execFileSync('mount', ['-o', 'remount,ro', disk], { stdio: 'pipe' });
    } catch (error) {
      if (attempt === 50) throw error;
      await wait(200);
    }
}

const readOnly: Fault = {
  name: 'read-only disk',
  engines: ['sqlite'],
  cannotRun: cannotMount,
  run: () =>
    onSmallDisk((disk) =>
      runFault(
        async (context) => {
          await context.end('SIGTERM');
          await remountReadOnly(disk);
          const refused = await startRunningInstance({ DATABASE_URL: context.storage.url, DATA_DIR: context.storage.folder });
          const { code } = await refused.end('SIGKILL');
          context.expect(refused.readyMs === null && code === 1, `started on a read-only disk, or ended with code ${code}`);
          context.expect(/read-?only|write|EROFS/i.test(refused.output()), `did not say why: ${refused.output().slice(-200)}`);
          execFileSync('mount', ['-o', 'remount,rw', disk]);
          await context.restart();
          context.expect(await context.writers.acknowledge(10), 'nothing was written on the writable disk');
        },
        { parent: disk },
      ),
    ),
};

const cannotTrace = (): string | null => {
  const tried = spawnSync('strace', ['-f', '-e', 'trace=fsync', 'true']);
  return tried.status === 0 ? null : 'strace is missing or may not trace';
};

/** Makes each fsync of the processes fail for `ms` milliseconds. */
async function failFsync(pids: readonly number[], ms: number): Promise<void> {
  const failing = ['-f', '-qq', '-e', 'trace=fsync,fdatasync', '-e', 'inject=fsync,fdatasync:error=EIO'];
  const tracer = spawn('strace', [...failing, ...pids.flatMap((pid) => ['-p', String(pid)])], { stdio: 'ignore' });
  const ended = new Promise((resolve) => tracer.once('exit', resolve));
  await wait(ms);
  tracer.kill('SIGINT');
  await ended;
}

const fsyncFails: Fault = {
  name: 'fsync fails',
  engines: ['sqlite', 'postgres'],
  cannotRun: cannotTrace,
  run: ({ postgres }) =>
    runFault(async (context) => {
      await failFsync(postgres ? processTree(postgres.pid()) : processTree(context.instance.pid), 3_000);
      // PostgreSQL that panicked under strace may wait for its children forever: restarts it, as a supervisor would.
      await postgres?.crash();
      await postgres?.start();
      const endedAt = performance.now();
      context.expect(await context.writers.acknowledge(20, 90_000), 'nothing was written after fsync worked again');
      context.result.readyMs.push(performance.now() - endedAt);
      await context.end('SIGKILL');
      await context.restart();
    }),
};

/** Overwrites twelve pages in the middle of a file. */
function damage(file: string): void {
  const middle = Math.floor(statSync(file).size / 2 / 4096) * 4096;
  const open = openSync(file, 'r+');
  for (let page = 0; page < 12; page += 1) writeSync(open, Buffer.alloc(4096, 0xa5), 0, 4096, middle + page * 4096);
  closeSync(open);
}

const corrupted: Fault = {
  name: 'corrupted pages',
  engines: ['sqlite'],
  isShort: true,
  run: () =>
    runFault(async (context) => {
      const { storage, writers } = context;
      await writers.stop();
      await context.end('SIGTERM');
      const file = storage.url.replace(/^file:/, '');
      const backup = `${file}.backup`;
      await createBackup({ databaseUrl: storage.url, dataDir: storage.folder, secret: undefined }, backup);
      damage(file);
      const damaged = await startRunningInstance({ DATABASE_URL: storage.url, DATA_DIR: storage.folder }, 8_000);
      const answer = damaged.readyMs === null ? null : await pollUntilUnready(damaged.url);
      context.expect(answer !== 200, '/readyz says that a damaged database can serve');
      context.result.orphans += (await damaged.end('SIGKILL')).orphans;
      const args = [databaseFlag(), 'lib/runtime/backup/cli.ts', 'restore', backup, '--replace'];
      const env = { ...process.env, DATABASE_URL: storage.url, DATA_DIR: storage.folder };
      const restored = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
      context.expect(restored.status === 0, `the backup could not be restored: ${restored.stderr.slice(-300)}`);
      await context.restart();
    }),
};

/** Polls /readyz until it fails, because the integrity check takes some seconds after the start. @returns the last status */
async function pollUntilUnready(url: string): Promise<number> {
  let status = 200;
  for (let tries = 0; status === 200 && tries < 60; tries += 1) {
    status = (await fetch(`${url}/readyz`).catch(() => null))?.status ?? 0;
    await wait(250);
  }
  return status;
}

export const disk: readonly Fault[] = [full, readOnly, fsyncFails, corrupted];
