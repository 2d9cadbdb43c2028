import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { scriptLaunchOptions } from '#lib/platform/processes/child-process.ts';
import { buildIfNeeded } from '#lib/runtime/server/pages/build.ts';
import { startPostgres } from '../postgres.ts';
import { removeFolder } from '../temporary-files.ts';
import { time } from './clock-jumps.ts';
import { disk } from './disk.ts';
import type { Fault } from './fault.ts';
import { kills } from './kills.ts';
import { postgresFaults } from './postgres-faults.ts';
import { trackingUnavailable } from './processes.ts';
import { propertyFaults } from './properties.ts';
import { archive } from './recovery.ts';
import { hasFailed, lineOf, noResult, type Result } from './result.ts';
import { servers } from './servers.ts';

// `npm run faults` injects faults while instances are written to. Prints one line per fault and engine. Exits with 1 if a write was lost
// or duplicated, or a process was orphaned.
const faults: readonly Fault[] = [...kills, ...disk, ...postgresFaults, ...time, ...servers, ...archive, ...propertyFaults];
const engines = ['sqlite', 'postgres'] as const;
type Engine = (typeof engines)[number];

interface Options {
  rounds: number;
  short: boolean;
  only?: string;
  engine?: Engine;
}

const parseRounds = (text: string): number => {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('A number from 1 to 9999.');
  return Number(text);
};

const program = new Command('faults')
  .description('Breaks instances on this machine while they are written to, and compares what they acknowledged with what they hold.')
  .option('--rounds <number>', 'how often the server is killed', parseRounds, 200)
  .option('--short', 'the faults of npm test, with two kills', false)
  .option('--only <text>', 'faults whose name has this in it')
  .option('--engine <engine>', 'sqlite or postgres; both unless given')
  .option('--list', 'names the faults', false)
  .parse();
const options = program.opts<Options & { list: boolean }>();

/** Reports an exception during a fault as a failure. */
const toFailure = (error: unknown): Result => ({
  ...noResult(),
  wrong: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
});

async function runInProcess(engine: Engine): Promise<boolean> {
  const selected = faults.filter(
    ({ engines: on, name, isShort }) => on.includes(engine) && (!options.short || isShort === true) && name.includes(options.only ?? ''),
  );
  let failed = false;
  for (const fault of selected) {
    const reason = trackingUnavailable() ?? fault.cannotRun?.() ?? null;
    if (reason !== null) {
      console.log(`${engine.padEnd(10)} ${fault.name.padEnd(34)} not run: ${reason}`);
      continue;
    }
    // Each fault gets its own server, so that faults do not affect each other.
    const postgres = engine === 'postgres' ? await startPostgres({ isDurable: true }) : null;
    if (postgres) process.env.DATABASE_URL = postgres.url;
    const result = await fault.run({ rounds: options.short ? 2 : options.rounds, postgres }).catch(toFailure);
    await postgres?.stop();
    failed ||= hasFailed(result);
    console.log(lineOf(fault.name, engine, result));
  }
  return failed;
}

/** Runs the faults of an engine in a child process, because the dialect is fixed when a process starts. */
function runInChild(engine: Engine): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'peergraph-faults-'));
  const { flags, env } = scriptLaunchOptions({
    ...process.env,
    DATABASE_URL: engine === 'sqlite' ? 'file:unused' : 'postgres://unset',
    DATA_DIR: folder,
    FAULTS_ENGINE: engine,
  });
  const child = spawn(process.execPath, [...flags, 'tests/faults/run.ts', ...process.argv.slice(2)], { stdio: 'inherit', env });
  return new Promise((resolve) =>
    child.once('exit', (code) => {
      removeFolder(folder);
      resolve(code !== 0);
    }),
  );
}

if (options.list) console.log(faults.map(({ name, engines: on }) => `${name} (${on.join(', ')})`).join('\n'));
else if (process.env.FAULTS_ENGINE) process.exit((await runInProcess(process.env.FAULTS_ENGINE as Engine)) ? 1 : 0);
else {
  await buildIfNeeded(console.log);
  let failed = false;
  const selected = options.engine ? [options.engine] : engines;
  // The short run measures nothing, so the engines may run concurrently.
  if (options.short) failed = (await Promise.all(selected.map(runInChild))).includes(true);
  else for (const engine of selected) failed = (await runInChild(engine)) || failed;
  process.exit(failed ? 1 : 0);
}
