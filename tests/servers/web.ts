import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { TestDns } from './dns.ts';

/** The response at a path. */
export interface StubPage {
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
  setPage(path: string, page: StubPage | null): void;
  /** Requested paths in order. */
  requestedPaths: string[];
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
  const pages = new Map<string, StubPage>();
  const requestedPaths: string[] = [];
  const configure = async (request: IncomingMessage, path: string, response: ServerResponse): Promise<void> => {
    const body: unknown = JSON.parse(await bodyOf(request));
    if (path.startsWith('/told/dns/')) dns?.setTxtRecords(path.slice('/told/dns/'.length), body as string[]);
    else if (body === null) pages.delete(path.slice('/told/page'.length));
    else pages.set(path.slice('/told/page'.length), body as StubPage);
    response.writeHead(204).end();
  };
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '/');
    if (request.method === 'PUT') return void configure(request, path, response);
    requestedPaths.push(path);
    const page = pages.get(path);
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
    setPage(path, page) {
      if (page) pages.set(path, page);
      else pages.delete(path);
    },
    requestedPaths,
    stop: () => stopServer(server),
  };
}
