import type { IncomingMessage } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { describeFault } from '#lib/platform/log/fault-text.ts';
import { log } from '#lib/platform/log/log.ts';
import { api } from '#lib/portal/api.ts';
import { pathOf } from '#lib/runtime/routes/page-request.ts';
import { faultPage } from '../pages/fault-page.ts';
import { securityHeaders } from '../pages/secure-page.ts';
import type { LoggedResponse } from './send.ts';

api.onError((error, c) => {
  log.error({ error: describeFault(error), path: c.req.path }, 'request failed');
  const { body, status, headers } = faultPage(c.req.header('accept'), undefined, error);
  return new Response(body.toString(), { status, headers: headers as Record<string, string> });
});

const routesByPath = Map.groupBy(api.routes, ({ path }) => path);

const callRoute = getRequestListener(api.fetch, { overrideGlobalObjects: false });

/**
 * Handles a request of the API, which writes its response itself.
 * @returns false if the path is not part of the API
 */
export async function serveApi(message: IncomingMessage, response: LoggedResponse): Promise<boolean> {
  const routes = routesByPath.get(pathOf(message.url));
  if (!routes) return false;
  const headers = { ...securityHeaders(), 'cache-control': 'no-store', 'cache-status': response.cacheStatus };
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, String(value));
  response.setHeader('X-Request-Id', response.requestId);
  if (routes.some((route) => route.method === message.method)) await callRoute(message, response);
  else response.writeHead(405, { Allow: routes.map((route) => route.method).join(', ') }).end();
  return true;
}
