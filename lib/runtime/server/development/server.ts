import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { flushCompileCache } from 'node:module';
import type { Socket } from 'node:net';
import { proxyUpgrade } from './framework-proxy.ts';
import { openReloadStream, reloadPages, reloadPath } from './reload.ts';

/** What the supervisor (server-process.ts) sends to the server. The number of a connection comes with its socket. */
export type DevelopmentMessage = number | 'reload pages' | 'restart the worker';
/** What the server answers: that it takes connections, or the number of one that it has taken. */
export type ServerMessage = number | 'ready';

const send = (message: ServerMessage) => process.send?.(message);

/** Adds to a server what only development needs: reloading pages, uncompressed responses, and the WebSocket of Next.js. */
export function serveDevelopment(server: Server, restartWorker: () => void): void {
  const [serve] = server.listeners('request');
  server.removeAllListeners('request').on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === reloadPath) return openReloadStream(response);
    // Compressing the scripts of Next.js takes seconds.
    delete request.headers['accept-encoding'];
    serve?.call(server, request, response);
  });
  server.on('upgrade', proxyUpgrade);
  process.on('message', (message: DevelopmentMessage, connection?: Socket) => {
    if (message === 'reload pages') reloadPages();
    else if (message === 'restart the worker') restartWorker();
    else {
      send(message);
      if (connection) server.emit('connection', connection.resume());
    }
  });
}

/** Tells the supervisor that the server takes connections. */
export function acceptConnections(): void {
  send('ready');
  // This process is killed when a file changes, and cannot store compiled code then.
  setTimeout(flushCompileCache, 2_000).unref();
}
