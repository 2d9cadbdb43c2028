import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';

/** How a server stops without cutting a request. */
interface Drain {
  /** True from the signal on: the answer to each request then closes its connection. */
  isStopping(): boolean;
  /**
   * Answers for `delayMs` more, each time closing the connection; then takes no new connections and waits until the open requests have
   * their answers.
   */
  stop(delayMs: number): Promise<void>;
}

const lookEveryMs = 20;
const lastRequestMs = 1_000;

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((done) => server.getConnections((error, count) => done(error ? 0 : count)));

/** Follows the open requests of a server. Node closes idle connections at once where it closes a server: their next request may be on its way. */
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
      // Right after the loop has accepted all that had come: what the system holds for a closed listener it resets.
      await nextTurn();
      const closed = new Promise<void>((ended) => server.once('close', ended));
      NetServer.prototype.close.call(server);
      // A connection that was accepted last has its request under way.
      for (let waited = 0; open.size > 0 || (waited < lastRequestMs && (await connectionsOf(server)) > 0); waited += lookEveryMs)
        await wait(lookEveryMs);
      server.closeAllConnections();
      await closed;
    },
  };
}
