import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { sql } from 'drizzle-orm';
import { hasSession } from '#lib/platform/auth/cookies.ts';
import { reader } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { isFromThisSite } from '#lib/platform/http.ts';
import { log } from '#lib/platform/log/log.ts';
import { isForwarded, isFromThisMachine, openOutbox } from '#lib/platform/mail/outbox.ts';
import { answerApi } from './api.ts';
import { bufferResponse } from './buffer-response.ts';
import { negotiateContent } from './content-negotiation.ts';
import { busyPage, missingPage } from './fallback-pages.ts';
import { cacheNameFor, cacheStatus, isCacheCurrent, makeCacheable, type PendingEntry, serveCached } from './page-cache.ts';
import { createRenderQueue } from './render-queue.ts';
import { sendSearchScript } from './search-script.ts';
import { contentSecurityPolicy, setSecurityHeaders } from './security-headers.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** No form of ours is larger; a larger body never reaches the pages. */
const maxBodyBytes = 256 * 1024;
/** A file of 16 MB, and the form around it. */
const maxFileBytes = 16 * 1024 * 1024 + 10_000;
const loopbackAddress = /^(127\.|::1$|::ffff:127\.)/;

/** The process's front: health, safe headers, limits, whole compressed pages; everything else is Next's. */
export function createHttpServer(pages: Handler, isReady: () => boolean): Server {
  const front: Front = { pages, visitors: createRenderQueue(), members: createRenderQueue(), inFlight: new Map() };
  return createServer((request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    if (path === '/healthz') return json(response, 200, { status: 'ok' });
    if (path === '/readyz') return void ready(response, isReady);
    respond(front, request, response, path).catch((error: unknown) => {
      log.error({ error: String(error), path }, 'request failed');
      if (!response.headersSent) json(response, 500, { error: 'Something went wrong here. Try again in a moment.' });
      else response.destroy();
    });
  });
}

/** A cached page, which has all its headers, leaves at once; everything else is checked first. */
async function respond(front: Front, request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
  negotiateContent(request, response, path);
  const wanted = cacheNameFor(request, path);
  const name = wanted !== null && (await isCacheCurrent()) ? wanted : null;
  if (name !== null && serveCached(request, response, name)) return;
  setSecurityHeaders(response, path);
  response.setHeader('Cache-Status', cacheStatus(name !== null ? 'fwd=miss' : isRead(request) ? 'fwd=bypass' : 'fwd=method'));
  if (sendSearchScript(request, response, path)) return;
  if (!isReadable(request.url ?? '/')) return unreadable(response);
  const refusal = bodyRefusal(request, path) ?? foreignRefusal(request, path);
  if (refusal) return json(response, refusal.status, { error: refusal.text });
  vouchForPeer(request);
  if (await answerApi(request, response, path)) return;
  await (name === null ? make(front, request, response, path, null) : makeOnce(front, request, response, path, name));
}

/** Requests whose answer is being made, by the name under which it may be cached. */
type InFlight = Map<string, Promise<unknown>>;

interface Front {
  pages: Handler;
  /** Readers without a session wait apart from members: a crowd of either does not shut the other out. */
  visitors: ReturnType<typeof createRenderQueue>;
  members: ReturnType<typeof createRenderQueue>;
  inFlight: InFlight;
}

/** A page that cannot be cached, or that changes all the time, is waited for no longer. */
const maxRounds = 3;

/** Waits for the page where it is being made for somebody else; has it made where it is not, or where it could not be cached. */
async function makeOnce(front: Front, request: IncomingMessage, response: ServerResponse, path: string, name: string): Promise<void> {
  for (let round = 0, making = front.inFlight.get(name); making && round < maxRounds; round += 1, making = front.inFlight.get(name)) {
    await making;
    if (serveCached(request, response, name)) return;
  }
  const mine = makeCacheable(name, (pending) => make(front, request, response, path, pending));
  if (request.method !== 'HEAD' && !front.inFlight.has(name)) {
    const left = new Promise((closed) => response.once('close', closed));
    const ended = Promise.race([mine, left]).catch(() => undefined);
    front.inFlight.set(name, ended);
    void ended.then(() => front.inFlight.delete(name));
  }
  await mine;
}

async function make(
  front: Front,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  pending: PendingEntry | null,
): Promise<void> {
  if (openOutbox(request, response)) return;
  const begins = await turnIn(front, request, response, path);
  if (begins === 'gone') return;
  if (begins === 'too_many') return busy(response);
  bufferResponse(request, response, path, pending);
  logWhenDone(request, response, path);
  await front.pages(request, response);
}

