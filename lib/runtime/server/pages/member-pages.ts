import { once } from 'node:events';
import { Agent, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Server } from 'node:net';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { requestActor } from '#lib/platform/auth/request-session.ts';
import { reader } from '#lib/platform/db/store.ts';
import { requestId } from '#lib/platform/request-context.ts';
import { fillSlots } from '#lib/portal/me/queries/slots.ts';
import { type CachedPage, cachedPage, cacheStatus, storeSlottedPage } from '../cache/page-cache.ts';
import { acceptsGzip } from './compression.ts';
import { loadSlotRenderer } from './slot-renderer.ts';
import { fillSlottedPage, type SlottedPage, splitAtSlots } from './slotted-page.ts';

/**
 * Serves a member the cached public page, with only the slots filled for them (docs/decisions/0048-member-pages.md).
 * @param name cache key of the public page
 * @returns false if the page must be rendered for this viewer: it depends on them beyond its slots, or they have no session
 */
export async function serveMember(request: IncomingMessage, response: ServerResponse, path: string, name: string): Promise<boolean> {
  const render = loadSlotRenderer();
  // If content negotiation has rewritten the URL, the response is a file.
  if (!render || request.method !== 'GET' || request.url?.split('?', 1)[0] !== path) return false;
  const actor = await requestActor(request.headers);
  if (!actor) return false;
  const page = cachedPage(name) ?? (personalPaths.has(path) ? null : await renderForVisitors(request, name));
  if (page?.readsViewer) rememberPersonal(path);
  if (!page || page.readsViewer) return false;
  const slots = await fillSlots(reader(), actor, page.slots);
  if (!slots) return false;
  const body = fillSlottedPage(await slottedPartsOf(page), slots, render);
  const isGzip = acceptsGzip(request);
  const { etag: _, 'content-encoding': __, ...headers } = page.headers;
  const sentBody = isGzip ? body : await decompress(body);
  response.writeHead(200, {
    ...headers,
    'cache-control': 'private, no-store',
    'cache-status': cacheStatus('hit'),
    ...(isGzip ? { 'content-encoding': 'gzip' } : {}),
    'content-length': sentBody.length,
  });
  response.end(sentBody);
  return true;
}

const decompress = promisify(gunzip);

/** Splits a page at its slots for its first member, and stores the parts for others. */
async function slottedPartsOf(page: CachedPage): Promise<SlottedPage> {
  const parts = page.slotted ?? (await splitAtSlots(page));
  storeSlottedPage(page, parts);
  return parts;
}

/** Paths of pages known to depend on their viewer beyond slots. They are not rendered for visitors first. */
const personalPaths = new Set<string>();
const maxPersonalPaths = 1_000;

function rememberPersonal(path: string): void {
  if (personalPaths.size >= maxPersonalPaths) personalPaths.clear();
  personalPaths.add(path);
}

/** Requests the page from this server as a visitor, so that it is rendered once and cached for all. */
async function renderForVisitors({ socket, headers, url }: IncomingMessage, name: string): Promise<CachedPage | null> {
  const address = (socket as { server?: Server }).server?.address();
  if (!address || typeof address === 'string') return null;
  const coding = headers['accept-encoding'];
  // The request id is passed on, since it is the same request in the log.
  const id = requestId();
  const requestIdHeader = id === undefined ? {} : { 'x-request-id': id };
  const visitHeaders = {
    ...requestIdHeader,
    host: headers.host,
    accept: headers.accept ?? '*/*',
    ...(coding ? { 'accept-encoding': coding } : {}),
  };
  const host = address.family === 'IPv6' ? '::1' : '127.0.0.1';
  const visit = get({ host, port: address.port, path: url, headers: visitHeaders, agent: visitAgent, timeout: visitTimeoutMs });
  visit.once('timeout', () => visit.destroy(new Error('The page took too long.')));
  try {
    const [response] = (await once(visit, 'response')) as [IncomingMessage];
    await once(response.resume(), 'end');
    return response.statusCode === 200 ? cachedPage(name) : null;
  } catch {
    return null;
  }
}

const visitTimeoutMs = 30_000;
/** Limits concurrent internal requests, so that a crowd of members does not take all connections of the server. */
const visitAgent = new Agent({ maxSockets: 16, timeout: visitTimeoutMs });
