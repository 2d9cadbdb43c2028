import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import BetterSqlite from 'better-sqlite3';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logEvent } from '#lib/catalog/trust/commands/log.ts';
import { addMs, setClock } from '#lib/platform/clock.ts';
import { dialect } from '#lib/platform/db/columns.ts';
import { copyDatabase, databaseFile, serverVersion, tablesIn, toolVersion } from '#lib/platform/db/copies.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { organisations } from '#lib/platform/db/schema/contexts.ts';
import { openStore, type Store } from '#lib/platform/db/store.ts';
import { openExistingStore, openMigratedStore, rejectUnfinishedRestore } from '#lib/platform/db/upgrade.ts';
import { readEnv } from '#lib/platform/env.ts';
import { explainFault } from '#lib/platform/log/faults.ts';
import { databaseFlag } from '#lib/platform/processes/child-process.ts';
import { findAlerts } from '#lib/portal/operations/model/alerts.ts';
import { readInstanceState } from '#lib/portal/operations/queries/instance-state.ts';
import { readLastBackup } from '#lib/portal/operations/queries/last-backup.ts';
import { checkInstance, findMissingKey } from '#lib/runtime/backup/check.ts';
import { createBackup } from '#lib/runtime/backup/create.ts';
import { engineOfCopy, restoreBackup, restoreCopy, verifyBackup } from '#lib/runtime/backup/restore.ts';
import { checkConnections, checkDatabase, checkVersions } from '#lib/runtime/doctor/checks.ts';
import { prepareDatabase } from '#lib/runtime/server/processes/prepare-database.ts';
import { freshDatabase, type TestDatabase } from '../database.ts';
import { startPostgres } from '../postgres.ts';

let database: TestDatabase;
let folder: string;
const written: string[] = [];

/**
 * Returns a database whose tools can back it up. They must be at least as new as the server; otherwise the system's own PostgreSQL is
 * started, which includes matching tools.
 */
async function databaseWithTools(): Promise<TestDatabase> {
  const fresh = await freshDatabase();
  if (dialect === 'sqlite') return fresh;
  if ((toolVersion('pg_dump') ?? 0) >= (await serverVersion(fresh.url))) return fresh;
  await fresh.drop();
  const server = await startPostgres({ isSystem: true });
  const store = openStore(server.url);
  await store.migrate();
  const drop = async () => {
    await store.close();
    await server.stop();
  };
  return { url: server.url, store, drop };
}

beforeAll(async () => {
  database = await databaseWithTools();
  folder = mkdtempSync(join(tmpdir(), 'peergraph-backup-'));
}, 300_000);
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const dataDir = process.env.DATA_DIR ?? '';
const instance = () => ({ databaseUrl: database.url, dataDir, secret: undefined });

/** Makes one acknowledged write: an account, and an event in the log. */
async function writeOnce(): Promise<void> {
  const id = `written-${written.length}`;
  await database.store.transact(async (tx) => {
    await tx.insert(accounts).values({ id, name: id });
    await logEvent(tx, { authorId: `record-${written.length % 5}`, kind: 'passkey_added', facts: {} });
  });
  written.push(id);
}

async function accountNames(store: Store): Promise<Set<string>> {
  return new Set((await store.reader.select({ id: accounts.id }).from(accounts)).map(({ id }) => id));
}

test('a backup under load, a wipe and a restore: every acknowledged write is there, and the log verifies', async () => {
  for (let at = 0; at < 60; at += 1) await writeOnce();
  let running = true;
  const load = (async () => {
    // SQLite answers synchronously: yield to the event loop after each write.
    for (; running; await nextTurn()) await writeOnce();
  })();
  const before = [...written];
  const file = join(folder, 'drill.tar.gz');
  const manifest = await createBackup(instance(), file);
  running = false;
  await load;
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(manifest.files.map(({ path }) => path)).toEqual(expect.arrayContaining(['database', 'data/secret', 'data/keys/current.pem']));
  expect(readLastBackup(dataDir)).toMatchObject({ at: manifest.createdAt, file });

  const began = performance.now();
  const empty = await createTarget();
  await restoreBackup(empty.instance, file);
  const tookMs = performance.now() - began;
  const restored = openStore(empty.instance.databaseUrl);
  const found = await accountNames(restored);
  expect(before.filter((id) => !found.has(id))).toEqual([]);
  await restored.close();
  expect(await checkInstance(empty.instance)).toEqual([]);
  console.log(`drill on ${dialect}: ${before.length} writes before, ${found.size} restored, restore ${Math.round(tookMs)} ms`);
  await empty.drop();
});

