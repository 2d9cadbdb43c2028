import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { env } from '#lib/platform/env.ts';
import { log } from '#lib/platform/log/log.ts';
import { isHealthCheck } from '#lib/runtime/monitoring/health.ts';
import { type AnsweredRequest, countFinishedRequest, countOpenRequest } from '#lib/runtime/monitoring/metrics.ts';
import { routeNameOf } from '#lib/runtime/monitoring/routes.ts';
import { beginSpan } from '#lib/runtime/monitoring/traces.ts';
import type { PageRequest } from '#lib/runtime/routes/page-request.ts';
import type { LoggedResponse } from './send.ts';
import { isTrustedPeer } from './trusted-peer.ts';

/** Returns the state of the page cache from a response's Cache-Status header (RFC 9211). */
const cacheState = (header: string): string => /; (?:fwd=)?(hit|miss|bypass|method)\b/.exec(header)?.[1] ?? 'none';

/** Returns the request id of a trusted proxy, so that its log can be matched with this one; otherwise a new one. */
export const requestIdOf = ({ headers, socket }: IncomingMessage): string => {
  const given = String(headers['x-request-id'] ?? '');
  return /^[\w-]{8,64}$/.test(given) && isTrustedPeer(socket.remoteAddress ?? '') ? given : randomUUID().slice(-17).replace('-', '');
};

/** Statuses that are logged as security events. */
const securityEvents: Readonly<Record<number, string>> = {
  400: 'bad_target',
  403: 'forbidden',
  405: 'method_refused',
  411: 'length_missing',
  413: 'body_too_large',
  429: 'rate_limited',
  431: 'headers_too_large',
};

type Span = ReturnType<typeof beginSpan>;

/** Starts the span of a request, as a child of a trusted proxy's span if there is one. */
export const requestSpan = ({ headers, socket }: IncomingMessage): Span => {
  const parent = headers.traceparent;
  return beginSpan('request', 'server', typeof parent === 'string' && isTrustedPeer(socket.remoteAddress ?? '') ? parent : undefined);
};

interface LoggedRequest extends AnsweredRequest {
  id: string;
}

function logRequest({ id, status, seconds, ...request }: LoggedRequest): void {
  const line = { requestId: id, ...request, status, ms: Math.round(seconds * 1000) };
  const event = securityEvents[status];
  if (status >= 500) log.error(line, 'request');
  else if (event !== undefined) log.warn({ ...line, securityEvent: event }, 'request refused');
  else log[env().REQUEST_LOG_LEVEL](line, 'request');
}

interface WatchedRequest {
  method: string;
  path: string;
  route: PageRequest['route'];
  span: Span;
}

/** Status of a request whose connection was closed before it had an answer, as in the logs of nginx. */
const clientClosedStatus = 499;

/**
 * Counts, times and logs a request, including those served from the cache. The log contains the route instead of the path, so that it does
 * not identify a person. Health checks are not logged.
 */
export function watchRequest({ method, path, route, span }: WatchedRequest, response: LoggedResponse): void {
  const startedMs = performance.now();
  countOpenRequest();
  response.on('close', () => {
    const answered = {
      id: response.requestId,
      method,
      route: routeNameOf(path, route),
      status: response.headersSent ? response.statusCode : clientClosedStatus,
      cache: cacheState(response.cacheStatus),
      seconds: (performance.now() - startedMs) / 1000,
    };
    countFinishedRequest(answered);
    if (isHealthCheck(path)) return;
    logRequest(answered);
    const { status, cache, id } = answered;
    span.end(
      {
        'http.request.method': method,
        'http.route': answered.route,
        'http.response.status_code': status,
        'peergraph.cache': cache,
        'peergraph.request_id': id,
      },
      status >= 500,
      `${method} ${answered.route}`,
    );
  });
}
