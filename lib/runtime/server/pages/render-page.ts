import type { IncomingMessage } from 'node:http';
import type { PageRequest } from '#lib/runtime/routes/page-request.ts';
import { renderStatically } from '#lib/runtime/static-markup/render.ts';
import { isDrawnStatically } from '#lib/runtime/static-markup/routes.ts';
import { finishPage } from './finish-page.ts';
import { type Framework, renderWithFramework } from './framework.ts';
import type { PageResponse } from './page-response.ts';
import { currentPageShell } from './page-shell.ts';

/**
 * Renders a response in this process, without Next.js if possible, and takes all steps with it.
 * @param signal aborted when the client has left
 */
export async function renderPage(
  framework: Framework,
  request: PageRequest,
  message: IncomingMessage,
  signal: AbortSignal,
): Promise<PageResponse> {
  const page = await drawPage(request);
  if (page) return finishPage(page, request);
  const rendered = finishPage(await renderWithFramework(framework, request, message, signal), request);
  return request.method === 'GET' && isDrawnStatically(request) ? { ...rendered, fallback: request.route?.name } : rendered;
}

const uncached = 'private, no-cache, no-store, max-age=0, must-revalidate';

/** Draws a page without Next.js; returns null if that is not possible. */
async function drawPage(request: PageRequest): Promise<PageResponse | null> {
  const shell = currentPageShell();
  const drawn = shell && (await renderStatically(request));
  if (!drawn) return null;
  const { status } = drawn;
  if ('location' in drawn) return { status, headers: { 'cache-control': uncached, location: drawn.location }, head: '', body: '' };
  return {
    status,
    headers: { 'cache-control': uncached, 'content-type': 'text/html; charset=utf-8', ...(shell.link && { link: shell.link }) },
    head: `${shell.begin}${drawn.head}${shell.middle}`,
    body: `${drawn.body}</body></html>`,
  };
}
