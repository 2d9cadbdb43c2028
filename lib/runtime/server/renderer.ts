import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import next from 'next';
import { whenTimeIsRead } from '#lib/platform/clock.ts';
import { collectDependencies, recordExpiry } from '#lib/platform/db/dependencies.ts';
import { env } from '#lib/platform/env.ts';
import { isRequestOverloaded, withRequest } from '#lib/platform/request-context.ts';
import { endWithoutDatabase } from '#lib/runtime/monitoring/missing-database.ts';
import { logConsole } from './console-lines.ts';
import { createPageHandler, storePageShell } from './pages.ts';
import { tailOf } from './rendered-page.ts';
import { catchUnhandledErrors } from './unhandled-errors.ts';

/**
 * Renders pages in a process of its own, for the server that has started it (lib/runtime/server/renderers.ts): a page that is being
 * made holds up no page that is ready. It listens on the socket that its argument names.
 */
const [socket = ''] = process.argv.slice(2);

// The server ends first, once all have their answers. However it ends, its channel closes.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.once('disconnect', () => process.exit());
// It has closed while this file was loaded.
if (!process.connected) process.exit();
catchUnhandledErrors(() => process.exit(1));

endWithoutDatabase(env().DATABASE_URL);

whenTimeIsRead((agesInMs) => recordExpiry(Date.now() + agesInMs));
const pages = next({ dev: false, hostname: env().HOST, port: env().PORT });
// What Next says of its settings, the server's own has said.
const { log } = console;
console.log = () => undefined;
await pages.prepare();
console.log = log;
logConsole();
const handle = createPageHandler(pages.getRequestHandler());

// The server closes a connection, and not this process while the next request is on its way.
createServer({ keepAliveTimeout: 0 }, (request, response) => {
  withRequest({ id: String(request.headers['x-request-id']), isOverloaded: false }, () => render(request, response)).catch(() =>
    response.destroy(),
  );
}).listen(socket, async () => {
  await learnShell();
  // The first reader does not wait until the pages are loaded.
  await text(await own('/about'));
  process.send?.('ready');
});

/** Where the database does not answer yet, Next draws all pages until it does. */
async function learnShell(): Promise<void> {
  const shell = await own('/trouble');
  const isStored = storePageShell(await text(shell), String(shell.headers.link ?? '') || null);
  if (!isStored) setTimeout(learnShell, 10_000).unref();
}

/** Asks this process for a page. */
async function own(path: string): Promise<IncomingMessage> {
  const [answer] = (await once(get({ socketPath: socket, path }), 'response')) as [IncomingMessage];
  return answer;
}

/** Answers with what Next makes of the request, and behind it with what that was made from. */
function render(request: IncomingMessage, response: ServerResponse): Promise<void> {
  return collectDependencies(async (dependencies) => {
    const setHeader = response.setHeader.bind(response);
    // The response is longer than the page.
    response.setHeader = (name, value) => (name.toLowerCase() === 'content-length' ? response : setHeader(name, value));
    const end = response.end.bind(response) as (...all: unknown[]) => ServerResponse;
    response.end = ((chunk?: unknown) => {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) response.write(chunk);
      return end(tailOf({ dependencies, isOverloaded: isRequestOverloaded() }));
    }) as typeof response.end;
    await handle(request, response);
  });
}
