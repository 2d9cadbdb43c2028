import type { IncomingHttpHeaders } from 'node:http';
import type { MatchedRoute } from './routes.ts';

/** Request for a page without a session. */
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
