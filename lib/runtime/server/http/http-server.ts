import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { sql } from 'drizzle-orm';
import { hasSession } from '#lib/platform/auth/cookies.ts';
import type { Dependencies } from '#lib/platform/db/dependencies.ts';
import { reader } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { networkOf } from '#lib/platform/http/network.ts';
import { describeFault } from '#lib/platform/log/fault-text.ts';
import { log } from '#lib/platform/log/log.ts';
import { openOutbox } from '#lib/platform/mail/outbox.ts';
import { withRequest } from '#lib/platform/request-context.ts';
import { measureRenderQueue } from '#lib/runtime/monitoring/metrics.ts';
import {
  cacheNameFor,
  cacheStatus,
  isCacheCurrent,
  loadCached,
  type PendingEntry,
  removeVaryingHeaders,
  renderCacheable,
  serveCached,
} from '../cache/page-cache.ts';
import { bufferResponse } from '../pages/buffer-response.ts';
import { negotiateContent } from '../pages/content-negotiation.ts';
import { contentSecurityPolicy, filePolicy } from '../pages/content-security-policy.ts';
import { malformedUrlPage } from '../pages/fallback-pages.ts';
import { serveMember } from '../pages/member-pages.ts';
import { sendPageScript } from '../pages/page-script.ts';
import { createRenderQueue } from '../pages/render-queue.ts';
import { serveApi } from './api.ts';
import { isPipelineClosed, limitConnections } from './connection-limit.ts';
import { sendFault, sendRefusal } from './fault-answer.ts';
import { isBrokenForm } from './form-body.ts';
import { acceptsUpload, headersTimeoutMs, isReadRequest, limitBodyTime, refuseRequest, requestTimeoutMs } from './request-checks.ts';
import { setSecurityHeaders } from './security-headers.ts';
import { removeTrackingParameters } from './tracking-parameters.ts';
import { setPeerHeaders } from './trusted-peer.ts';
import { requestIdOf, requestSpan, watchRequest } from './watch-requests.ts';

const brokenFormRefusal = { status: 400, text: 'This form arrived incomplete. Reload the page, and send it again.' };

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Renders a page in another process.
 * @param dependencies receives what the page depends on
 * @returns false if the page must be rendered in this process
 */
type Render = (request: IncomingMessage, response: ServerResponse, dependencies: Dependencies | undefined) => Promise<boolean>;

/** Longer than the keep-alive of proxies (by default nginx 60 s, Caddy 120 s), so that the proxy closes idle connections. */
const keepAliveTimeoutMs = 125_000;
const readyTimeoutMs = 2_000;

/** Returns true if requests can be served, otherwise the reason. */
type Readiness = () => true | string;

interface Options {
  upgrades?: boolean;
  render?: Render;
}

/** Creates the HTTP server: health checks, security headers, limits, and complete compressed pages. Next.js handles all other requests. */
export function createHttpServer(pages: Handler, isReady: Readiness, { upgrades = false, render }: Options = {}): Server {
  const queues = {
    visitors: createRenderQueue(),
    members: createRenderQueue(),
    slow: createRenderQueue(slowQueueLimits),
    pictures: createRenderQueue(pictureQueueLimits),
  };
  const serverContext: Context = { pages, render, queues, inFlight: new Map() };
  for (const readers of ['visitors', 'members', 'slow', 'pictures'] as const) measureRenderQueue(readers, queues[readers].counts);
  const timeouts = {
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: 5_000,
  };
  const server = createServer({ ...timeouts, shouldUpgradeCallback: () => upgrades }, (request, response) => {
    if (isPipelineClosed(request, response)) return;
    request.url = removeTrackingParameters(request.url ?? '/');
    const path = request.url.split('?', 1)[0] ?? '/';
    const span = requestSpan(request);
    const context = { id: requestIdOf(request), isOverloaded: false, traceparent: span.traceparent };
    watchRequest(request, response, path, context.id, span);
    limitBodyTime(request, path);
    // Node.js omits the body of this response, because the request arrived as HEAD. All else is as for GET (RFC 9110, 9.3.2).
    if (request.method === 'HEAD') request.method = 'GET';
    withRequest(context, () => answer(serverContext, request, response, path, isReady));
  });
  // Also applies to clients that do not read the response. For a slow reader, each chunk resets the timeout.
  server.timeout = requestTimeoutMs;
  server.maxConnections = env().MAX_CONNECTIONS;
  limitConnections(server, env().MAX_CONNECTIONS_PER_ADDRESS);
  // No other protocol is supported. Node.js versions with the option above ignore the upgrade and respond normally.
  if (!upgrades) server.on('upgrade', (_, socket) => socket.destroy());
  return server;
}

