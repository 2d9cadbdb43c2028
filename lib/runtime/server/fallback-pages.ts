import type { Server } from 'node:http';
import { isShell } from './next-output.ts';
import { storePageShell } from './pages.ts';

/** Whole pages that replace those of which Next has only an empty shell for a script to fill: its answer to a page that ends in a fault. */
const fallbacks: { missing?: string; trouble?: string } = {};

/** Fetches the spare pages from this very server, once it listens. */
export async function storeFallbackPages(server: Server): Promise<void> {
  const address = server.address();
  if (!address || typeof address !== 'object') return;
  const host = ['0.0.0.0', '::'].includes(address.address)
    ? 'localhost'
    : address.family === 'IPv6'
      ? `[${address.address}]`
      : address.address;
  const fetched = async (path: string) => {
    const answer = await fetch(`http://${host}:${address.port}${path}`);
    const html = await answer.text();
    storePageShell(html, answer.headers.get('link'));
    return fallbackPage(html);
  };
  [fallbacks.missing, fallbacks.trouble] = await Promise.all([fetched('/no/page/stands/here'), fetched('/trouble')]);
}

/** What can be kept of a page for as long as the server runs: nothing of a fault, and nothing that an operator announces for a time. */
export const fallbackPage = (html: string): string | undefined =>
  isShell(html) ? undefined : html.replace(/<section aria-label="Site announcements"[\s\S]*?<\/section>/, '');

/** The page as it is, or the fallback page where a fault has left nothing but a shell. */
export function withFallback(html: string, status: number, hasScripts: boolean): string {
  const fallback = status >= 500 ? fallbacks.trouble : fallbacks.missing;
  if (!fallback || !isShell(html)) return html;
  // With its scripts the shell fills itself, and knows who reads; without, the fallback page's own words are there.
  return hasScripts ? html.replace('</body>', () => `<noscript>${mainOf(fallback)}</noscript></body>`) : fallback;
}

/** The spare page for an address that cannot be read at all. */
export const missingPage = (): string => fallbacks.missing ?? 'There is no page at this address.';

/** A page that needs no other file: in the reader's own colours, as narrow as it can be read. @param next a link: what to do now */
const plainPage = (title: string, heading: string, text: string, next: string): string =>
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
  `<meta name="color-scheme" content="light dark"><title>${title}</title>` +
  '<body style="max-width:34rem;margin:4rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif">' +
  `<main><h1>${heading}</h1><p>${text}</p><p>${next}</p></main></html>`;

const reload = '<a href="">Reload the page</a>';
const home = '<a href="/">Go to the home page</a>';

/** The page for a fault where the framework has none, as after a form. */
export const troublePage = (): string =>
  fallbacks.trouble ?? plainPage('Error', 'This page could not be loaded', 'Try again in a moment.', home);

/** The page for a moment in which more is asked than can be made: small, and made of nothing. */
export const busyPage = (): string =>
  plainPage(
    'Busy',
    'This instance is busy',
    'This page could not be loaded in time. Try again in a few seconds. Nothing was changed.',
    reload,
  );

/** The page for a request that no page has seen. @param text a sentence of ours: it is not escaped */
export const refusedPage = (text: string): string =>
  plainPage('Refused', 'This could not be accepted', `${text} Nothing was changed.`, home);

const mainOf = (html: string): string =>
  [...(html.match(/<link[^>]*rel="stylesheet"[^>]*>/g) ?? []), /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''].join('');