/** Returns an empty instance to restore into. */
async function createTarget() {
  const own = mkdtempSync(join(tmpdir(), 'peergraph-restored-'));
  const target = { dataDir: join(own, 'data'), secret: undefined };
  const remove = () => rmSync(own, { recursive: true, force: true });
  if (dialect === 'sqlite') return { instance: { ...target, databaseUrl: `file:${join(own, 'data', 'peergraph.db')}` }, drop: remove };
  const name = `restored_${randomBytes(6).toString('hex')}`;
  execFileSync('psql', [database.url, '-c', `create database ${name}`], { stdio: 'ignore' });
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  return { instance: { ...target, databaseUrl: url.href }, drop: remove };
}

test('an encrypted backup opens with its key only', async () => {
  const identity = await generateIdentity();
  const file = join(folder, 'encrypted.age');
  await createBackup(instance(), file, await identityToRecipient(identity));
  expect(readFileSync(file).subarray(0, 21).toString()).toBe('age-encryption.org/v1');
  writeFileSync(join(folder, 'key'), `# a comment\n${identity}\n`);
  writeFileSync(join(folder, 'other-key'), `${await generateIdentity()}\n`);
  const opened = (key?: string) => verifyBackup(file, mkdtempSync(join(folder, 'open-')), key && join(folder, key));
  expect(await opened('key')).toMatchObject({ engine: dialect });
  await expect(opened()).rejects.toThrow('--identity');
  await expect(opened('other-key')).rejects.toThrow('does not open the backup');
});

test('rejects a damaged or truncated backup, and changes nothing', async () => {
  const file = join(folder, 'whole.tar.gz');
  await createBackup(instance(), file);
  const bytes = readFileSync(file);
  const flipped = Buffer.from(bytes);
  flipped[Math.floor(bytes.length / 2)] = (flipped[Math.floor(bytes.length / 2)] ?? 0) ^ 1;
  for (const [name, content] of [
    ['cut', bytes.subarray(0, bytes.length - 2000)],
    ['flipped', flipped],
    ['empty', Buffer.alloc(0)],
  ] as const) {
    writeFileSync(join(folder, name), content);
    const target = await createTarget();
    const fault = await restoreBackup(target.instance, join(folder, name)).catch((error: unknown) => error);
    expect(explainFault(fault), name).toMatch(/backup|file/i);
    expect(readdirSync(target.instance.dataDir), name).toEqual([]);
    target.drop();
  }
});

/** Runs statements in a database that belongs to no instance. */
function runStatements(databaseUrl: string, statements: string): void {
  if (dialect === 'postgres') execFileSync('psql', [databaseUrl, '-v', 'ON_ERROR_STOP=1', '-c', statements], { stdio: 'ignore' });
  else {
    mkdirSync(dirname(databaseUrl.slice('file:'.length)), { recursive: true });
    new BetterSqlite(databaseUrl.slice('file:'.length)).exec(statements).close();
  }
}

