import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import next from 'next';
import { onTimeRead } from '#lib/platform/clock.ts';
import { collectDependencies, type Dependencies, recordExpiry } from '#lib/platform/db/dependencies.ts';
import { env } from '#lib/platform/env.ts';
import { clientSignal } from '#lib/platform/http/client-signal.ts';
import { withRequest } from '#lib/platform/request-context.ts';
import { stopWithoutDatabase } from '#lib/runtime/monitoring/missing-database.ts';
import { readPageRequest } from '#lib/runtime/routes/page-request.ts';
import { readBuiltRoutes } from '#lib/runtime/routes/table.ts';
import { logConsole } from '../processes/console-lines.ts';
import { catchUnhandledErrors } from '../processes/unhandled-errors.ts';
import { negotiateContent } from './content-negotiation.ts';
import { decodeRenderedPage, encodeRenderedPage } from './page-response.ts';
import { preloadPages } from './preload-pages.ts';
import { renderPage } from './render-page.ts';

/**
 * Process that renders pages for the server that has started it (lib/runtime/server/pages/renderers.ts), so that rendering does not delay cached
 * pages. It listens on the socket given as argument.
 */
const [socket = ''] = process.argv.slice(2);

// The server ends first, after all responses. However it ends, the IPC channel closes.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.once('disconnect', () => process.exit());
// The channel was closed while this file was loaded.
if (!process.connected) process.exit();
catchUnhandledErrors(() => process.exit(1));

stopWithoutDatabase(env().DATABASE_URL);
readBuiltRoutes();

onTimeRead((agesInMs) => recordExpiry(Date.now() + agesInMs));
const pages = next({ dev: false, hostname: env().HOST, port: env().PORT });
// Hides the messages of Next.js about its settings, since the server has printed them.
const { log } = console;
console.log = () => undefined;
await pages.prepare();
console.log = log;
logConsole();
const framework = pages.getRequestHandler();

// Idle connections are closed by the server, so that this process never closes one while a request is in transit.
createServer({ keepAliveTimeout: 0 }, (message, response) => {
  withRequest({ id: String(message.headers['x-request-id']), isOverloaded: false }, () => render(message, response)).catch(() =>
    response.destroy(),
  );
}).listen(socket, async () => {
  await preload();
  process.send?.('ready');
});

/** Draws the pages that others need. Until the database responds, Next.js renders all pages. */
async function preload(): Promise<void> {
  if (!(await preloadPages(fetchOwnPage))) setTimeout(preload, 10_000).unref();
}

/** Requests a page from this process. */
async function fetchOwnPage(path: string): Promise<{ html: string; link: string | null }> {
  const [response] = (await once(get({ socketPath: socket, path }), 'response')) as [IncomingMessage];
  const { page } = decodeRenderedPage(await buffer(response));
  return { html: page.body.toString(), link: page.headers.link === undefined ? null : String(page.headers.link) };
}

/** Renders a page, and sends it with its dependencies. Those of a member's page are not collected, since it is not stored. */
function render(message: IncomingMessage, response: ServerResponse): Promise<void> {
  const request = negotiateContent(readPageRequest(message));
  message.url = request.url;
  const renderWith = async (dependencies: Dependencies | null) => {
    const page = await renderPage(framework, request, message, clientSignal(response));
    response.end(encodeRenderedPage({ page, dependencies }));
  };
  return request.hasSession ? renderWith(null) : collectDependencies(renderWith);
}
