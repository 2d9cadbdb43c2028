import type { ServerResponse } from 'node:http';

/** Path of the event stream that tells open pages to reload. */
export const reloadPath = '/development/reload';

let version = Date.now();
const responses = new Set<ServerResponse>();

/** Returns the version of the pages that this process sends. Another process begins with a later one. */
export const pageVersion = (): string => String(version);

/**
 * Returns a script that reloads its page as soon as it is older than what the server sends.
 * @param ownVersion expression for the version of the page
 */
export const reloadScript = (ownVersion: string): string =>
  `new EventSource('${reloadPath}').onmessage = ({ data }) => data !== ${ownVersion} && location.reload();`;

const retryMs = 150;
const sendVersion = (response: ServerResponse) => response.write(`retry: ${retryMs}\ndata: ${version}\n\n`);

/** Sends the version of the pages now and when it changes. */
export function openReloadStream(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
  responses.add(response);
  response.once('close', () => responses.delete(response));
  sendVersion(response);
}

/** Makes all open pages outdated. */
export function reloadPages(): void {
  version += 1;
  for (const response of responses) sendVersion(response);
}