function answer(serverContext: Context, request: IncomingMessage, response: ServerResponse, path: string, isReady: Readiness): void {
  if (path === '/healthz') serveHealth(response, path);
  else if (path === '/readyz') void serveReadiness(response, path, isReady);
  else respondSafely(serverContext, request, response, path);
}

function respondSafely(serverContext: Context, request: IncomingMessage, response: ServerResponse, path: string): void {
  respond(serverContext, request, response, path).catch((error: unknown) => {
    // The client has closed the connection in the middle of its request: nobody waits for an answer.
    if (request.readableAborted) return;
    log.error({ error: describeFault(error) }, 'request failed');
    sendFault(response, request.headers.accept, undefined, error);
  });
}

/** Responds to a request. A cached page is complete with its headers and sent immediately; everything else is checked first. */
async function respond(serverContext: Context, request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
  negotiateContent(request, response, path);
  const cacheName = cacheNameFor(request, path);
  const sharedKey = cacheName !== null && (await isCacheCurrent()) ? cacheName : null;
  if (sharedKey !== null) await loadCached(sharedKey);
  const visitorKey = hasSession(request.headers.cookie, env().PUBLIC_URL) ? null : sharedKey;
  if (visitorKey !== null && serveCached(request, response, visitorKey)) return;
  setSecurityHeaders(response, path);
  response.setHeader('Cache-Status', cacheStatus(visitorKey !== null ? 'fwd=miss' : isReadRequest(request) ? 'fwd=bypass' : 'fwd=method'));
  if (sendPageScript(request, response, path)) return;
  if (!isReadable(request.url ?? '/')) return sendMissingPage(response);
  const refusal = refuseRequest(request, path);
  if (refusal) return sendRefusal(response, request.headers.accept, refusal);
  if (!isReadRequest(request) && !acceptsUpload(request, path) && (await isBrokenForm(request)))
    return sendRefusal(response, request.headers.accept, brokenFormRefusal);
  setPeerHeaders(request);
  if (visitorKey !== null) removeVaryingHeaders(request);
  if (await serveApi(request, response, path)) return;
  if (visitorKey === null && sharedKey !== null && (await serveMember(request, response, path, sharedKey))) return;
  await (visitorKey === null
    ? renderResponse(serverContext, request, response, path, null)
    : renderOnce(serverContext, request, response, path, visitorKey));
}

/** Responses that are being rendered, by cache key. */
type InFlight = Map<string, Promise<unknown>>;

interface Context {
  pages: Handler;
  render: Render | undefined;
  /**
   * Visitors and members have separate queues, so that a crowd of either does not block the other. So have files that take seconds,
   * rendered one at a time in a thread, and share pictures.
   */
  queues: Record<'visitors' | 'members' | 'slow' | 'pictures', ReturnType<typeof createRenderQueue>>;
  inFlight: InFlight;
}

/** Upper bound on waits for a page that turns out not to be cacheable, or changes constantly. */
const maxRounds = 3;

