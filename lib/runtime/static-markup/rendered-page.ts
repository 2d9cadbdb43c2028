import type { IncomingHttpHeaders } from 'node:http';

/** Request for a page that is rendered to static markup. */
export interface StaticPageRequest {
  /** Route in Next.js notation. */
  route: string;
  params: Readonly<Record<string, string>>;
  path: string;
  query: Record<string, string | string[]>;
  headers: IncomingHttpHeaders;
}

/** The answer of a page: itself, the page for missing pages, or a redirect. */
export type StaticPage = { status: 200 | 404; head: string; body: string } | { status: 307 | 308; location: string };
