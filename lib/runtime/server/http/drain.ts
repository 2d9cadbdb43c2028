import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';

/** Graceful shutdown of a server without aborting requests. */
interface Drain {
  /** Whether shutdown has started; from then on, each response closes its connection. */
  isStopping(): boolean;
  /**
   * Serves requests for another `delayMs`, closing the connection after each. Then it accepts no new connections, and waits for the open
   * requests.
   */
  stop(delayMs: number): Promise<void>;
}

const pollMs = 20;
const maxLastRequestMs = 1_000;

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));

/**
 * Tracks the open requests of a server. `server.close()` of Node.js closes idle connections immediately, although their next request may be
 * in transit.
 */
export function createDrain(server: Server): Drain {
  const openResponses = new Set<ServerResponse>();
  let isStopping = false;
  server.prependListener('request', (_, response: ServerResponse) => {
    if (isStopping) response.setHeader('Connection', 'close');
    openResponses.add(response);
    response.on('close', () => openResponses.delete(response));
  });
  return {
    isStopping: () => isStopping,
    async stop(delayMs) {
      isStopping = true;
      for (const response of openResponses) if (!response.headersSent) response.setHeader('Connection', 'close');
      await wait(delayMs);
      // Closed right after the event loop has accepted pending connections; the system resets those left in the queue of a closed listener.
      await nextTurn();
      const closed = new Promise<void>((resolve) => server.once('close', resolve));
      NetServer.prototype.close.call(server);
      // The request of the last accepted connection may still arrive.
      for (
        let waitedMs = 0;
        openResponses.size > 0 || (waitedMs < maxLastRequestMs && (await connectionsOf(server)) > 0);
        waitedMs += pollMs
      )
        await wait(pollMs);
      server.closeAllConnections();
      await closed;
    },
  };
}
