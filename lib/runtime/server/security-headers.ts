import type { ServerResponse } from 'node:http';
import { env } from '#lib/platform/env.ts';
import { alwaysRevalidate } from '#lib/platform/http/file-responses.ts';
import { filePolicy, isEmbedded, isFramed } from './content-security-policy.ts';

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
