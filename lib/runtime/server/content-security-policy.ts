import { hash } from 'node:crypto';
import { env } from '#lib/platform/env.ts';
import { cvStyle } from '#lib/portal/pages/model/cv.ts';
import { inlineScripts, isData } from './next-output.ts';

/** Lists of works that pages of other sites show in a frame or read by script, and the answers by which they find a profile. */
export const isEmbedded = (path: string): boolean => /^\/authors\/[^/]+\/cv\/works\.(?:html|json)$|^\/oembed\.json$/.test(path);
export const isFramed = (path: string): boolean => isEmbedded(path) && path.endsWith('.html');

/** Of what is no page: it loads nothing, and is shown inside of nothing. A page has a policy of its own. */
export const filePolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The Content-Security-Policy of a page: no script runs but the build's own files and the framework's inline scripts, named by
 * their hashes and only where they are mere data, so that a script which found its way into a text is not named. Hashes instead of
 * a nonce, so that the same bytes can be kept and given to everybody.
 *
 * @param html the page, in one piece or several
 * @param path of a page that is shown, without its query; an error is shown inside of nothing
 */
export function contentSecurityPolicy(html: string | readonly string[], path?: string): string {
  const pieces = [html].flat();
  const hashes = new Set<string>();
  for (const script of pieces.flatMap(inlineScripts)) {
    if (isData(script)) hashes.add(hashOf(script));
  }
  const styles = pieces.some((piece) => piece.includes(`<style>${cvStyle}</style>`)) ? [hashOf(cvStyle)] : [];
  // Browsers hold form-action against redirects too, and signing in with ORCID is a form that ends there.
  const forms = env().ORCID_CLIENT_ID ? `'self' ${new URL(env().ORCID_ISSUER).origin}` : "'self'";
  return [
    "default-src 'none'",
    ['script-src', "'self'", ...hashes].join(' '),
    // Attributes besides: the widths of bars. No page contains a style sheet, except for the CV.
    ['style-src', "'self'", ...styles].join(' '),
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    `form-action ${forms}`,
    "base-uri 'none'",
    `frame-ancestors ${path !== undefined && isFramed(path) ? '*' : "'none'"}`,
  ].join('; ');
}

const hashOf = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;