test('a database of another program is not opened, is not replaced unless asked, and is copied before it is replaced', async () => {
  const file = join(folder, 'other-program.tar.gz');
  await createBackup(instance(), file);
  const { instance: target, drop } = await createTarget();
  const { databaseUrl: DATABASE_URL, dataDir: DATA_DIR } = target;
  runStatements(DATABASE_URL, "create table authors (name text); insert into authors values ('Theirs')");
  const before = await tablesIn(DATABASE_URL);
  const started = await prepareDatabase({ DATABASE_URL, DATA_DIR, COPY_BEFORE_MIGRATIONS: 'on' }, () => undefined).catch((error) => error);
  expect(explainFault(started)).toMatch(/has tables of another program, such as authors\. Name an empty one/);
  await expect(openMigratedStore({ DATABASE_URL, DATA_DIR, COPY_BEFORE_MIGRATIONS: 'on' })).rejects.toThrow(/of another program/);
  await expect(restoreBackup(target, file)).rejects.toThrow('--replace');
  expect(await tablesIn(DATABASE_URL)).toEqual(before);
  await restoreBackup(target, file, { replace: true });
  const kept = readdirSync(DATA_DIR).filter((name) => /^(peergraph\.db|postgres)\.before-restore-/.test(name));
  expect(kept).toHaveLength(1);
  expect(
    execFileSync(dialect === 'postgres' ? 'pg_restore' : 'cat', [
      ...(dialect === 'postgres' ? ['--file=-'] : []),
      join(DATA_DIR, kept[0] ?? ''),
    ]).includes('Theirs'),
  ).toBe(true);
  drop();
});

test.runIf(dialect === 'postgres')('a PostgreSQL tool older than the server fails with advice', async () => {
  const tools = mkdtempSync(join(folder, 'tools-'));
  const words = 'pg_dump: error: aborting because of server version mismatch';
  writeFileSync(join(tools, 'pg_dump'), `#!/bin/sh\necho "${words}" >&2; exit 1\n`, { mode: 0o755 });
  const before = process.env.PATH;
  process.env.PATH = `${tools}:${before}`;
  try {
    const copied = copyDatabase(instance().databaseUrl, join(tools, 'copy.dump'));
    await expect(copied).rejects.toThrow(`${words}\nInstall the client tools of your PostgreSQL's version.`);
  } finally {
    process.env.PATH = before;
  }
});

test('a start on an empty database creates a signing key, and prints where the new instance is, without the password of the database', async () => {
  const { instance: target, drop } = await createTarget();
  const { databaseUrl, dataDir: DATA_DIR } = target;
  const DATABASE_URL = databaseUrl.replace('peergraph@', 'peergraph:secret@');
  const place = globalThis as { peergraphStore?: Store };
  const before = place.peergraphStore;
  place.peergraphStore = openStore(DATABASE_URL);
  const said: string[] = [];
  const start = () => prepareDatabase({ DATABASE_URL, DATA_DIR, COPY_BEFORE_MIGRATIONS: 'on' }, (text) => void said.push(text));
  await start();
  expect(said).toEqual([expect.stringContaining(`keys and files are in ${DATA_DIR}`)]);
  expect(said[0]).toContain(new URL(DATABASE_URL).pathname);
  expect(said[0]).not.toContain('secret');
  const found = await checkDatabase(readEnv({ DATABASE_URL, DATA_DIR }));
  expect(found).toContainEqual({ about: 'signing key', state: 'ok', text: expect.stringMatching(/^Its id is [0-9a-f]{16}\.$/) });
  await start();
  expect(said).toHaveLength(1);
  await place.peergraphStore.close();
  place.peergraphStore = before;
  drop();
});

test.runIf(dialect === 'postgres')('a database whose encoding lacks characters is rejected before anything is written', async () => {
  const { instance: target, drop } = await createTarget();
  const name = `ascii_${randomBytes(6).toString('hex')}`;
  runStatements(target.databaseUrl, `create database ${name} encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C' template template0`);
  const DATABASE_URL = Object.assign(new URL(target.databaseUrl), { pathname: `/${name}` }).href;
  const started = prepareDatabase({ DATABASE_URL, DATA_DIR: target.dataDir, COPY_BEFORE_MIGRATIONS: 'on' }, () => undefined);
  expect(explainFault(await started.catch((error: unknown) => error))).toMatch(/has the encoding SQL_ASCII, .* createdb --encoding UTF8/);
  expect(await tablesIn(DATABASE_URL)).toEqual([]);
  drop();
});

