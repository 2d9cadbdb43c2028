import type { IncomingMessage } from 'node:http';
import { clientSignal } from '#lib/platform/http/client-signal.ts';
import { describeFault } from '#lib/platform/log/fault-text.ts';
import { log } from '#lib/platform/log/log.ts';
import { openOutbox } from '#lib/platform/mail/outbox.ts';
import type { PageRequest } from '#lib/runtime/routes/page-request.ts';
import { memberPage } from '../cache/member-pages.ts';
import { findAtOnce, findShared, type InFlight, removeVaryingHeaders, renderShared } from '../cache/shared-pages.ts';
import { isNegotiatedFile, negotiateContent } from '../pages/content-negotiation.ts';
import { faultPage } from '../pages/fault-page.ts';
import { finishPage } from '../pages/finish-page.ts';
import type { Framework } from '../pages/framework.ts';
import type { PageResponse } from '../pages/page-response.ts';
import { pageScriptResponse } from '../pages/page-script.ts';
import { createRenderers, type RenderElsewhere, type Renderers, renderInTurn } from '../pages/render-in-turn.ts';
import { QueueFullError } from '../pages/render-queue.ts';
import { refuseForm, refuseRequest } from './request-checks.ts';
import { type LoggedResponse, send, unlessUnchanged } from './send.ts';
import { serveApi } from './serve-api.ts';
import { setPeerHeaders } from './trusted-peer.ts';

/** What answers requests, besides the cache and the database. */
interface Responder {
  renderers: Renderers;
  inFlight: InFlight;
}

/** @param render renders in another process; without it, or if it returns null, this process renders */
export const createResponder = (framework: Framework, render: RenderElsewhere | undefined): Responder => ({
  renderers: createRenderers(framework, render),
  inFlight: new Map(),
});

/**
 * Answers a request that needs nothing to be waited for: a refused one, or one for a page in memory.
 * @returns false if there is no answer yet
 */
export function respondAtOnce(message: IncomingMessage, response: LoggedResponse, request: PageRequest): boolean {
  const refusal = refuseRequest(request, message);
  // Node.js would answer what follows a malformed request first.
  const page = refusal ? finishPage(refusal, request) : findAtOnce(negotiateContent(request));
  if (page) send(response, refusal ? page : unlessUnchanged(page, request));
  return page !== null;
}

/** Answers any other request, also if that fails. */
export async function respond(
  responder: Responder,
  message: IncomingMessage,
  response: LoggedResponse,
  request: PageRequest,
): Promise<void> {
  const page = await answer(responder, message, response, request).catch((error: unknown) => {
    // The client has closed the connection: nobody waits for an answer.
    if (response.destroyed || message.readableAborted) return null;
    // An immediate error is better than a page after the client has left.
    const isBusy = error instanceof QueueFullError;
    if (!isBusy) log.error({ error: describeFault(error) }, 'request failed');
    if (response.headersSent) response.destroy();
    return response.headersSent ? null : finishPage(faultPage(message.headers.accept, isBusy ? 'overloaded' : undefined, error), request);
  });
  if (page) send(response, unlessUnchanged(page, request));
}

/**
 * The way of a request: the first step that has a response ends it. A cached page is complete, and is sent at once.
 * @returns null if the API has answered
 */
async function answer(
  responder: Responder,
  message: IncomingMessage,
  response: LoggedResponse,
  requested: PageRequest,
): Promise<PageResponse | null> {
  const request = negotiateContent(requested);
  message.url = request.url;
  const { key, page: cached, status } = await findShared(request);
  if (cached) return cached;
  response.cacheStatus = status;
  const early = pageScriptResponse(request) ?? (await refuseForm(request, message));
  if (early) return finishPage(early, request);
  setPeerHeaders(message);
  if (await serveApi(message, response)) return null;
  const opened = openOutbox(message);
  if (opened) return finishPage({ ...opened, head: '', body: '' }, request);
  const filled = key !== null && request.hasSession && !isNegotiatedFile(request) ? await memberPage(message, key) : null;
  if (filled) return filled;
  if (request.isShared) removeVaryingHeaders(message);
  const signal = clientSignal(response);
  return renderShared(responder.inFlight, key, request, signal, (dependencies) =>
    renderInTurn(responder.renderers, request, message, signal, dependencies),
  );
}
