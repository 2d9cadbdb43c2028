import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import next from 'next';
import { onTimeRead } from '#lib/platform/clock.ts';
import { collectDependencies, recordExpiry } from '#lib/platform/db/dependencies.ts';
import { env } from '#lib/platform/env.ts';
import { isRequestOverloaded, withRequest } from '#lib/platform/request-context.ts';
import { stopWithoutDatabase } from '#lib/runtime/monitoring/missing-database.ts';
import { logConsole } from '../processes/console-lines.ts';
import { catchUnhandledErrors } from '../processes/unhandled-errors.ts';
import { createPageHandler, storePageShell } from './pages.ts';
import { encodeMetadata } from './rendered-page.ts';

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

onTimeRead((agesInMs) => recordExpiry(Date.now() + agesInMs));
const pages = next({ dev: false, hostname: env().HOST, port: env().PORT });
// Hides the messages of Next.js about its settings, since the server has printed them.
const { log } = console;
console.log = () => undefined;
await pages.prepare();
console.log = log;
logConsole();
const handle = createPageHandler(pages.getRequestHandler());

// Idle connections are closed by the server, so that this process never closes one while a request is in transit.
createServer({ keepAliveTimeout: 0 }, (request, response) => {
  withRequest({ id: String(request.headers['x-request-id']), isOverloaded: false }, () => render(request, response)).catch(() =>
    response.destroy(),
  );
}).listen(socket, async () => {
  await storeShell();
  // Loads the page code before the first request.
  await text(await requestOwnPage('/about'));
  process.send?.('ready');
});

/** Stores the page shell. Until the database responds, Next.js renders all pages. */
async function storeShell(): Promise<void> {
  const shell = await requestOwnPage('/trouble');
  const isStored = storePageShell(await text(shell), String(shell.headers.link ?? '') || null);
  if (!isStored) setTimeout(storeShell, 10_000).unref();
}

/** Requests a page from this process. */
async function requestOwnPage(path: string): Promise<IncomingMessage> {
  const [response] = (await once(get({ socketPath: socket, path }), 'response')) as [IncomingMessage];
  return response;
}

/** Renders a page with Next.js, followed by its dependencies. */
function render(request: IncomingMessage, response: ServerResponse): Promise<void> {
  return collectDependencies(async (dependencies) => {
    const setHeader = response.setHeader.bind(response);
    // The response is longer than the page because of the appended metadata.
    response.setHeader = (name, value) => (name.toLowerCase() === 'content-length' ? response : setHeader(name, value));
    const end = response.end.bind(response) as (...all: unknown[]) => ServerResponse;
    response.end = ((chunk?: unknown) => {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) response.write(chunk);
      return end(encodeMetadata({ dependencies, isOverloaded: isRequestOverloaded() }));
    }) as typeof response.end;
    await handle(request, response);
  });
}
