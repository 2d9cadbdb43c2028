import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { flushCompileCache } from 'node:module';
import { proxyUpgrade } from './framework-proxy.ts';
import { createReloadStream, reloadPath } from './reload.ts';

/** What the supervisor (cli.ts) asks of the server. */
export type DevelopmentMessage = 'reload pages' | 'restart the worker';

/** Adds to a server what only development needs: reloading pages, uncompressed responses, and the WebSocket of Next.js. */
export function serveDevelopment(server: Server, restartWorker: () => void): void {
  const serve = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  const reloadStream = createReloadStream();
  server.removeAllListeners('request').on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === reloadPath) return reloadStream.open(response);
    // Compressing the scripts of Next.js takes seconds.
    delete request.headers['accept-encoding'];
    for (const listener of serve) listener.call(server, request, response);
  });
  server.on('upgrade', proxyUpgrade);
  process.on('message', (message: DevelopmentMessage) => (message === 'reload pages' ? reloadStream.reloadPages() : restartWorker()));
  // This process is killed when a file changes, and cannot store compiled code then.
  server.once('listening', () => setTimeout(flushCompileCache, 2_000));
}