test.runIf(dialect === 'sqlite')('a database path that is a folder, or on a full disk, is rejected with a clear sentence', async () => {
  const set = { DATA_DIR: folder, COPY_BEFORE_MIGRATIONS: 'on' } as const;
  const started = await prepareDatabase({ ...set, DATABASE_URL: `file:${folder}` }, () => undefined).catch((error) => error);
  expect(explainFault(started)).toMatch(/ in DATABASE_URL is no file\. Name a file in a folder/);
  // The system limits files to 512 kB, so that no table is created.
  const url = `file:${join(folder, 'small.db')}`;
  const script = `import { openStore } from '#lib/platform/db/store.ts'; import { explainFault } from '#lib/platform/log/faults.ts';
import { databaseFlag } from '#lib/platform/processes/child-process.ts';
    await openStore(${JSON.stringify(url)}).migrate().catch((error) => console.log(explainFault(error)));`;
  const limited = `trap '' XFSZ; ulimit -f 1000; exec "$0" "$1" --input-type=module -e "$2"`;
  const { stdout } = spawnSync('sh', ['-c', limited, process.execPath, databaseFlag(), script], { encoding: 'utf8' });
  expect(stdout).toMatch(/^The disk (is full, or )?does not take what is written\./);
  expect((await tablesIn(url)).filter((name) => name !== '__drizzle_migrations')).toEqual([]);
});

test('replaces an instance only when told to, and keeps the former data', async () => {
  const file = join(folder, 'replace.tar.gz');
  await createBackup(instance(), file);
  const target = await createTarget();
  await restoreBackup(target.instance, file);
  await expect(restoreBackup(target.instance, file)).rejects.toThrow('--replace');
  const newer = openStore(target.instance.databaseUrl);
  await newer.transact((tx) => tx.insert(accounts).values({ id: 'later', name: 'Later' }));
  if (dialect === 'postgres') await newer.transact((tx) => tx.execute('create table of_a_newer_version (id text)', []));
  await newer.close();
  await restoreBackup(target.instance, file, { replace: true });
  const restored = openStore(target.instance.databaseUrl);
  expect(await accountNames(restored)).not.toContain('later');
  if (dialect === 'postgres') await expect(restored.reader.query('select * from of_a_newer_version', [])).rejects.toThrow();
  await restored.close();
  const kept = readdirSync(target.instance.dataDir).filter((name) => name.includes('.before-restore-'));
  const names = new Set(kept.map((name) => name.split('.before-restore-')[0]));
  expect([...names].sort()).toEqual(['keys', dialect === 'sqlite' ? 'peergraph.db' : 'postgres', 'secret']);
  expect(await checkInstance(target.instance)).toEqual([]);
  target.drop();
});

const nobody = { uid: 65_534, gid: 65_534 };
/** True if this is root, and the project is in a folder that other users can read, as that of a service is. */
const canRunAsNobody = () => process.getuid?.() === 0 && spawnSync(process.execPath, ['--version'], nobody).status === 0;

test.runIf(dialect === 'sqlite' && canRunAsNobody())(
  'the user of a service restores into DATA_DIR, in a folder of root, and root does not restore for it',
  async () => {
    const file = join(folder, 'of-a-service.tar.gz');
    await createBackup(instance(), file);
    const parent = mkdtempSync(join(tmpdir(), 'peergraph-var-lib-'));
    const [DATA_DIR, backup] = [join(parent, 'data'), join(parent, 'backup')];
    chmodSync(parent, 0o755);
    mkdirSync(DATA_DIR);
    copyFileSync(file, backup);
    for (const path of [DATA_DIR, backup]) chownSync(path, nobody.uid, nobody.gid);
    const run = (user: { uid?: number; gid?: number }, script: string, ...args: string[]) => {
      const { stdout, stderr } = spawnSync(process.execPath, ['lib/runtime/server/runtime.mjs', script, ...args], {
        env: { PATH: process.env.PATH, NODE_ENV: 'test', DATA_DIR, DATABASE_URL: `file:${DATA_DIR}/peergraph.db` },
        ...user,
      });
      return `${stdout}${stderr}`;
    };
    const [script, advice] = ['lib/runtime/backup/cli.ts', "Run this as that user: sudo -u '#65534'"];
    expect(run({}, script, 'restore', backup)).toContain(advice);
    expect(run(nobody, script, 'restore', backup)).toMatch(/^Restored in /);
    expect(run({}, script, 'restore', backup, '--replace')).toContain(advice);
    expect(run(nobody, script, 'restore', backup, '--replace')).toMatch(/^Restored in /);
    expect(run({}, 'lib/catalog/trust/cli.ts', 'change-key')).toContain(advice);
    expect(run({}, script, 'create', join(parent, 'by-root'))).toContain('is written');
    const ownedByRoot = readdirSync(DATA_DIR, { recursive: true, withFileTypes: true }).filter(
      (entry) => statSync(join(entry.parentPath, entry.name)).uid === 0,
    );
    expect(ownedByRoot.map(({ name }) => name)).toEqual([]);
    expect(run(nobody, script, 'check')).toContain('are intact');
    expect(readdirSync(DATA_DIR).filter((name) => name.startsWith('.'))).toEqual([]);
    rmSync(parent, { recursive: true });
  },
);