/** Waits for a page that is already being rendered; renders it if it is not, or if it could not be cached. */
async function renderOnce(
  serverContext: Context,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  key: string,
): Promise<void> {
  for (
    let round = 0, inFlight = serverContext.inFlight.get(key);
    inFlight && round < maxRounds;
    round += 1, inFlight = serverContext.inFlight.get(key)
  ) {
    await inFlight;
    if (serveCached(request, response, key)) return;
  }
  const rendering = renderCacheable(key, (pending) => renderResponse(serverContext, request, response, path, pending));
  if (!serverContext.inFlight.has(key)) {
    const clientLeft = new Promise((resolve) => response.once('close', resolve));
    const renderedOrLeft = Promise.race([rendering, clientLeft]).catch(() => undefined);
    serverContext.inFlight.set(key, renderedOrLeft);
    void renderedOrLeft.then(() => serverContext.inFlight.delete(key));
  }
  await rendering;
}

async function renderResponse(
  serverContext: Context,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  pending: PendingEntry | null,
): Promise<void> {
  if (openOutbox(request, response)) return;
  const turn = await waitForTurn(serverContext, request, response, path);
  if (turn === 'gone') return;
  // An immediate error is better than a page after the client has left.
  if (turn === 'too_late') return sendFault(response, request.headers.accept, 'overloaded');
  bufferResponse(request, response, path, pending);
  if (request.method === 'GET' && !renderedHere.test(path) && (await serverContext.render?.(request, response, pending?.dependencies)))
    return;
  await serverContext.pages(request, response);
}

/** Paths that are never rendered elsewhere: requests with side effects (sign-in), build files, and downloads, which are streamed. */
const renderedHere = /^\/(?:api|_next|me\/data)\//;

/** A CV in a citation style takes two seconds for 350 works. */
const isSlow = /^\/authors\/[^/]+\/cv\/./;
const slowQueueLimits = { running: 1, waiting: 32, waitMs: 20_000 };

/** A share picture takes as long as several pages, and services that fetch it retry. */
const isSharePicture = /^\/cards\/|\/card\.png$/;
const pictureQueueLimits = { running: 1, waiting: 32 };

/** Waits for a turn to render. Files and forms do not wait: the body of a form may arrive slowly, and writes are limited elsewhere. */
const waitForTurn = async (
  { queues: { visitors, members, slow, pictures } }: Context,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
) => {
  if (path.startsWith('/_next/') || path.startsWith('/me/data/archives/') || !isReadRequest(request)) return 'begins';
  const network = networkOf({ get: (name) => request.headers[name]?.toString() ?? null });
  if (isSlow.test(path)) return slow(response, network);
  if (isSharePicture.test(path)) return pictures(response, network);
  return hasSession(request.headers.cookie, env().PUBLIC_URL) ? members(response, network) : visitors(response, network);
};

function sendJson(response: ServerResponse, status: number, body: object): void {
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Security-Policy': filePolicy, 'Cache-Control': 'no-store' };
  response.writeHead(status, headers);
  response.end(JSON.stringify(body));
}

function serveHealth(response: ServerResponse, path: string): void {
  setSecurityHeaders(response, path);
  sendJson(response, 200, { status: 'ok' });
}

async function serveReadiness(response: ServerResponse, path: string, isReady: Readiness): Promise<void> {
  setSecurityHeaders(response, path);
  const state = isReady();
  if (state !== true) return sendJson(response, 503, { status: state });
  try {
    await Promise.race([reader().rows(sql`select key from authors limit 1`), rejectAfterTimeout()]);
    sendJson(response, 200, { status: 'ready' });
  } catch (error) {
    log.error({ error: describeFault(error) }, 'the database is unreachable');
    sendJson(response, 503, { status: 'the database is unreachable' });
  }
}

const rejectAfterTimeout = (): Promise<never> =>
  new Promise((_, reject) => setTimeout(() => reject(new Error(`No answer within ${readyTimeoutMs} ms.`)), readyTimeoutMs).unref());

/** Returns false for a path with an invalid escape, and for any NUL, which no page contains and PostgreSQL rejects. */
function isReadable(url: string): boolean {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '');
    return !url.includes('%00');
  } catch {
    return false;
  }
}

function sendMissingPage(response: ServerResponse): void {
  const html = malformedUrlPage();
  response.writeHead(404, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': contentSecurityPolicy(html),
    'Cache-Control': 'no-store',
  });
  response.end(html);
}
