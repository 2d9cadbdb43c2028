import type { IncomingMessage, ServerResponse } from 'node:http';
import { createVisitorPages, type PageShell } from '#lib/runtime/visitor-pages/draw.ts';
import { sendDrawnPage } from './finish-page.ts';
import { pageShell } from './next-output.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

let shell: PageShell | null = null;

/** Stores what the framework writes around each page, of a page that it has made. @returns false where that page failed */
export function storePageShell(html: string, link: string | null): boolean {
  const found = pageShell(html);
  if (found) shell = { ...found, link };
  return found !== null;
}

/** Pages for visitors are drawn without the framework where they can be; it draws all others. */
export function createPageHandler(framework: Handler): Handler {
  const drawVisitorPage = createVisitorPages(() => shell, sendDrawnPage);
  return async (request, response) => {
    if (!(await drawVisitorPage(request, response))) await framework(request, response);
  };
}
