import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { startPostgres } from '../postgres.ts';
import { bareLoad } from './import/bare-load.ts';
import { report } from './targets.ts';

const works = 87_685;

/** Unpacks the corpus into a temporary folder, which `clean` removes. */
export function unpack(corpus: string): { folder: string; variants: string; clean(): void } {
  const home = mkdtempSync(join(tmpdir(), 'peergraph-corpus-'));
  execFileSync('tar', ['xJf', resolve(corpus), '-C', home]);
  return {
    folder: join(home, 'acl-xml'),
    variants: resolve(dirname(corpus), 'acl/name_variants.yaml'),
    clean: () => rmSync(home, { recursive: true, force: true }),
  };
}

export interface Measured {
  seconds: number;
  /** User and system CPU time. */
  cpuSeconds: number;
  peakMb: number;
  output: string;
}

/** Runs the import command in a child process, and reads its peak memory and CPU time from /proc. */
export function runImport(input: { folder: string; variants: string }, databaseUrl: string, more: string[] = []): Promise<Measured> {
  const startedAt = performance.now();
  let peakMb = 0;
  let cpuSeconds = 0;
  let output = '';
  const args = [
    // Like `npm run import`, but without the parent process that selects a Node version, so that the import itself is measured.
    '--max-old-space-size=256',
    '--max-semi-space-size=32',
    'lib/catalog/ingest/cli.ts',
    'acl-anthology',
    input.folder,
    '--name-variants',
    input.variants,
    ...more,
  ];
  const child = spawn(process.execPath, args, { env: { ...process.env, DATABASE_URL: databaseUrl }, stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const watch = setInterval(() => {
    try {
      const line = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'));
      peakMb = Math.max(peakMb, Number(line?.[1] ?? 0) / 1024);
      cpuSeconds = processorSeconds(readFileSync(`/proc/${child.pid}/stat`, 'utf8'));
    } catch {
      // The process has ended.
    }
  }, 100);
  return new Promise((done, failed) => {
    child.once('exit', (code) => {
      clearInterval(watch);
      const seconds = (performance.now() - startedAt) / 1000;
      if (code === 0) done({ seconds, cpuSeconds, peakMb, output });
      else failed(new Error(`The import ended with code ${code}.`));
    });
  });
}

/**
 * Creates an SQLite file with the whole Anthology: a copy of BENCH_DATABASE if set, otherwise an import.
 * @param small with the proceedings of one year only
 */
export async function createAnthology(path: string, corpus: string, { small = false } = {}): Promise<void> {
  const existing = process.env.BENCH_DATABASE;
  if (existing) return copyFileSync(existing, path);
  const input = unpack(corpus);
  for (const file of readdirSync(input.folder)) if (small && !file.startsWith('2022.')) rmSync(join(input.folder, file));
  await runImport(input, `file:${path}`).finally(input.clean);
}

/** Parses user and system time, fields 14 and 15 of /proc/pid/stat, in hundredths of a second (proc(5)). Field 3 follows the name. */
const processorSeconds = (stat: string): number => {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
};

const printImport = (name: string, { seconds, cpuSeconds, peakMb }: Measured) =>
  console.log(
    `${name.padEnd(34)} ${seconds.toFixed(1).padStart(6)} s ${Math.round(works / seconds)
      .toString()
      .padStart(8)} works/s ${cpuSeconds.toFixed(1).padStart(6)} s of the processor ${Math.round(works / cpuSeconds)
      .toString()
      .padStart(6)} works/s of it ${Math.round(peakMb).toString().padStart(6)} MB at most`,
  );

const printBareLoad = (bare: { cpuSeconds: number; rows: number }, { cpuSeconds }: Measured) =>
  console.log(
    `Its ${bare.rows} rows by bare prepared statements: ${bare.cpuSeconds.toFixed(1)} s of the processor, ${(cpuSeconds / bare.cpuSeconds).toFixed(1)} times as quick as the import, which reads and computes them.`,
  );

/** Imports the Anthology three times into each engine: into an empty database, unchanged, and unchanged with `--read-all`. */
export async function benchImport(corpus: string): Promise<void> {
  const input = unpack(corpus);
  const data = mkdtempSync(join(tmpdir(), 'peergraph-bench-'));
  const postgres = await startPostgres();
  try {
    const seconds: number[] = [];
    const engines = { SQLite: `file:${join(data, 'bench.db')}`, PostgreSQL: postgres.url };
    for (const [engine, url] of Object.entries(engines)) {
      const first = await runImport(input, url);
      printImport(`${engine}, empty database`, first);
      seconds.push(first.seconds);
      if (engine === 'SQLite') report('import of the Anthology, CPU-s', first.cpuSeconds);
      else report('import of the Anthology into PostgreSQL, times SQLite', first.seconds / (seconds[0] ?? 1));
      console.log(first.output.trim().split('\n').slice(-12).join('\n'));
      printImport(`${engine}, the same again`, await runImport(input, url));
      printImport(`${engine}, the same, all read`, await runImport(input, url, ['--read-all']));
      if (engine === 'SQLite') printBareLoad(bareLoad(join(data, 'bench.db'), join(data, 'bare.db')), first);
    }
  } finally {
    await postgres.stop();
    rmSync(data, { recursive: true, force: true });
    input.clean();
  }
}
