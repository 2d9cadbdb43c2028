import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { TestDns } from './dns.ts';

/** The response at a path. */
export interface ToldPage {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  /** Milliseconds between the characters of the body. */
  drips?: number;
}

/** An external web server on loopback: home pages, and files of repositories. */
export interface TestWeb {
  url: string;
  /** Sets the response at a path; null removes it. Over HTTP: PUT /told/page/<path>, and PUT /told/dns/<name> with a list of texts. */
  tell(path: string, page: ToldPage | null): void;
  /** Requested paths in order. */
  asked: string[];
  stop(): Promise<void>;
}

export const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = '';
  for await (const part of request) body += part;
  return body;
};

/** Stops a server and closes its open connections. */
export const stopServer = (server: Server): Promise<void> =>
  new Promise((stopped) => {
    server.close(() => stopped());
    server.closeAllConnections();
  });

async function drip(response: ServerResponse, body: string, everyMs: number): Promise<void> {
  for (const letter of body) {
    if (response.destroyed) return;
    response.write(letter);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  response.end();
}

export async function startWeb(dns?: TestDns): Promise<TestWeb> {
  const told = new Map<string, ToldPage>();
  const asked: string[] = [];
  const listen = async (request: IncomingMessage, path: string, response: ServerResponse): Promise<void> => {
    const body: unknown = JSON.parse(await bodyOf(request));
    if (path.startsWith('/told/dns/')) dns?.tell(path.slice('/told/dns/'.length), body as string[]);
    else if (body === null) told.delete(path.slice('/told/page'.length));
    else told.set(path.slice('/told/page'.length), body as ToldPage);
    response.writeHead(204).end();
  };
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '/');
    if (request.method === 'PUT') return void listen(request, path, response);
    asked.push(path);
    const page = told.get(path);
    if (!page) return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Not here\n');
    response.writeHead(page.status ?? 200, { 'content-type': 'text/html; charset=utf-8', ...page.headers });
    if (page.drips !== undefined) void drip(response, page.body ?? '', page.drips);
    else response.end(page.body ?? '');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    tell(path, page) {
      if (page) told.set(path, page);
      else told.delete(path);
    },
    asked,
    stop: () => stopServer(server),
  };
}
