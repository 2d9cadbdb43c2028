import { once } from 'node:events';
import { Agent, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Server } from 'node:net';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { requestActor } from '#lib/platform/auth/request-session.ts';
import { reader } from '#lib/platform/db/store.ts';
import { requestId } from '#lib/platform/request-context.ts';
import { filledSlots } from '#lib/portal/me/queries/slots.ts';
import { acceptsGzip } from './compression.ts';
import { type CachedPage, cachedPage, cacheStatus, keepSlotted } from './page-cache.ts';
import { slotRender } from './slot-renderer.ts';
import { filledPage, type SlottedPage, slottedPage } from './slotted-page.ts';

/**
 * Answers a member with the page that visitors get, in which only the slots are theirs (docs/decisions/0048-member-pages.md).
 * @param name under which the visitors' page is cached
 * @returns false where the page must be made for this reader: it depends on them beyond its slots, or they have no session
 */
export async function answerMember(request: IncomingMessage, response: ServerResponse, path: string, name: string): Promise<boolean> {
  const render = slotRender();
  // What a page's address gives by `Accept` is a file.
  if (!render || request.method !== 'GET' || request.url?.split('?', 1)[0] !== path) return false;
  const actor = await requestActor(request.headers);
  if (!actor) return false;
  const page = cachedPage(name) ?? (personal.has(path) ? null : await asVisitor(request, name));
  if (page?.readsViewer) rememberPersonal(path);
  if (!page || page.readsViewer) return false;
  const slots = await filledSlots(reader(), actor, page.slots);
  if (!slots) return false;
  const body = filledPage(await slotted(page), slots, render);
  const isPacked = acceptsGzip(request);
  const { etag: _, 'content-encoding': __, ...headers } = page.headers;
  const packed = isPacked ? body : await unpack(body);
  response.writeHead(200, {
    ...headers,
    'cache-control': 'private, no-store',
    'cache-status': cacheStatus('hit'),
    ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
    'content-length': packed.length,
  });
  response.end(packed);
  return true;
}

const unpack = promisify(gunzip);

/** Takes a page apart for its first member, and keeps it so for the others. */
async function slotted(page: CachedPage): Promise<SlottedPage> {
  const parts = page.slotted ?? (await slottedPage(page));
  keepSlotted(page, parts);
  return parts;
}

/** Pages that were seen to depend on their reader beyond slots: they are not made for visitors first. */
const personal = new Set<string>();
const maxPersonal = 1_000;

function rememberPersonal(path: string): void {
  if (personal.size >= maxPersonal) personal.clear();
  personal.add(path);
}

/** Asks this server for the page as a visitor would, so that it is made once and cached for all. */
async function asVisitor({ socket, headers, url }: IncomingMessage, name: string): Promise<CachedPage | null> {
  const address = (socket as { server?: Server }).server?.address();
  if (!address || typeof address === 'string') return null;
  const coding = headers['accept-encoding'];
  // The same request in the log: it is this one's page that is made.
  const id = requestId();
  const named = id === undefined ? {} : { 'x-request-id': id };
  const asked = { ...named, host: headers.host, accept: headers.accept ?? '*/*', ...(coding ? { 'accept-encoding': coding } : {}) };
  const host = address.family === 'IPv6' ? '::1' : '127.0.0.1';
  const visit = get({ host, port: address.port, path: url, headers: asked, agent: visits, timeout: visitWithinMs });
  visit.once('timeout', () => visit.destroy(new Error('The page took too long.')));
  try {
    const [answer] = (await once(visit, 'response')) as [IncomingMessage];
    await once(answer.resume(), 'end');
    return answer.statusCode === 200 ? cachedPage(name) : null;
  } catch {
    return null;
  }
}

const visitWithinMs = 30_000;
/** More wait in line here: no crowd of members takes all connections of the server. */
const visits = new Agent({ maxSockets: 16, timeout: visitWithinMs });
