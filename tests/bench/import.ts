import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { startPostgres } from '../postgres.ts';

const works = 87_685;

/** Unpacks the corpus into a temporary folder; `clean` removes it. */
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
  peakMb: number;
  output: string;
}

/** Runs the import command in a process of its own, watching its peak memory as the kernel counts it. */
export function runImport(input: { folder: string; variants: string }, databaseUrl: string): Promise<Measured> {
  const startedAt = performance.now();
  let peakMb = 0;
  let output = '';
  const args = [
    'lib/server/runtime.mjs',
    '--max-old-space-size=256',
    'lib/imports/cli.ts',
    'acl-anthology',
    input.folder,
    '--name-variants',
    input.variants,
  ];
  const child = spawn(process.execPath, args, { env: { ...process.env, DATABASE_URL: databaseUrl }, stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const watch = setInterval(() => {
    try {
      const line = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'));
      peakMb = Math.max(peakMb, Number(line?.[1] ?? 0) / 1024);
    } catch {
      // The process has ended between two looks.
    }
  }, 100);
  return new Promise((done, failed) => {
    child.once('exit', (code) => {
      clearInterval(watch);
      const seconds = (performance.now() - startedAt) / 1000;
      if (code === 0) done({ seconds, peakMb, output });
      else failed(new Error(`The import ended with code ${code}.`));
    });
  });
}

const tell = (name: string, { seconds, peakMb }: Measured) =>
  console.log(
    `${name.padEnd(34)} ${seconds.toFixed(1).padStart(6)} s ${Math.round(works / seconds)
      .toString()
      .padStart(8)} works/s ${Math.round(peakMb).toString().padStart(6)} MB at most`,
  );

/** The whole Anthology into both engines, twice each: the second time nothing changes. */
export async function benchImport(corpus: string): Promise<void> {
  const input = unpack(corpus);
  const data = mkdtempSync(join(tmpdir(), 'peergraph-bench-'));
  const postgres = await startPostgres();
  try {
    const engines = { SQLite: `file:${join(data, 'bench.db')}`, PostgreSQL: postgres.url };
    for (const [engine, url] of Object.entries(engines)) {
      const first = await runImport(input, url);
      tell(`${engine}, empty database`, first);
      console.log(first.output.trim().split('\n').slice(-12).join('\n'));
      tell(`${engine}, the same again`, await runImport(input, url));
    }
  } finally {
    await postgres.stop();
    rmSync(data, { recursive: true, force: true });
    input.clean();
  }
}
