import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { hasSession } from '#lib/platform/auth/cookies.ts';
import { env } from '#lib/platform/env.ts';
import type { MatchedRoute } from './match.ts';
import { routeOf } from './table.ts';

/** What the response path knows of a request. It is read once, and passed on as a value. */
export interface PageRequest {
  method: string;
  /** Path and query of the page or file. */
  url: string;
  /** Its path. */
  path: string;
  route: MatchedRoute | null;
  headers: IncomingHttpHeaders;
  /** The viewer has sent a session cookie. */
  hasSession: boolean;
  /** The response to a viewer without a session is the same for everybody, and may be stored in the page cache. */
  isCacheable: boolean;
  /** The response is such a response. */
  isShared: boolean;
  /** The URL as requested. Content negotiation may have chosen a file at another one: `url`. */
  requestedUrl: string;
}

/** Returns the path of a URL without its query. */
export const pathOf = (url = '/'): string => url.split('?', 1)[0] || '/';

/** Reads a request. */
export const readPageRequest = ({ method = 'GET', url = '/', headers }: IncomingMessage): PageRequest =>
  requestFor({ method, headers, hasSession: hasSession(headers.cookie, env().PUBLIC_URL) }, url);

/** Returns the same request for another URL. */
export function requestFor(
  { method, headers, hasSession }: Pick<PageRequest, 'method' | 'headers' | 'hasSession'>,
  url: string,
): PageRequest {
  const path = pathOf(url);
  const query = url.slice(path.length + 1);
  const route = routeOf(path);
  const cached = method === 'GET' && isForEverybody(headers) && isPlain(path) ? route?.policy.cached : undefined;
  const isCacheable = cached !== undefined && hasOnly(cached.by, query) && env().PAGE_CACHE_MB > 0;
  return { method, url, requestedUrl: url, path, route, headers, hasSession, isCacheable, isShared: isCacheable && !hasSession };
}

/** A path with dot segments or encoded slashes may resolve to another page. */
const isPlain = (path: string): boolean => !/\.\.|%2e|\\|%5c|%2f/i.test(path);

const isForEverybody = (headers: IncomingHttpHeaders): boolean =>
  !(headers.authorization || headers.rsc || headers['next-router-prefetch'] || headers['next-router-state-tree']);

/** Returns whether a query has only known parameters. */
const hasOnly = (names: readonly string[], query: string): boolean =>
  query === '' || [...new URLSearchParams(query).keys()].every((name) => names.includes(name));
