import type { ServerResponse } from 'node:http';

/** Path of the event stream that tells open pages to reload. */
export const reloadPath = '/development/reload';

/** Reloads the page when the server has restarted, or says that a file of the page has changed. */
export const reloadScript = `{
  let version;
  new EventSource('${reloadPath}').onmessage = ({ data }) => {
    if (version !== undefined && version !== data) location.reload();
    version = data;
  };
}`;

const retryMs = 150;

/** Creates an event stream of versions. Each process begins with another version. */
export function createReloadStream() {
  const responses = new Set<ServerResponse>();
  let version = Date.now();
  const send = (response: ServerResponse) => response.write(`retry: ${retryMs}\ndata: ${version}\n\n`);
  return {
    open(response: ServerResponse): void {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      responses.add(response);
      response.once('close', () => responses.delete(response));
      send(response);
    },
    reloadPages(): void {
      version += 1;
      for (const response of responses) send(response);
    },
  };
}
