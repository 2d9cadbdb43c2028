import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

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

const closeIdleEveryMs = 50;

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
      const closed = new Promise<void>((ended) => server.once('close', ended));
      NetServer.prototype.close.call(server);
      while (open.size > 0) await wait(closeIdleEveryMs);
      server.closeIdleConnections();
      server.closeAllConnections();
      await closed;
    },
  };
}
