import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import type { Server } from 'node:net';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { requestActor } from '#lib/platform/auth/request-session.ts';
import { reader } from '#lib/platform/db/store.ts';
import { requestId } from '#lib/platform/request-context.ts';
import type { FilledSlot } from '#lib/portal/me/model.ts';
import { fillSlots } from '#lib/portal/me/queries/slots.ts';
import { pathOf } from '#lib/runtime/routes/page-request.ts';
import { acceptsGzip } from '../pages/compression.ts';
import type { PageResponse } from '../pages/page-response.ts';
import { loadSlotRenderer } from '../pages/slot-renderer.ts';
import { fillSlottedPage, type SlottedPage, splitAtSlots } from '../pages/slotted-page.ts';
import { type CachedPage, cachedPage, cacheStatus, storeSlottedPage } from './shared-pages.ts';

/**
 * Returns the cached public page for a member, with only the slots filled for them (docs/decisions/0048-member-pages.md).
 * @param name cache key of the public page
 * @returns null if the page must be rendered for this viewer: it depends on them beyond its slots, or they have no session
 */
export async function memberPage(message: IncomingMessage, name: string): Promise<PageResponse | null> {
  const render = loadSlotRenderer();
  if (!render) return null;
  const path = pathOf(message.url);
  const actor = await requestActor(message.headers);
  if (!actor) return null;
  const page = cachedPage(name) ?? (personalPaths.has(path) ? null : await renderForVisitors(message, name));
  if (page?.readsViewer) rememberPersonal(path);
  if (!page || page.readsViewer) return null;
  const slots = await fillSlots(reader(), actor, { slots: page.slots, path });
  if (!slots) return null;
  const body = fillSlottedPage(await slottedPartsOf(page, slots), slots, render);
  const isGzip = acceptsGzip(message);
  const { etag: _, 'content-encoding': __, 'content-length': ___, ...headers } = page.headers;
  return {
    status: 200,
    headers: {
      ...headers,
      ...{ 'cache-control': 'private, no-store', 'cache-status': cacheStatus('hit') },
      ...(isGzip ? { 'content-encoding': 'gzip' } : {}),
    },
    head: '',
    body: isGzip ? body : await decompress(body),
  };
}

const decompress = promisify(gunzip);

/** Splits a page for the first member who fills these slots, and stores the parts for others. */
async function slottedPartsOf(page: CachedPage, slots: readonly FilledSlot[]): Promise<SlottedPage> {
  const names = slots.map(({ name }) => name);
  const key = names.join(' ');
  const parts = page.slotted.get(key) ?? (await splitAtSlots(page, names));
  storeSlottedPage(page, key, parts);
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
