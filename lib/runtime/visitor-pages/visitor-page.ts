import type { IncomingHttpHeaders } from 'node:http';
import type { MatchedRoute } from './routes.ts';

/** A page that a reader without a session asks for. */
export interface AskedPage extends MatchedRoute {
  path: string;
  query: Record<string, string | string[]>;
  headers: IncomingHttpHeaders;
}

/** A page, or what it has of its own. */
export interface DrawnPage {
  /** Tags of its metadata. */
  head: string;
  body: string;
}
