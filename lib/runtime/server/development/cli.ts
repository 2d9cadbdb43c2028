import { once } from 'node:events';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Command } from 'commander';
import { stop as stopBuilds } from 'esbuild';
import { env } from '#lib/platform/env.ts';
import { explainFault } from '#lib/platform/log/faults.ts';
import { databaseFlag, spawnBoundToParent } from '#lib/platform/processes/child-process.ts';
import { listen } from '#lib/platform/processes/listen.ts';
import { prepareEnvironment } from '../processes/prepare-environment.ts';
import { superviseProcess } from '../processes/supervise-process.ts';
import { createServerProcess } from './server-process.ts';
import { createSourceGraph, describeBuildFailure, type SourceGraph } from './source-graph.ts';
import { watchFolders } from './watch-folders.ts';

/**
 * `npm run dev`: runs Next.js in one process, and the server with its worker in others. Next.js shows changed components, pages and styles
 * itself. Server and worker restart when a file changes that they have loaded.
 */
new Command('npm run dev').showHelpAfterError().description('Serves with reload.').parse();

const watchedFolders = ['app', 'lib', 'components', 'drizzle'];
/** Editors and git write several files at once. */
const settlingMs = 30;
const stopGraceMs = 3_000;

async function develop(): Promise<void> {
  prepareEnvironment(env());
  const folder = mkdtempSync(join(tmpdir(), 'peergraph-dev-'));
  const socket = join(folder, 'framework');
  let isStopping = false;
  const server = createServerProcess(socket);
  await listen(server.front, env().HOST, env().PORT, { host: 'HOST', port: 'PORT' });
  const framework = superviseProcess(
    () =>
      spawnBoundToParent([databaseFlag(), resolve('lib/runtime/server/development/framework.ts'), socket], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      }),
    () => isStopping,
  );
  const update = createUpdate(server, await createSourceGraph());
  let updated = update(new Set());
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  watchFolders(watchedFolders, (path) => {
    changed.add(path);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const paths = new Set(changed);
      changed.clear();
      updated = updated.then(() => (isStopping ? undefined : update(paths)));
    }, settlingMs);
  });
  const stop = async (): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    const child = framework.current();
    child.kill('SIGTERM');
    await Promise.all([updated.then(server.stop), Promise.race([once(child, 'exit'), wait(stopGraceMs)])]);
    rmSync(folder, { recursive: true, force: true });
    await stopBuilds();
    process.exit();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
}

/** Returns the files of the routes, which the server collects when it starts. */
const listRoutes = (): string => globSync('app/**/{page,route}.{ts,tsx}').join();

/** Creates a function that restarts what has loaded one of the changed files. */
function createUpdate(server: ReturnType<typeof createServerProcess>, readGraph: () => Promise<SourceGraph>) {
  // null until all files can be read.
  let graph: SourceGraph | null = null;
  let routes = listRoutes();
  return async function update(changed: ReadonlySet<string>): Promise<void> {
    const hasChanged = (part: keyof SourceGraph) => graph === null || !graph[part].isDisjointFrom(changed);
    const isMigration = [...changed].some((path) => path.startsWith('drizzle/') && path.endsWith('.sql'));
    const currentRoutes = listRoutes();
    const restartsServer = !server.isRunning() || isMigration || currentRoutes !== routes || hasChanged('server');
    routes = currentRoutes;
    const [restartsWorker, reloadsPages] = [hasChanged('worker'), hasChanged('browserScript')];
    if (!restartsServer && !restartsWorker && !reloadsPages) return;
    if (graph !== null && changed.size > 0) console.log(`Changed: ${[...changed].join(', ')}`);
    if (restartsServer) await server.stop();
    try {
      graph = await readGraph();
    } catch (error) {
      graph = null;
      await server.stop();
      return server.showError(await describeBuildFailure(error));
    }
    if (restartsServer) return server.start();
    if (restartsWorker) server.send('restart the worker');
    if (reloadsPages) server.send('reload pages');
  };
}

develop().catch((error: unknown) => {
  console.error(explainFault(error) ?? error);
  process.exit(1);
});
