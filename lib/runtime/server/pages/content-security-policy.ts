import { hash } from 'node:crypto';
import { env } from '#lib/platform/env.ts';
import { cvStyle } from '#lib/portal/pages/model/cv.ts';
import { isDevelopment } from '../processes/development-mode.ts';
import { inlineScripts, isDataScript } from './next-output.ts';

/** Policy of responses that are not pages: they load nothing and cannot be framed. */
export const filePolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** What the reload and the error overlay of Next.js need. */
const developmentSources = ["'unsafe-inline'", "'unsafe-eval'"];

/**
 * Returns the Content-Security-Policy of a page. Scripts are limited to files of the build and to inline scripts of Next.js. Inline scripts
 * are allowed by hash, and only if they contain nothing but data, so that a script injected into a text is never allowed. Hashes are used
 * instead of a nonce, so that the same bytes can be cached and sent to every viewer.
 * @param html the page, in one or several parts
 * @param canBeFramed whether other sites may show it in a frame
 */
export function contentSecurityPolicy(html: string | readonly string[], canBeFramed = false): string {
  const pieces = [html].flat();
  const hashes = new Set<string>();
  for (const script of pieces.flatMap(inlineScripts)) {
    if (isDataScript(script)) hashes.add(hashOf(script));
  }
  const styleHashes = pieces.some((piece) => piece.includes(`<style>${cvStyle}</style>`)) ? [hashOf(cvStyle)] : [];
  // Browsers apply form-action to redirects too, and the form to sign in with ORCID redirects there.
  const formTargets = env().ORCID_CLIENT_ID ? `'self' ${new URL(env().ORCID_ISSUER).origin}` : "'self'";
  return [
    "default-src 'none'",
    ['script-src', "'self'", ...(isDevelopment ? developmentSources : hashes)].join(' '),
    // Besides, only style attributes (widths of bars) are used. No page except the CV contains a stylesheet.
    ['style-src', "'self'", ...(isDevelopment ? developmentSources : styleHashes)].join(' '),
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    `form-action ${formTargets}`,
    "base-uri 'none'",
    `frame-ancestors ${canBeFramed ? '*' : "'none'"}`,
  ].join(';');
}

const hashOf = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;
