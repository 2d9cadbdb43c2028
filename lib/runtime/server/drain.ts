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

const lookEveryMs = 20;
const lastRequestMs = 1_000;

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((done) => server.getConnections((error, count) => done(error ? 0 : count)));

/**
 * Tracks the open requests of a server. `server.close()` of Node.js closes idle connections immediately, although their next request may be
 * in transit.
 */
export function createDrain(server: Server): Drain {
  const open = new Set<ServerResponse>();
  let stopping = false;
  server.prependListener('request', (_, response: ServerResponse) => {
    if (stopping) response.setHeader('Connection', 'close');
    open.add(response);
    response.once('close', () => open.delete(response));
  });
  return {
    isStopping: () => stopping,
    async stop(delayMs) {
      stopping = true;
      for (const response of open) if (!response.headersSent) response.setHeader('Connection', 'close');
      await wait(delayMs);
      // Closed right after the event loop has accepted pending connections; the system resets those left in the queue of a closed listener.
      await nextTurn();
      const closed = new Promise<void>((ended) => server.once('close', ended));
      NetServer.prototype.close.call(server);
      // The request of the last accepted connection may still arrive.
      for (let waited = 0; open.size > 0 || (waited < lastRequestMs && (await connectionsOf(server)) > 0); waited += lookEveryMs)
        await wait(lookEveryMs);
      server.closeAllConnections();
      await closed;
    },
  };
}
