import { once } from 'node:events';
import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { requestId } from '#lib/platform/request-context.ts';
import { frameworkSocket } from '../processes/development-mode.ts';

const retryMs = 50;
const maxTries = 1_200;

/** Connects to the process that runs Next.js, and waits for its start. */
async function connectFramework(): Promise<Socket> {
  for (let attempt = 1; ; attempt += 1) {
    const socket = connect(frameworkSocket);
    try {
      await once(socket, 'connect');
      return socket;
    } catch (error) {
      if (attempt === maxTries) throw error;
      await wait(retryMs);
    }
  }
}

/** Headers that concern one connection. */
const hopByHop = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date']);

/** Lets the framework's process answer a request. */
async function proxyRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const socket = await connectFramework();
  const headers = { ...request.headers, 'x-request-id': requestId(), connection: 'close' };
  const sentRequest = ask({ createConnection: () => socket, path: request.url, method: request.method, headers });
  response.once('close', () => sentRequest.destroy());
  request.pipe(sentRequest);
  try {
    const [answer] = (await once(sentRequest, 'response')) as [IncomingMessage];
    response.statusCode = answer.statusCode ?? 500;
    for (const [name, value] of Object.entries(answer.headers)) if (value && !hopByHop.has(name)) response.setHeader(name, value);
    for await (const chunk of answer) response.write(chunk);
    response.end();
  } catch (error) {
    // The page was closed or reloaded.
    if (!response.destroyed) throw error;
  }
}

/** Lets the framework's process answer a WebSocket, by which it reports changes to open pages. */
export async function proxyUpgrade({ method, url, rawHeaders }: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
  client.on('error', () => client.destroy());
  const socket = await connectFramework();
  const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
  socket.write(`${method} ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  socket.write(head);
  await Promise.allSettled([pipeline(client, socket), pipeline(socket, client)]);
}

/** The pages of the framework's process, as `next()` returns them. */
export const frameworkProxy = { getRequestHandler: () => proxyRequest, close: async () => {} };
