import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { flushCompileCache } from 'node:module';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { proxyUpgrade } from './framework-proxy.ts';
import { openReloadStream, reloadPages, reloadPath } from './reload.ts';

/** What the supervisor (server-process.ts) sends to the server. The number of a connection comes with its socket. */
export type DevelopmentMessage = number | 'reload pages' | 'restart the worker' | 'stop';
/** What the server answers: that it takes connections, or the number of one that it has taken. */
export type ServerMessage = number | 'ready';

const send = (message: ServerMessage) => process.send?.(message);

/** Adds to a server what only development needs: reloading pages, uncompressed responses, and the WebSocket of Next.js. */
export function serveDevelopment(server: Server, restartWorker: () => void): void {
  const [serve] = server.listeners('request');
  const openResponses = new Set<ServerResponse>();
  server.removeAllListeners('request').on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === reloadPath) return openReloadStream(response);
    openResponses.add(response);
    response.once('close', () => openResponses.delete(response));
    // Compressing the scripts of Next.js takes seconds.
    delete request.headers['accept-encoding'];
    serve?.call(server, request, response);
  });
  server.on('upgrade', proxyUpgrade);
  process.on('message', (message: DevelopmentMessage, connection?: Socket) => {
    if (message === 'reload pages') reloadPages();
    else if (message === 'restart the worker') restartWorker();
    else if (message === 'stop') void exitAfter(openResponses);
    else {
      send(message);
      if (connection) server.emit('connection', connection.resume());
    }
  });
}

const pollMs = 10;

/** Ends the process after its open responses, since a browser does not repeat a request that was aborted. The supervisor limits the time. */
async function exitAfter(openResponses: ReadonlySet<ServerResponse>): Promise<void> {
  while (openResponses.size > 0) await wait(pollMs);
  process.exit();
}

/** Tells the supervisor that the server takes connections. */
export function acceptConnections(): void {
  send('ready');
  // This process is killed when a file changes, and cannot store compiled code then.
  setTimeout(flushCompileCache, 2_000).unref();
}