test('a restore without room on the disk leaves the instance unchanged, and does not blame the backup', async () => {
  const file = join(folder, 'no-room.tar.gz');
  await createBackup(instance(), file);
  const { instance: target, drop } = await createTarget();
  await restoreBackup(target, file);
  const unpacked = join(folder, 'full');
  mkdirSync(unpacked);
  symlinkSync('/dev/full', join(unpacked, 'database'));
  expect(explainFault(await verifyBackup(file, unpacked).catch((error: unknown) => error))).toMatch(/^The disk is full\. Make room/);
  if (dialect === 'sqlite') {
    // A folder at the path of the copy makes the restore fail as on a full disk.
    mkdirSync(`${databaseFile(target.databaseUrl)}.part`);
    await expect(restoreBackup(target, file, { replace: true })).rejects.toThrow();
    expect(await tablesIn(target.databaseUrl)).not.toEqual([]);
    expect(readdirSync(target.dataDir).filter((name) => /before-restore|part$/.test(name))).toEqual([]);
  }
  await restoreBackup(target, file, { replace: true });
  expect(await checkInstance(target)).toEqual([]);
  drop();
});

test('a restore that was stopped lets nothing start, and says to run it again; one that has changed nothing does not', async () => {
  const source = await createTarget();
  await restoreBackup(source.instance, join(folder, 'replace.tar.gz'));
  mkdirSync(join(source.instance.dataDir, 'uploads'));
  writeFileSync(join(source.instance.dataDir, 'uploads', 'photo'), 'of the backup');
  const file = join(folder, 'stopped.tar.gz');
  await createBackup(source.instance, file);
  source.drop();
  const { instance: target, drop } = await createTarget();
  const settings = { DATABASE_URL: target.databaseUrl, DATA_DIR: target.dataDir, COPY_BEFORE_MIGRATIONS: 'on' } as const;
  await restoreBackup(target, join(folder, 'replace.tar.gz'));
  // A file at the path of a folder makes the restore fail after the database was replaced.
  const obstacle = join(target.dataDir, 'uploads');
  writeFileSync(obstacle, '');
  await expect(restoreBackup(target, file, { replace: true })).rejects.toThrow();
  const again = `npm run restore -- ${file} --replace`;
  await expect(openExistingStore(settings)).rejects.toThrow(again);
  await expect(createBackup(target, join(folder, 'half.tar.gz'))).rejects.toThrow(again);
  const { status, stderr } = spawnSync(process.execPath, ['lib/runtime/server/runtime.mjs', 'lib/runtime/server/start.ts'], {
    env: { ...process.env, ...settings, PORT: '0', SAMPLE: 'off' },
    timeout: 150_000,
  });
  expect([status, stderr.toString()]).toEqual([1, expect.stringContaining(again)]);
  rmSync(obstacle);
  await restoreBackup(target, file, { replace: true });
  await (await openExistingStore(settings)).close();
  expect(readFileSync(join(obstacle, 'photo'), 'utf8')).toBe('of the backup');
  const damaged = join(folder, 'damaged-copy');
  writeFileSync(damaged, dialect === 'sqlite' ? `SQLite format 3\0${'x'.repeat(9_000)}` : 'PGDMP and nothing else');
  await expect(restoreCopy(target, damaged, dialect, { replace: true })).rejects.toThrow();
  expect(() => rejectUnfinishedRestore(target.dataDir)).not.toThrow();
  expect(await checkInstance(target)).toEqual([]);
  drop();
});

