import { type ChildProcess, spawn } from 'node:child_process';
import type { Server } from 'node:http';
import { resolve } from 'node:path';
import next from 'next';
import { minutesMs } from '#lib/platform/clock.ts';
import { startCheckpoints } from '#lib/platform/db/checkpoints.ts';
import { store } from '#lib/platform/db/store.ts';
import { type Env, env, isLoopbackHost, readEnv } from '#lib/platform/env.ts';
import { loadSecret } from '#lib/platform/keys/secret.ts';
import { explain } from '#lib/platform/log/faults.ts';
import { log } from '#lib/platform/log/log.ts';
import { hasOutbox, outboxAddress, outboxToken } from '#lib/platform/mail/outbox.ts';
import { serveMetrics } from '#lib/runtime/monitoring/metrics.ts';
import { watchBrowserScripts } from './browser-scripts.ts';
import { buildWhereNeeded } from './build.ts';
import { watchDatabase } from './database-watch.ts';
import { createDrain } from './drain.ts';
import { storeFallbackPages } from './fallback-pages.ts';
import { createHttpServer } from './http-server.ts';
import { startPageFiles } from './open-page-files.ts';
import { prepareDatabase } from './prepare-database.ts';
import { importSample } from './sample.ts';
import { catchUnhandledErrors } from './unhandled-errors.ts';

const dev = process.argv.includes('--dev');
const say = (text: string) => console.log(text);

/** Starts an instance: settings, secret, database, sample, pages, worker, server, in this order. */
async function start(): Promise<void> {
  const set = readEnv(process.env);
  process.env.SECRET = loadSecret(set.DATA_DIR, set.SECRET);
  process.env.NEXTAUTH_URL = set.PUBLIC_URL;
  process.env.NEXTAUTH_SECRET = process.env.SECRET;
  await prepareDatabase(set.DATABASE_URL, set.DATA_DIR, say);
  startCheckpoints(set.DATABASE_URL, (error) => log.error({ error: String(error) }, 'the checkpoint thread has ended'));
  const [pages] = await Promise.all([preparePages(set), set.SAMPLE === 'on' && importSample()]);
  // Before anything is served: the first mail can be read as soon as there is one.
  if (hasOutbox()) outboxToken(set.DATA_DIR);
  const database = watchDatabase();
  const closePageFiles = dev ? () => {} : startPageFiles();
  const readiness = () => (drain.isStopping() ? 'stopping' : database.damage() === null ? true : 'the database is damaged');
  const server = createHttpServer(pages.getRequestHandler(), readiness, { upgrades: dev });
  const drain = createDrain(server);
  let worker: ReturnType<typeof keepWorker> | undefined;
  // Before the first request is answered: from then on none is cut.
  stopOnce(async (signal) => {
    const exitCode = signal === null ? 1 : 0;
    // Ctrl+C is pressed by a person, who waits: no load balancer has to notice.
    const delayMs = signal === 'SIGINT' ? 0 : set.SHUTDOWN_DELAY_SECONDS * 1000;
    setTimeout(() => process.exit(1), delayMs + set.SHUTDOWN_GRACE_SECONDS * 1000).unref();
    database.stop();
    const drained = drain.stop(delayMs);
    await Promise.all([drained, worker && endWorker(worker.current())]);
    await pages.close();
    closePageFiles();
    await store().close();
    process.exit(exitCode);
  });
  await listen(server, set.HOST, set.PORT);
  await storeFallbackPages(server);
  if (set.METRICS_ADDRESS) await serveMetrics(set.METRICS_ADDRESS);
  if (drain.isStopping()) return;
  worker = keepWorker(drain.isStopping);
  greet(server);
}

async function preparePages({ HOST, PORT }: Env) {
  await (dev ? watchBrowserScripts(say) : buildWhereNeeded(say));
  const pages = next({ dev, hostname: HOST, port: PORT });
  await pages.prepare();
  return pages;
}

/** Calls back at the first signal, or without one at an exception that nothing has caught. npm and the terminal both pass a signal on. */
function stopOnce(stop: (signal: NodeJS.Signals | null) => Promise<void>): void {
  let stopping = false;
  const onSignal = (signal: NodeJS.Signals | null) => {
    if (!stopping) void stop(signal);
    stopping = true;
  };
  catchUnhandledErrors(() => onSignal(null));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal);
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((listening, failed) => {
    server.once('error', (error) => {
      const inUse = 'code' in error && error.code === 'EADDRINUSE';
      failed(
        inUse ? new Error(`Port ${port} of ${host} is taken. Stop what listens there, or choose another: PORT=3001 npm start`) : error,
      );
    });
    server.listen(port, host, listening);
  });
}

/** Without these Node lets the worker's heap grow to some 400 MB before it collects what nobody needs any more. */
const workerMemory = ['--max-old-space-size=512', '--max-semi-space-size=4'];

const shortestPauseMs = 500;
/** A worker that has lived so long did not die of its start. */
const steadyMs = minutesMs(5);

/** Jobs run in a process of their own; one that dies is started again, more slowly each time. */
function keepWorker(isStopping: () => boolean): { current(): ChildProcess } {
  let pauseMs = shortestPauseMs;
  const begin = (): ChildProcess => {
    const startedAt = performance.now();
    const child = spawn(process.execPath, [...workerMemory, resolve('lib/runtime/worker/worker.ts'), '--with-channel'], {
      // The channel closes with this process, however it ends: then the worker ends, too.
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // A job may take longer than a page.
      env: { ...process.env, DATABASE_TIMEOUT_SECONDS: '0' },
    });
    child.once('exit', () => {
      if (isStopping()) return;
      if (performance.now() - startedAt > steadyMs) pauseMs = shortestPauseMs;
      setTimeout(() => {
        if (!isStopping()) current = begin();
      }, pauseMs);
      pauseMs = Math.min(pauseMs * 2, 30_000);
    });
    return child;
  };
  let current = begin();
  return { current: () => current };
}

function greet(server: Server): void {
  const { HOST, PUBLIC_URL, SAMPLE } = env();
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : env().PORT;
  const isLocal = isLoopbackHost(new URL(PUBLIC_URL).hostname);
  const here = isLocal ? `http://localhost:${port}` : PUBLIC_URL;
  say(`\nPeergraph serves at ${here}${isLocal ? '' : ` (from ${HOST}:${port})`}\n`);
  if (SAMPLE === 'on') say(`  Look around    ${here}/authors/yunquan-zhang`);
  say(`  Sign in        ${here}/sign-in, with any e-mail address`);
  if (hasOutbox()) say(`  Read the mail  ${outboxAddress(here)} (from this machine only)`);
  if (hasOutbox() && SAMPLE === 'on')
    say('  Try both sides Open the address above, then "Continue as Mara Lindqvist" or "Continue as Tomás Okafor" (README, five minutes)');
  say('  Stop           Ctrl+C\n');
}

/** Lets the worker finish its job in hand. */
async function endWorker(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const ended = new Promise((exited) => worker.once('exit', exited));
  worker.kill('SIGTERM');
  await ended;
}

start().catch((error: unknown) => {
  console.error(explain(error) ?? (error instanceof Error ? error.message : error));
  process.exit(1);
});
