import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { env } from '#lib/platform/env.ts';
import { databaseFlag, spawnBoundToParent } from '#lib/platform/processes/child-process.ts';
import { developmentErrorPage } from './error-page.ts';
import { createReloadStream, reloadPath } from './reload.ts';
import type { DevelopmentMessage } from './server.ts';

const maxErrorCharacters = 8_000;

/** Creates the server's process. While it cannot run, a page with the error is served at its address. */
export function createServerProcess(frameworkSocket: string) {
  let child: ChildProcess | null = null;
  let errorServer: Server | null = null;

  async function stop(): Promise<void> {
    errorServer?.closeAllConnections();
    errorServer?.close();
    errorServer = null;
    const stopped = child;
    child = null;
    // Killed, since open pages keep connections that a server would wait for.
    if (stopped?.kill('SIGKILL')) await once(stopped, 'exit');
  }

  function showError(text: string): void {
    console.error(`${text}\nWaiting for a change …`);
    const page = developmentErrorPage('The server does not start', stripVTControlCharacters(text));
    const reloadStream = createReloadStream();
    errorServer = createServer((request, response) => {
      if (request.url === reloadPath) return reloadStream.open(response);
      response.writeHead(500, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }).end(page);
    });
    // Another program may have the port: the terminal shows the error.
    errorServer.on('error', () => undefined).listen(env().PORT, env().HOST);
  }

  function start(): void {
    const started = spawnBoundToParent([databaseFlag(), resolve('lib/runtime/server/start.ts'), '--dev', frameworkSocket], {
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
      env: { ...process.env, NODE_ENV: 'development', PAGE_CACHE_MB: '0', RENDER_PROCESSES: '0' },
    });
    let errorOutput = '';
    started.stderr?.on('data', (data: Buffer) => {
      process.stderr.write(data);
      errorOutput = `${errorOutput}${data}`.slice(-maxErrorCharacters);
    });
    // After 'close', the output is complete.
    started.once('close', () => {
      if (child !== started) return;
      child = null;
      showError(errorOutput.trim() || 'The server has ended without a message.');
    });
    child = started;
  }

  return {
    start,
    stop,
    showError,
    isRunning: () => child !== null,
    send: (message: DevelopmentMessage) => child?.send(message, () => undefined),
  };
}
