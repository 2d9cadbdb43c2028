import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingHttpHeaders } from 'node:http';

/** What is known of the page that is being drawn. */
interface PageContext {
  path: string;
  headers: IncomingHttpHeaders;
  /** What loaders have been asked for, by their arguments. */
  loaded: Map<unknown, Map<string, unknown>>;
}

const current = new AsyncLocalStorage<PageContext>();

export const drawingPage = <T>(page: Omit<PageContext, 'loaded'>, work: () => T): T => current.run({ ...page, loaded: new Map() }, work);

export function pageContext(): PageContext {
  const context = current.getStore();
  if (!context) throw new Error('No page is being drawn.');
  return context;
}

/** Thrown where a page turns out to need the framework: a redirect, a page that is missing, a component of the browser. */
export class NeedsFramework extends Error {}
