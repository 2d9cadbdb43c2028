import type { ChildProcess } from 'node:child_process';
import type { Server } from 'node:http';
import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { minutesMs } from '#lib/platform/clock.ts';
import { startCheckpoints } from '#lib/platform/db/checkpoints.ts';
import { lockAsServer } from '#lib/platform/db/one-server.ts';
import { store } from '#lib/platform/db/store.ts';
import { type Env, env, readEnv } from '#lib/platform/env.ts';
import { describeFault } from '#lib/platform/log/fault-text.ts';
import { explainFault } from '#lib/platform/log/faults.ts';
import { log } from '#lib/platform/log/log.ts';
import { hasOutbox, outboxToken } from '#lib/platform/mail/outbox.ts';
import { databaseFlag, oneArena, spawnBoundToParent } from '#lib/platform/processes/child-process.ts';
import { checkPort, listen } from '#lib/platform/processes/listen.ts';
import { isLoopbackHost } from '#lib/platform/settings/addresses.ts';
import { siteFolderFault } from '#lib/platform/site.ts';
import { greetingLines } from '#lib/portal/demo/queries.ts';
import { findServerAlerts, isWorkerSilent } from '#lib/portal/operations/model/alerts.ts';
import { ownUnknownSettings } from '#lib/runtime/doctor/unknown-settings.ts';
import { measureChildProcess, measureServer, serveMetrics } from '#lib/runtime/monitoring/metrics.ts';
import { createAlertSender } from '#lib/runtime/monitoring/send-alerts.ts';
import { startTraces, stopTraces } from '#lib/runtime/monitoring/traces.ts';
import { watchWorker } from '#lib/runtime/monitoring/worker-watch.ts';
import { readBuiltRoutes } from '#lib/runtime/routes/table.ts';
import { renderInIdleTime } from './cache/idle-rendering.ts';
import { startPageFiles } from './cache/open-page-files.ts';
import { frameworkProxy } from './development/framework-proxy.ts';
import { acceptConnections, serveDevelopment } from './development/server.ts';
import { createDrain } from './http/drain.ts';
import { createHttpServer } from './http/http-server.ts';
import { buildIfNeeded } from './pages/build.ts';
import { fetchFrom, preloadPages } from './pages/preload-pages.ts';
import { startRenderers } from './pages/renderers.ts';
import { logConsole } from './processes/console-lines.ts';
import { watchDatabase } from './processes/database-watch.ts';
import { isDevelopment, isRestart } from './processes/development-mode.ts';
import { importSample, prepareDatabase } from './processes/prepare-database.ts';
import { prepareEnvironment } from './processes/prepare-environment.ts';
import { endProcess, killWhenHung, superviseProcess } from './processes/supervise-process.ts';
import { catchUnhandledErrors } from './processes/unhandled-errors.ts';

// Parsed first: an argument that does nothing, such as `-p 4000`, would go unnoticed.
new Command('npm start')
  .showHelpAfterError()
  .description('Starts the instance. Its settings are variables, such as PORT=4000, or lines of peergraph.env (docs/operate.md).')
  .addOption(new Option('--dev <socket>', 'set by npm run dev').hideHelp())
  .addOption(new Option('--restart', 'set by npm run dev').hideHelp())
  .parse();
const portSettings = { host: 'HOST', port: 'PORT' };
const alertIntervalMs = minutesMs(1);
const print = (text: string) => console.log(text);

