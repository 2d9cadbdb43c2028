import { createServer, IncomingMessage, type Server } from 'node:http';
import { env } from '#lib/platform/env.ts';
import { withRequest } from '#lib/platform/request-context.ts';
import type { Readiness } from '#lib/runtime/monitoring/health.ts';
import { readPageRequest } from '#lib/runtime/routes/page-request.ts';
import { finishPage } from '../pages/finish-page.ts';
import type { Framework } from '../pages/framework.ts';
import type { RenderElsewhere } from '../pages/render-in-turn.ts';
import { isPipelineClosed, limitConnections } from './connection-limit.ts';
import { healthCheck } from './health-check.ts';
import { headersTimeoutMs, limitBodyTime, requestTimeoutMs } from './request-checks.ts';
import { createResponder, respond, respondAtOnce } from './respond.ts';
import { LoggedResponse, send } from './send.ts';
import { removeTrackingParameters } from './tracking-parameters.ts';
import { requestIdOf, requestSpan, watchRequest } from './watch-requests.ts';

/** Longer than the keep-alive of proxies (by default nginx 60 s, Caddy 120 s), so that the proxy closes idle connections. */
const keepAliveTimeoutMs = 125_000;
/** A request without a body has no stream that would have to be read to its end. */
const optimizeEmptyRequests = true;
const timeouts = {
  headersTimeout: headersTimeoutMs,
  requestTimeout: requestTimeoutMs,
  keepAliveTimeout: keepAliveTimeoutMs,
  connectionsCheckingInterval: 5_000,
};

interface Options {
  upgrades?: boolean;
  render?: RenderElsewhere;
}

/** Creates the HTTP server, with its limits, timeouts and logs. `respond` says how each request is answered. */
export function createHttpServer(framework: Framework, isReady: Readiness, { upgrades = false, render }: Options = {}): Server {
  const responder = createResponder(framework, render);
  const classes = { IncomingMessage, ServerResponse: LoggedResponse };
  const server = createServer(
    { ...timeouts, ...classes, optimizeEmptyRequests, shouldUpgradeCallback: () => upgrades },
    (message, response) => {
      if (isPipelineClosed(message, response)) return;
      message.url = removeTrackingParameters(message.url ?? '/');
      const { method = 'GET' } = message;
      // Node.js omits the body of this response, because the request arrived as HEAD. All else is as for GET (RFC 9110, 9.3.2).
      if (method === 'HEAD') message.method = 'GET';
      const request = readPageRequest(message);
      const span = requestSpan(message);
      response.requestId = requestIdOf(message);
      watchRequest({ method, path: request.path, route: request.route, span }, response);
      limitBodyTime(request, message);
      const health = healthCheck(request.path, isReady);
      if (health) return void health.then((page) => send(response, finishPage(page, request)));
      if (respondAtOnce(message, response, request)) return;
      const context = { id: response.requestId, isOverloaded: false, traceparent: span.traceparent };
      withRequest(context, () => void respond(responder, message, response, request));
    },
  );
  // Also applies to clients that do not read the response. For a slow reader, each chunk resets the timeout.
  server.timeout = requestTimeoutMs;
  server.maxConnections = env().MAX_CONNECTIONS;
  limitConnections(server as unknown as Server, env().MAX_CONNECTIONS_PER_ADDRESS);
  // No other protocol is supported. Node.js versions with the option above ignore the upgrade and respond normally.
  if (!upgrades) server.on('upgrade', (_, socket) => socket.destroy());
  return server as unknown as Server;
}
