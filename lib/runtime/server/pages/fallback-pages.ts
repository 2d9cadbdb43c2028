import { platformRefusals, type Refusal } from '#lib/platform/refusals.ts';
import { isShell } from './next-output.ts';

/** Complete pages that replace the empty shell of Next.js, which is its response if rendering fails and which needs a script to fill it. */
const fallbacks: { missing?: string | undefined; fault?: string | undefined } = {};

/** Stores the pages for missing pages and for faults, as Next.js has rendered them. */
export function storeFallbackPages({ missing, fault }: { missing: string; fault: string }): void {
  fallbacks.missing = toFallbackPage(missing);
  fallbacks.fault = toFallbackPage(fault);
}

/** Returns a page without temporary announcements, so that it can be stored while the server runs; undefined for a failed page. */
export const toFallbackPage = (html: string): string | undefined =>
  isShell(html) ? undefined : html.replace(/<section aria-label="Site announcements"[\s\S]*?<\/section>/, '');

/** Returns the page, or the fallback page if an error has left only a shell. */
export function withFallback(html: string, status: number, hasScripts: boolean): string {
  const fallback = status >= 500 ? fallbacks.fault : fallbacks.missing;
  if (!fallback || !isShell(html)) return html;
  // With scripts, the shell fills itself with the viewer's own header. Without, it shows the content of the fallback page.
  if (!hasScripts) return fallback;
  return html
    .replace('<html id="__next_error__"', '$& lang="en"')
    .replace('</body>', () => `<noscript>${mainOf(fallback)}</noscript></body>`);
}

/** Returns the fallback page for a malformed URL. */
export const malformedUrlPage = (): string => fallbacks.missing ?? 'There is no page at this URL.';

/**
 * Renders a page without external resources, in the viewer's colour scheme.
 * @param next link with the next step
 */
const plainPage = (title: string, heading: string, text: string, next: string): string =>
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
  `<meta name="color-scheme" content="light dark"><title>${title}</title>` +
  '<body style="max-width:34rem;margin:4rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif">' +
  `<main><h1>${heading}</h1><p>${text}</p><p>${next}</p></main></html>`;

const reloadLink = '<a href="">Reload the page</a>';
const homeLink = '<a href="/">Go to the home page</a>';

/** Returns the page for an error if Next.js has none, as after a form. */
export const errorPage = (): string =>
  fallbacks.fault ?? plainPage('Error', 'This page could not be loaded', 'Try again in a moment.', homeLink);

/** Returns the page for an overloaded server. It is small and requires no rendering. */
export const busyPage = (): string =>
  plainPage(
    'Busy',
    'This instance is busy',
    'This page could not be loaded in time. Try again in a few seconds. Nothing was changed.',
    reloadLink,
  );

const unsavedPage = (heading: string, { title, detail, action }: Refusal): string =>
  plainPage(heading, title, `${detail} ${action}`, homeLink);

/** Returns the page for a form whose change could not be stored. */
export const fullDiskPage = (): string => unsavedPage('Not saved', platformRefusals.cannot_store);

/** Returns the page for a form whose change may have been stored. */
export const unknownOutcomePage = (): string => unsavedPage('Perhaps not saved', platformRefusals.outcome_unknown);

/**
 * Returns the page for a request that is rejected before any page handles it.
 * @param text a trusted sentence; it is not escaped
 */
export const refusedPage = (text: string): string =>
  plainPage('Refused', 'This could not be accepted', `${text} Nothing was changed.`, homeLink);

const mainOf = (html: string): string =>
  [...(html.match(/<link[^>]*rel="stylesheet"[^>]*>/g) ?? []), /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''].join('');
