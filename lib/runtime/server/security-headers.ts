import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { env } from '#lib/platform/env.ts';
import { alwaysRevalidate } from '#lib/platform/http.ts';
import { cvStyle } from '#lib/portal/pages/model/cv.ts';
import { inlineScripts, isData } from './next-output.ts';

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

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Addresses with a code in them are told to nobody else. Where the form is a server action its page must still say that it is of this
 * site: under `no-referrer` browsers send `Origin: null` without script, and the framework refuses that.
 */
function referrerPolicyOf(path: string): string {
  if (/^\/(sign-in|api\/auth)/.test(path)) return 'no-referrer';
  return /^\/(claim|visibility)\/confirm/.test(path) ? 'same-origin' : 'strict-origin-when-cross-origin';
}

/** Pages of other sites show the badge. */
const isShownElsewhere = (path: string): boolean => /^\/authors\/[^/]+\/badge\.svg$/.test(path);

/** Lists of works that pages of other sites show in a frame or read by script, and the answers by which they find a profile. */
const isEmbedded = (path: string): boolean => /^\/authors\/[^/]+\/cv\/works\.(?:html|json)$|^\/oembed\.json$/.test(path);
const isFramed = (path: string): boolean => isEmbedded(path) && path.endsWith('.html');

const textWithoutCharset = /^(?:text\/[\w.+-]+|[\w.-]+\/(?:[\w.-]+\+)?xml)$/;

/**
 * Nobody keeps an answer that does not say how long it may be kept: not an error, and not a redirect that names a record. A text that does
 * not name its charset is UTF-8.
 */
function completeHeaders(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...all: unknown[]) => ServerResponse;
  response.writeHead = ((...all: unknown[]) => {
    if (!response.headersSent && !response.hasHeader('cache-control')) response.setHeader('Cache-Control', alwaysRevalidate);
    const type = String(response.getHeader('content-type') ?? '');
    if (!response.headersSent && textWithoutCharset.test(type)) response.setHeader('Content-Type', `${type}; charset=utf-8`);
    return writeHead(...all);
  }) as typeof response.writeHead;
}

/** Of what is no page: it loads nothing, and is shown inside of nothing. A page has a policy of its own. */
export const filePolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** What every response carries, whatever it is. @param path without its query */
export function setSecurityHeaders(response: ServerResponse, path: string): void {
  completeHeaders(response);
  response.setHeader('Content-Security-Policy', filePolicy);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (isEmbedded(path)) response.setHeader('Access-Control-Allow-Origin', '*');
  if (!isFramed(path)) response.setHeader('X-Frame-Options', 'DENY');
  response.setHeader('Referrer-Policy', referrerPolicyOf(path));
  response.setHeader('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=()');
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  response.setHeader('Cross-Origin-Resource-Policy', isShownElsewhere(path) || isEmbedded(path) ? 'cross-origin' : 'same-origin');
  const { HSTS, PUBLIC_URL } = env();
  if (PUBLIC_URL.startsWith('https:') && HSTS !== 'off')
    response.setHeader('Strict-Transport-Security', `max-age=63072000${HSTS === 'subdomains' ? '; includeSubDomains' : ''}`);
}
