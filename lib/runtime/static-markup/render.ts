import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hasSession } from '#lib/platform/auth/cookies.ts';
import { env } from '#lib/platform/env.ts';
import { valuesByName } from '#lib/platform/form.ts';
import { describeFault } from '#lib/platform/log/fault-text.ts';
import { log } from '#lib/platform/log/log.ts';
import { staticMarkupFile } from './build.ts';
import type { PageAnswer, PageRequest, RenderedPage } from './rendered-page.ts';
import { staticRoute } from './routes.ts';

/** HTML that Next.js writes around each page. */
export interface PageShell {
  /** From the first byte to the metadata. */
  begin: string;
  /** From the metadata to the content. */
  middle: string;
  /** Value of the Link header: files that every page needs. */
  link: string | null;
}

type Render = (requested: PageRequest) => Promise<PageAnswer | null>;

type Send = (request: IncomingMessage, response: ServerResponse, path: string, page: RenderedPage) => void;

/**
 * Creates the renderer of static markup.
 * @param shell returns null if Next.js has not rendered a page yet
 */
export function createStaticRenderer(shell: () => PageShell | null, send: Send) {
  const file = resolve(staticMarkupFile);
  let render: Render | undefined;
  const isBuilt = process.env.NODE_ENV !== 'development' && existsSync(file);

  /** @returns false if Next.js must render the page */
  return async function renderPage(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const currentShell = isBuilt ? shell() : null;
    const requested = currentShell && parsePageRequest(request);
    if (!requested) return false;
    render ??= ((await import(pathToFileURL(file).href)) as { renderStaticPage: Render }).renderStaticPage;
    const answer = await render(requested).catch((error: unknown) => {
      // Next.js encounters the same error and responds with an error page.
      log.warn({ error: describeFault(error) }, 'a page could not be rendered: the framework tries');
      return null;
    });
    if (answer === null) return false;
    response.statusCode = answer.status;
    response.setHeader('Cache-Control', 'private, no-cache, no-store, max-age=0, must-revalidate');
    if ('location' in answer) {
      response.setHeader('Location', answer.location).end();
      return true;
    }
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    if (currentShell.link) response.setHeader('Link', currentShell.link);
    send(request, response, requested.path, { head: `${currentShell.begin}${answer.head}${currentShell.middle}`, body: answer.body });
    return true;
  };
}

/** Parses a request for a page; null if Next.js renders it. */
function parsePageRequest({ method, headers, url = '/' }: IncomingMessage): PageRequest | null {
  if (method !== 'GET' || headers.rsc || headers['next-action']) return null;
  const queryStart = `${url}?`.indexOf('?');
  const path = url.slice(0, queryStart);
  const match = staticRoute(path, hasSession(headers.cookie, env().PUBLIC_URL) ? 'member' : 'visitor');
  return match && { ...match, path, headers, query: queryFrom(url.slice(queryStart + 1)) };
}

/** Repeated parameters have several values. */
function queryFrom(search: string): PageRequest['query'] {
  const params = [...valuesByName(new URLSearchParams(search))];
  return Object.fromEntries(params.map(([name, [first = '', ...more]]) => [name, more.length > 0 ? [first, ...more] : first]));
}
