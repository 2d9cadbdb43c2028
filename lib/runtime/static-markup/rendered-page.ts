import type { IncomingHttpHeaders } from 'node:http';
import type { MatchedRoute } from './routes.ts';

/** Request for a page that is rendered to static markup. */
export interface PageRequest extends MatchedRoute {
  path: string;
  query: Record<string, string | string[]>;
  headers: IncomingHttpHeaders;
}

/** A rendered page, or its own parts. */
export interface RenderedPage {
  head: string;
  body: string;
}

/** The answer of a page: itself, the page for missing pages, or a redirect. */
export type PageAnswer = (RenderedPage & { status: 200 | 404 }) | { status: 307 | 308; location: string };