test('does not replace a database that another process has open, and changes nothing', async () => {
  const file = join(folder, 'in-use.tar.gz');
  await createBackup(instance(), file);
  const target = await createTarget();
  await restoreBackup(target.instance, file);
  const server = openStore(target.instance.databaseUrl);
  const known = await accountNames(server);
  const fault = await restoreBackup(target.instance, file, { replace: true }).catch((error: unknown) => error);
  expect(explainFault(fault)).toContain('Stop the instance');
  await server.transact((tx) => tx.insert(accounts).values({ id: 'meanwhile', name: 'Meanwhile' }));
  await server.close();
  const after = openStore(target.instance.databaseUrl);
  expect(await accountNames(after)).toEqual(new Set([...known, 'meanwhile']));
  await after.close();
  expect(readdirSync(target.instance.dataDir).filter((name) => name.includes('.before-restore-'))).toEqual([]);
  await restoreBackup(target.instance, file, { replace: true });
  target.drop();
});

test.runIf(dialect === 'sqlite')('check finds a changed event, a corrupt page and a missing key', async () => {
  const file = join(folder, 'check.tar.gz');
  await createBackup(instance(), file);
  const target = await createTarget();
  await restoreBackup(target.instance, file);
  const { databaseUrl, dataDir: restoredDir } = target.instance;
  const store = openStore(databaseUrl);
  rmSync(join(restoredDir, 'keys'), { recursive: true });
  expect(await findMissingKey(store.reader, restoredDir)).toContain('Restore the folder "keys"');
  await store.transact((tx) =>
    tx.execute("update evidence_events set body = replace(body, 'passkey', 'Passkey') where number = 3 returning number", []),
  );
  await store.close();
  expect(await checkInstance(target.instance)).toEqual([
    'The evidence log is broken at event 3.',
    expect.stringContaining('which is not in'),
  ]);
  const path = databaseUrl.replace('file:', '');
  const bytes = readFileSync(path);
  bytes.fill(0xff, 4096 * 20, 4096 * 24);
  writeFileSync(path, bytes);
  expect((await checkInstance(target.instance)).length).toBeGreaterThan(0);
  target.drop();
});

test('a start without the key that the log names is refused, and no key is created', async () => {
  const target = await createTarget();
  const file = join(folder, 'start.tar.gz');
  await createBackup(instance(), file);
  await restoreBackup(target.instance, file);
  rmSync(join(target.instance.dataDir, 'keys'), { recursive: true });
  const { status, stderr } = spawnSync(process.execPath, ['lib/runtime/server/runtime.mjs', 'lib/runtime/server/start.ts'], {
    env: { ...process.env, DATABASE_URL: target.instance.databaseUrl, DATA_DIR: target.instance.dataDir, PORT: '0', SAMPLE: 'off' },
    timeout: 150_000,
  });
  expect([status, stderr.toString()]).toEqual([1, expect.stringContaining('names the signing key')]);
  expect(readdirSync(target.instance.dataDir)).not.toContain('keys');
  target.drop();
});