/** Starts an instance: settings, secret, database, sample, pages, worker and server, in this order. */
async function start(): Promise<void> {
  for (const text of ownUnknownSettings()) console.warn(`Warning: ${text}`);
  const settings = readEnv(process.env);
  const siteFault = siteFolderFault(settings);
  if (siteFault !== null) console.warn(`Warning: ${siteFault}`);
  prepareEnvironment(settings);
  lockAsServer(settings.DATABASE_URL);
  // Checked before the pages are built: that takes a minute, and would replace the pages of the server that has the port.
  if (!isDevelopment) await checkPort(settings.HOST, settings.PORT, portSettings);
  await prepareDatabase(settings, print);
  startCheckpoints(settings.DATABASE_URL, (error) => log.error({ error: describeFault(error) }, 'the checkpoint thread has ended'));
  const [pages] = await Promise.all([preparePages(settings), settings.SAMPLE === 'on' && importSample()]);
  // Created before anything is served, so that the first email can be read immediately.
  if (hasOutbox()) outboxToken(settings.DATA_DIR);
  const databaseWatch = watchDatabase();
  const closePageFiles = isDevelopment ? () => {} : startPageFiles();
  const readiness = () => (drain.isStopping() ? 'stopping' : databaseWatch.damage() === null ? true : 'the database is damaged');
  const renderers = startRenderers(settings.RENDER_PROCESSES, () => drain.isStopping());
  const server = createHttpServer(pages.getRequestHandler(), readiness, {
    upgrades: isDevelopment,
    render: renderers.render,
  });
  let worker: ReturnType<typeof superviseProcess> | undefined;
  if (isDevelopment) serveDevelopment(server, () => worker?.restart());
  const drain = createDrain(server);
  const idleRendering = new AbortController();
  // Registered before the first request is served, so that no request is aborted.
  stopOnce(async (signal) => {
    const exitCode = signal === null ? 1 : 0;
    // Ctrl+C is pressed by a waiting person; no load balancer has to notice.
    const delayMs = signal === 'SIGINT' ? 0 : settings.SHUTDOWN_DELAY_SECONDS * 1000;
    setTimeout(
      () => {
        // A hanging worker does not notice that this process has ended.
        worker?.current().kill('SIGKILL');
        process.exit(1);
      },
      delayMs + settings.SHUTDOWN_GRACE_SECONDS * 1000,
    ).unref();
    databaseWatch.stop();
    idleRendering.abort();
    const drained = drain.stop(delayMs);
    await Promise.all([drained, worker && endProcess(worker.current())]);
    renderers.close();
    await pages.close();
    closePageFiles();
    await Promise.all([store().close(), stopTraces()]);
    process.exit(exitCode);
  });
  await startTraces('server');
  if (isDevelopment) acceptConnections();
  else await listen(server, settings.HOST, settings.PORT, portSettings);
  if (settings.METRICS_ADDRESS) await serveMetrics(settings.METRICS_ADDRESS);
  // From here on, output is for programs that read the log.
  if (!isDevelopment) {
    logConsole();
    await preloadPages(fetchFrom(server));
  }
  if (drain.isStopping()) return;
  renderers.start();
  if (settings.PAGE_CACHE_FILL === 'on' && settings.RENDER_PROCESSES > 0) void renderInIdleTime(renderers.render, idleRendering.signal);
  // The worker completes its current job before it ends.
  const watch = watchWorker();
  worker = superviseProcess(() => watch.follow(spawnWorker()), drain.isStopping);
  measureChildProcess('worker', () => worker?.current().pid);
  const state = () => ({ damage: databaseWatch.damage(), workerSilentMs: watch.silentMs() });
  measureServer(state);
  const sendAlerts = createAlertSender(() => (drain.isStopping() ? [] : findServerAlerts(state())));
  const killHungWorker = killWhenHung(worker.current, () => !drain.isStopping() && isWorkerSilent(watch.currentSilentMs()));
  setInterval(() => {
    void sendAlerts();
    killHungWorker();
  }, alertIntervalMs).unref();
  if (!isRestart) printGreeting(server);
}

async function preparePages({ HOST, PORT, RENDER_PROCESSES, DATABASE_REPLICA_URL }: Env) {
  if (RENDER_PROCESSES > 0 && DATABASE_REPLICA_URL.length === 0) process.env.PRELOAD_PAGES = 'off';
  if (isDevelopment) return frameworkProxy;
  await buildIfNeeded(print);
  readBuiltRoutes();
  const { default: next } = await import('next');
  const pages = next({ dev: false, hostname: HOST, port: PORT });
  await pages.prepare();
  return pages;
}

/** Calls back once: at the first signal (npm and the terminal both send one), or at an uncaught exception. */
function stopOnce(stop: (signal: NodeJS.Signals | null) => Promise<void>): void {
  let isStopping = false;
  const onSignal = (signal: NodeJS.Signals | null) => {
    if (!isStopping) void stop(signal);
    isStopping = true;
  };
  catchUnhandledErrors(() => onSignal(null));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal);
}

/** Without these flags, Node.js lets the worker's heap grow to about 400 MB before it collects garbage. */
const workerMemory = ['--max-old-space-size=512', '--max-semi-space-size=4'];
/** Free memory is returned to the system (mallopt of glibc). It saves the worker a seventh of its memory. */
const workerAllocation = { ...oneArena, MALLOC_TRIM_THRESHOLD_: '65536' };

/** Starts the worker, which runs jobs in a child process. */
const spawnWorker = (): ChildProcess =>
  spawnBoundToParent([...workerMemory, databaseFlag(), resolve('lib/runtime/worker/worker.ts'), '--with-channel'], {
    // The IPC channel closes when this process ends, however it ends; then the worker ends too.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // A job may take longer than a page.
    env: { ...workerAllocation, ...process.env, DATABASE_TIMEOUT_SECONDS: '0' },
  });

function printGreeting(server: Server): void {
  const { HOST, PORT, PUBLIC_URL } = env();
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : PORT;
  const isLocal = isLoopbackHost(new URL(PUBLIC_URL).hostname);
  const baseUrl = isLocal ? `http://localhost:${port}` : PUBLIC_URL;
  print(`\nPeergraph serves at ${baseUrl}${isLocal ? '' : ` (from ${HOST}:${port})`}\n`);
  for (const line of greetingLines(baseUrl)) print(`  ${line}`);
  print('  Stop           Ctrl+C\n');
}

start().catch((error: unknown) => {
  console.error(explainFault(error) ?? (isDevelopment ? error : describeFault(error)));
  process.exit(1);
});
