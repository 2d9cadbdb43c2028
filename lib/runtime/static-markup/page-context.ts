import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingHttpHeaders } from 'node:http';

interface PageContext {
  path: string;
  headers: IncomingHttpHeaders;
  /** Memoized results of loaders, by their arguments. */
  loaded: Map<unknown, Map<string, unknown>>;
}

const current = new AsyncLocalStorage<PageContext>();

export const withPageContext = <T>(page: Omit<PageContext, 'loaded'>, work: () => T): T =>
  current.run({ ...page, loaded: new Map() }, work);

export function pageContext(): PageContext {
  const context = current.getStore();
  if (!context) throw new Error('No page is being drawn.');
  return context;
}

/** Thrown if a page requires Next.js, for example for a client component. */
export class FrameworkNeededError extends Error {}

export class PageNotFoundError extends Error {}

export class PageRedirectError extends Error {
  readonly status: 307 | 308;
  readonly location: string;

  constructor(status: 307 | 308, location: string) {
    super();
    this.status = status;
    this.location = location;
  }
}