test('names a missing file, and a backup of the other engine', async () => {
  const { instance: empty, drop } = await createTarget();
  await expect(restoreBackup(empty, join(folder, 'no-such-file'))).rejects.toThrow('Correct its path');
  for (const read of [async () => engineOfCopy(folder), () => verifyBackup(folder, mkdtempSync(join(folder, 'open-')))])
    expect(explainFault(await read().catch((error: unknown) => error))).toMatch(/^A folder is named where a file is needed\./);
  await expect(verifyBackup(join(folder, 'start.tar.gz'), mkdtempSync(join(folder, 'open-')), 'no-such-key')).rejects.toThrow(
    'no-such-key',
  );
  const [own, other] = dialect === 'sqlite' ? ['sqlite', 'postgres'] : ['postgres', 'sqlite'];
  const file = join(folder, 'other-engine');
  writeFileSync(file, other === 'sqlite' ? 'SQLite format 3\0' : 'PGDMP and more than that');
  await expect(restoreCopy(empty, file, other as 'sqlite', { replace: true })).rejects.toThrow(
    `is of ${other}, and DATABASE_URL names ${own}`,
  );
  drop();
});

test('deletes unpacked files when the process ends, however it ends', () => {
  const prefix = join(folder, 'unpacked-');
  const [old, young] = [mkdtempSync(prefix), mkdtempSync(prefix)];
  utimesSync(old, new Date(0), new Date(0));
  const stopped = `process.on('SIGTERM', () => process.exit(143)); process.kill(process.pid, 'SIGTERM'); setInterval(() => undefined, 1000);`;
  const program = `
    import { writeFileSync } from 'node:fs';
    import { withTemporaryFolder } from '#lib/runtime/backup/folder.ts';
    await withTemporaryFolder(${JSON.stringify(prefix)}, async (made) => {
      writeFileSync(made + '/database', 'all of it');
      ${stopped}
      await new Promise(() => undefined);
    });`;
  const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { timeout: 60_000 });
  expect([status, readdirSync(folder).filter((name) => name.startsWith('unpacked-'))]).toEqual([143, [basename(young)]]);
});

test('leaves out mail, earlier copies and hidden folders, and includes other files of DATA_DIR', async () => {
  const target = await createTarget();
  await restoreBackup(target.instance, join(folder, 'start.tar.gz'));
  for (const path of ['outbox', 'before-migrations', '.npm', 'uploads']) {
    mkdirSync(join(target.instance.dataDir, path));
    writeFileSync(join(target.instance.dataDir, path, 'Zürich 17.json'), '{}');
  }
  const file = join(folder, 'files.tar.gz');
  const { files } = await createBackup(target.instance, file);
  const paths = files.map(({ path }) => path).filter((path) => !/^data\/keys\/\w{16}\.pem$/.test(path));
  expect(paths).toEqual(['database', 'data/secret', 'data/keys/current.pem', 'data/uploads/Zürich 17.json']);
  const other = await createTarget();
  await restoreBackup(other.instance, file);
  expect(readFileSync(join(other.instance.dataDir, 'uploads', 'Zürich 17.json'), 'utf8')).toBe('{}');
  other.drop();
  target.drop();
});

test('is made even if the data folder cannot record it', async () => {
  const inTheWay = join(dataDir, 'last-backup.json.part');
  mkdirSync(inTheWay);
  const faults: unknown[] = [];
  try {
    const file = join(folder, 'unnoted.tar.gz');
    await createBackup(instance(), file, undefined, (error) => void faults.push(error));
    expect((await verifyBackup(file, mkdtempSync(join(folder, 'verified-')), undefined)).files.length).toBeGreaterThan(0);
  } finally {
    rmSync(inTheWay, { recursive: true });
  }
  expect(faults).toEqual([expect.objectContaining({ code: 'EISDIR' })]);
});

test('refuses to write into the folder that it backs up, or where no disk is mounted', async () => {
  await expect(createBackup(instance(), join(dataDir, 'backups', 'one.tar.gz'))).rejects.toThrow('outside DATA_DIR');
  const unmounted = join(folder, 'unmounted');
  await expect(createBackup(instance(), join(unmounted, 'one.tar.gz'))).rejects.toThrow(`There is no folder ${unmounted}. Mount its disk`);
  expect(existsSync(unmounted)).toBe(false);
});

