import type { ServerResponse } from 'node:http';

/** The reason of a signal of `clientSignal`. */
class ClientLeftError extends Error {}

/** Returns a signal that is aborted when the connection of a client closes before its response is complete. */
export function clientSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort(new ClientLeftError('The client has closed the connection.'));
  });
  return controller.signal;
}