/** Files and forms do not wait: a form's body may come slowly, and what is written is limited elsewhere. */
const turnIn = async ({ visitors, members }: Front, request: IncomingMessage, response: ServerResponse, path: string) => {
  if (path.startsWith('/_next/') || path.startsWith('/me/data/copies/') || !isRead(request)) return 'begins';
  return hasSession(request.headers.cookie, env().PUBLIC_URL) ? members(response) : visitors(response);
};

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/** Too many wait already: better a word at once than a page after everybody has left. */
function busy(response: ServerResponse): void {
  const html = busyPage();
  response.writeHead(503, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': contentSecurityPolicy(html),
    'Cache-Control': 'no-store',
    'Retry-After': '2',
  });
  response.end(html);
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify(body));
}

async function ready(response: ServerResponse, isReady: () => boolean): Promise<void> {
  try {
    await reader().rows(sql`select key from authors limit 1`);
    json(response, isReady() ? 200 : 503, { status: isReady() ? 'ready' : 'stopping' });
  } catch (error) {
    log.error({ error: String(error) }, 'the database does not answer');
    json(response, 503, { status: 'the database does not answer' });
  }
}

/** False of a path with a broken escape, and of any NUL: no page has one, and PostgreSQL refuses it as text. */
function isReadable(url: string): boolean {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '');
    return !url.includes('%00');
  } catch {
    return false;
  }
}

function unreadable(response: ServerResponse): void {
  const html = missingPage();
  response.writeHead(404, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': contentSecurityPolicy(html),
    'Cache-Control': 'no-store',
  });
  response.end(html);
}

/** The one form with a file: a copy of somebody's data. Only the person who has a session may send so much. */
const takesFiles = (request: IncomingMessage, path: string): boolean =>
  path === '/me/data/send-in' && hasSession(request.headers.cookie, env().PUBLIC_URL);

function bodyRefusal(request: IncomingMessage, path: string): { status: number; text: string } | null {
  if (request.method === 'GET' || request.method === 'HEAD') return null;
  if (request.headers['transfer-encoding']) return { status: 411, text: 'Send the length of the body (Content-Length).' };
  const bytes = Number(request.headers['content-length'] ?? 0);
  if (bytes > maxBodyBytes && !(bytes <= maxFileBytes && takesFiles(request, path)))
    return { status: 413, text: 'This is more than a form of this site can hold: 256 kB at most, and 16 MB for the copy of your data.' };
  return null;
}

/**
 * A form that a page of another site has sent is sent nowhere here. Who says nothing of where it comes from is no browser of today, and
 * a mail program may press the link that ends a mail from wherever it stands: that link needs no session.
 */
function foreignRefusal({ method, headers }: IncomingMessage, path: string): { status: number; text: string } | null {
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS' || path.startsWith('/unsubscribe/')) return null;
  const said = (name: string) => headers[name]?.toString() ?? null;
  if ((said('origin') === null && said('sec-fetch-site') === null) || isFromThisSite({ get: said }, env().PUBLIC_URL)) {
    // Pages without a referrer send `null`, of which the framework knows nothing; Sec-Fetch-Site has said that they are ours.
    if (said('origin') === 'null') delete headers.origin;
    return null;
  }
  return { status: 403, text: 'This was not sent by a page of this site. Open the page here, and send it again from there.' };
}

/** Says who connected, in headers that only this process can set: the outbox page and the limits trust them. */
function vouchForPeer(request: IncomingMessage): void {
  for (const name of Object.keys(request.headers)) {
    if (name.startsWith('x-peergraph-') || name.startsWith('x-middleware-')) delete request.headers[name];
  }
  const peer = request.socket.remoteAddress ?? '';
  const isLocal = loopbackAddress.test(peer);
  request.headers['x-peergraph-peer'] = isLocal && !isForwarded(request) && isFromThisMachine(request) ? 'loopback' : 'remote';
  request.headers['x-peergraph-address'] = (isLocal && forwardedFor(request)) || peer;
}

/** The address that a proxy on this machine saw: the last of the list, for the others are only what the client says. */
const forwardedFor = (request: IncomingMessage): string =>
  String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)
    ?.trim() ?? '';

function logWhenDone(request: IncomingMessage, response: ServerResponse, path: string): void {
  const startedAt = performance.now();
  response.once('finish', () => {
    const ms = Math.round(performance.now() - startedAt);
    log[response.statusCode >= 500 ? 'error' : 'debug']({ method: request.method, path, status: response.statusCode, ms }, 'request');
  });
}