test('restores a copy of the database alone, and leaves keys and files unchanged', async () => {
  const target = await createTarget();
  await restoreBackup(target.instance, join(folder, 'start.tar.gz'));
  const { databaseUrl } = target.instance;
  const copy = join(folder, 'copy');
  await copyDatabase(databaseUrl, copy);
  const before = openStore(databaseUrl);
  const known = await accountNames(before);
  await before.transact((tx) => tx.insert(accounts).values({ id: 'later', name: 'Later' }));
  await before.close();
  expect(engineOfCopy(copy)).toBe(dialect);
  expect(engineOfCopy(join(folder, 'start.tar.gz'))).toBeNull();
  await expect(restoreCopy(target.instance, copy, dialect)).rejects.toThrow('--replace');
  await restoreCopy(target.instance, copy, dialect, { replace: true });
  const after = openStore(databaseUrl);
  expect(await accountNames(after)).toEqual(known);
  await after.close();
  expect(await checkInstance(target.instance)).toEqual([]);
  target.drop();
});

test('doctor reports a missing registry of institutions until it is imported', async () => {
  const told = async () => (await checkDatabase(readEnv({ DATABASE_URL: database.url, DATA_DIR: dataDir }))).map(({ about }) => about);
  expect(await told()).toContain('institutions');
  const institution = { rorId: '02m2h7991', name: 'Institute', status: 'active', updatedAt: new Date() };
  await database.store.transact((tx) => tx.insert(organisations).values(institution));
  expect(await told()).not.toContain('institutions');
});

test.runIf(dialect === 'postgres')('doctor and alerts report a server whose clock differs from that of PostgreSQL', async () => {
  const told = async () => {
    const findings = await checkDatabase(readEnv({ DATABASE_URL: database.url, DATA_DIR: dataDir }));
    const state = await readInstanceState(database.store.reader, { dataDir, databaseUrl: database.url });
    const alerts = findAlerts(state).map(({ code }) => code);
    return [findings.filter(({ text }) => text.includes('of PostgreSQL')).map(({ state }) => state), alerts.includes('clock')];
  };
  expect(await told()).toEqual([['ok'], false]);
  setClock(() => addMs(new Date(), 120_000));
  expect(await told()).toEqual([['warning'], true]);
  setClock(() => new Date());
});

test.runIf(dialect === 'postgres')('doctor reports whether the backup tools are installed and fit the server', async () => {
  const told = async (copies = 'on') => {
    const found = await checkVersions(readEnv({ DATABASE_URL: database.url, COPY_BEFORE_MIGRATIONS: copies }));
    return found.map(({ about, state }) => `${about} ${state}`);
  };
  expect(await told()).toEqual(['PostgreSQL ok']);
  const path = process.env.PATH;
  process.env.PATH = folder;
  expect(await told()).toEqual(['PostgreSQL ok', 'pg_dump fault', 'pg_restore fault', 'psql fault']);
  expect(await told('off')).toEqual(['PostgreSQL ok', 'pg_dump warning', 'pg_restore warning', 'psql warning']);
  process.env.PATH = path;
});

test.runIf(dialect === 'postgres')('doctor reports a limit of connections that is too low for one server', async () => {
  const fresh = await freshDatabase();
  const told = async (renderers: string) =>
    (await checkConnections(readEnv({ DATABASE_URL: fresh.url, RENDER_PROCESSES: renderers }))).map(
      ({ state, text }) => `${state}: ${text}`,
    );
  expect(await told('1')).toEqual([
    expect.stringMatching(/^ok: PostgreSQL lets this user open \d+ connections; a server opens up to 33\./),
  ]);
  const limit = sql.raw(`alter database ${new URL(fresh.url).pathname.slice(1)} connection limit 30`);
  await fresh.store.transact((tx) => tx.rows(limit));
  expect(await told('0')).toEqual(['ok: PostgreSQL lets this user open 30 connections; a server opens up to 22.']);
  expect(await told('1')).toEqual(['warning: PostgreSQL lets this user open 30 connections; a server opens up to 33.']);
  await fresh.drop();
});

test('a backup for an invalid age recipient is refused, and leaves no file', async () => {
  const file = join(folder, 'nobody.age');
  await expect(createBackup(instance(), file, 'age1xyz')).rejects.toThrow('The recipient is not a public age key.');
  expect(existsSync(file)).toBe(false);
});
