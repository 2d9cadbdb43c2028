import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { allRoutes } from '#lib/runtime/routes/table.ts';
import { storeFallbackPages } from './fallback-pages.ts';
import { storePageShell } from './page-shell.ts';

/** Fetches a page from this process. */
type FetchPage = (path: string) => Promise<{ html: string; link: string | null }>;

/** A path that no page has. */
const missingPath = '/no/page/stands/here';

/** Returns a function that fetches pages from a server that listens. */
export function fetchFrom(server: Server): FetchPage {
  const { address, port, family } = server.address() as AddressInfo;
  const host = ['0.0.0.0', '::'].includes(address) ? 'localhost' : family === 'IPv6' ? `[${address}]` : address;
  return async (path) => {
    const response = await fetch(`http://${host}:${port}${path}`);
    return { html: await response.text(), link: response.headers.get('link') };
  };
}

const pathsOf = (preload: 'fault' | 'code'): string[] =>
  allRoutes()
    .filter(({ policy }) => policy.preload === preload)
    .map(({ name }) => name);

/**
 * Draws pages before the first request: those that replace pages that fail, the shell of all pages, and one that loads their code.
 * @returns false if they failed, for example because the database does not respond yet
 */
export async function preloadPages(fetchPage: FetchPage): Promise<boolean> {
  const [faultPath = ''] = pathsOf('fault');
  const [missing, fault] = await Promise.all([fetchPage(missingPath), fetchPage(faultPath)]);
  storeFallbackPages({ missing: missing.html, fault: fault.html });
  const isStored = storePageShell(fault.html, fault.link);
  await Promise.all(pathsOf('code').map(fetchPage));
  return isStored;
}
