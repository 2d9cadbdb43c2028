import { createServer } from 'node:http';
import next from 'next';
import { env } from '#lib/platform/env.ts';
import { withRequest } from '#lib/platform/request-context.ts';

/**
 * Process that renders pages in development, with the reload of Next.js. It keeps running while the server restarts, so that only changed
 * files are compiled. It listens on the socket given as argument.
 */
const [socket = ''] = process.argv.slice(2);

const pages = next({ dev: true, hostname: env().HOST, port: env().PORT });
await pages.prepare();
// Next.js sets 50, and React takes a stack for each element: half the time of a page.
Error.stackTraceLimit = 10;
const handle = pages.getRequestHandler();

createServer((request, response) => {
  withRequest({ id: String(request.headers['x-request-id']), isOverloaded: false }, () => void handle(request, response));
}).listen(socket);

let isStopping = false;
/** Stores what is compiled, for the next start. */
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await pages.close();
  process.exit();
}
for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.on(event, stop);
