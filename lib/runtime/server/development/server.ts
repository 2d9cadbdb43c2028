import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { flushCompileCache } from 'node:module';
import type { Socket } from 'node:net';
import { proxyUpgrade } from './framework-proxy.ts';
import { createReloadStream, reloadPath } from './reload.ts';

/** What the supervisor (server-process.ts) sends to the server. A connection comes with its socket. */
export type DevelopmentMessage = 'connection' | 'reload pages' | 'restart the worker';

/** Adds to a server what only development needs: reloading pages, uncompressed responses, and the WebSocket of Next.js. */
export function serveDevelopment(server: Server, restartWorker: () => void): void {
  const [serve] = server.listeners('request');
  const reloadStream = createReloadStream();
  server.removeAllListeners('request').on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === reloadPath) return reloadStream.open(response);
    // Compressing the scripts of Next.js takes seconds.
    delete request.headers['accept-encoding'];
    serve?.call(server, request, response);
  });
  server.on('upgrade', proxyUpgrade);
  process.on('message', (message: DevelopmentMessage, connection?: Socket) => {
    if (message === 'reload pages') reloadStream.reloadPages();
    else if (message === 'restart the worker') restartWorker();
    else if (connection) {
      server.emit('connection', connection);
      connection.resume();
    }
  });
}

/** Tells the supervisor that the server takes connections. */
export function acceptConnections(): void {
  process.send?.('ready');
  // This process is killed when a file changes, and cannot store compiled code then.
  setTimeout(flushCompileCache, 2_000).unref();
}
