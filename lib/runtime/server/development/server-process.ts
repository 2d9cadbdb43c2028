import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createNetServer, type Server, type Socket } from 'node:net';
import { resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { databaseFlag, spawnBoundToParent } from '#lib/platform/processes/child-process.ts';
import { developmentErrorPage } from './error-page.ts';
import { openReloadStream, reloadPages, reloadPath } from './reload.ts';
import type { DevelopmentMessage, ServerMessage } from './server.ts';

const maxErrorCharacters = 8_000;
/** Longer than a page takes on a busy machine. A page that is cut off stays empty, because its script cannot reload it. */
const stopGraceMs = 15_000;

/** Creates a server that answers every request with the page of an error. */
function createErrorServer(text: string): Server {
  reloadPages();
  const page = developmentErrorPage('The server does not start', stripVTControlCharacters(text));
  return createServer((request, response) => {
    if (request.url === reloadPath) return openReloadStream(response);
    response.writeHead(500, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' });
    response.end(page);
  });
}

/**
 * Creates the server's process. This process accepts the connections and passes them to it, so that a page that is requested during a restart
 * waits. While the server cannot run, a page with the error is served.
 */
export function createServerProcess(frameworkSocket: string) {
  let child: ChildProcess | null = null;
  /** Passes a connection on; null while the server starts. */
  let pass: ((connection: Socket) => void) | null = null;
  let closeErrorServer = () => {};
  let hasStarted = false;
  const waiting: Socket[] = [];
  /** Connections on their way to the server, by number. One that it did not take before its end waits for the next one. */
  const passed = new Map<number, Socket>();
  let connections = 0;

  function passConnections(to: NonNullable<typeof pass>): void {
    pass = to;
    for (const connection of waiting.splice(0)) to(connection);
  }

  async function stop(): Promise<void> {
    const stopped = child;
    const isServing = pass !== null;
    child = pass = null;
    closeErrorServer();
    if (!stopped || stopped.exitCode !== null || stopped.signalCode !== null) return;
    const timer = setTimeout(() => stopped.kill('SIGKILL'), isServing ? stopGraceMs : 0);
    if (isServing) stopped.send('stop' satisfies DevelopmentMessage, () => undefined);
    await once(stopped, 'exit');
    clearTimeout(timer);
  }

  function showError(text: string): void {
    console.error(`${text}\nWaiting for a change …`);
    const errorServer = createErrorServer(text);
    const open = new Set<Socket>();
    closeErrorServer = () => open.forEach((connection) => void connection.destroy());
    passConnections((connection) => {
      open.add(connection);
      errorServer.emit('connection', connection);
      connection.resume();
    });
  }

  const passTo = (server: ChildProcess) => (connection: Socket) => {
    connections += 1;
    passed.set(connections, connection);
    server.send(connections, connection, { keepOpen: true }, () => undefined);
  };

  function start(): void {
    const args = ['--dev', frameworkSocket, ...(hasStarted ? ['--restart'] : [])];
    const started = spawnBoundToParent([databaseFlag(), resolve('lib/runtime/server/start.ts'), ...args], {
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
      env: { ...process.env, NODE_ENV: 'development', PAGE_CACHE_MB: '0', RENDER_PROCESSES: '0' },
    });
    child = started;
    let errorOutput = '';
    started.stderr?.on('data', (data: Buffer) => {
      process.stderr.write(data);
      errorOutput = `${errorOutput}${data}`.slice(-maxErrorCharacters);
    });
    started.on('message', (message: ServerMessage) => {
      if (message !== 'ready') {
        passed.get(message)?.destroy();
        passed.delete(message);
        return;
      }
      hasStarted = true;
      if (child === started) passConnections(passTo(started));
    });
    started.once('exit', () => {
      waiting.push(...passed.values());
      passed.clear();
    });
    // After 'close', the output is complete.
    started.once('close', () => {
      if (child !== started) return;
      child = pass = null;
      showError(errorOutput.trim() || 'The server has ended without a message.');
    });
  }

  return {
    /** Accepts connections once it listens. */
    front: createNetServer({ pauseOnConnect: true }, (connection) => (pass ? pass(connection) : waiting.push(connection))),
    start,
    stop,
    showError,
    isRunning: () => child !== null,
    send: (message: DevelopmentMessage) => child?.send(message, () => undefined),
  };
}
