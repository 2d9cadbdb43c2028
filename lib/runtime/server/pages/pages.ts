import type { IncomingMessage, ServerResponse } from 'node:http';
import { createStaticRenderer, type PageShell } from '#lib/runtime/static-markup/render.ts';
import { sendRenderedPage } from './finish-page.ts';
import { pageShell } from './next-output.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

let shell: PageShell | null = null;

/**
 * Stores the shell that Next.js writes around each page, from a rendered page.
 * @returns false if that page had failed
 */
export function storePageShell(html: string, link: string | null): boolean {
  const rendered = pageShell(html);
  if (rendered) shell = { ...rendered, link };
  return rendered !== null;
}

/** Creates a handler that renders pages without Next.js if possible, and all others with it. */
export function createPageHandler(framework: Handler): Handler {
  const renderStaticPage = createStaticRenderer(() => shell, sendRenderedPage);
  return async (request, response) => {
    if (!(await renderStaticPage(request, response))) await framework(request, response);
  };
}
