import type { ServerResponse } from 'node:http';
import { env } from '#lib/platform/env.ts';
import { alwaysRevalidate } from '#lib/platform/http/file-responses.ts';
import { canBeEmbedded, canBeFramed, filePolicy } from '../pages/content-security-policy.ts';

/**
 * Returns the referrer policy. URLs that contain a code are sent to no other site. If the form is a server action, its page must still send
 * its origin: under `no-referrer`, browsers without script send `Origin: null`, which Next.js rejects.
 */
function referrerPolicyOf(path: string): string {
  if (/^\/(sign-in|api\/auth)/.test(path)) return 'no-referrer';
  return /^\/(claim|visibility)\/confirm/.test(path) ? 'same-origin' : 'strict-origin-when-cross-origin';
}

/** Badges are embedded in pages of other sites. */
const isShownElsewhere = (path: string): boolean => /^\/authors\/[^/]+\/badge\.svg$/.test(path);

const textWithoutCharset = /^(?:text\/[\w.+-]+|[\w.-]+\/(?:[\w.-]+\+)?xml)$/;

/**
 * Adds default headers. A response without Cache-Control, such as an error or a redirect to a record, must not be cached. A text without a
 * charset is UTF-8.
 */
function completeHeaders(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = ((...args: unknown[]) => {
    if (!response.headersSent && !response.hasHeader('cache-control')) response.setHeader('Cache-Control', alwaysRevalidate);
    const type = String(response.getHeader('content-type') ?? '');
    if (!response.headersSent && textWithoutCharset.test(type)) response.setHeader('Content-Type', `${type}; charset=utf-8`);
    return writeHead(...args);
  }) as typeof response.writeHead;
}

/**
 * Sets the security headers of every response.
 * @param path path without its query
 */
export function setSecurityHeaders(response: ServerResponse, path: string): void {
  completeHeaders(response);
  response.setHeader('Content-Security-Policy', filePolicy);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (canBeEmbedded(path)) response.setHeader('Access-Control-Allow-Origin', '*');
  if (!canBeFramed(path)) response.setHeader('X-Frame-Options', 'DENY');
  response.setHeader('Referrer-Policy', referrerPolicyOf(path));
  response.setHeader('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=()');
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  response.setHeader('Cross-Origin-Resource-Policy', isShownElsewhere(path) || canBeEmbedded(path) ? 'cross-origin' : 'same-origin');
  const { HSTS, PUBLIC_URL } = env();
  if (PUBLIC_URL.startsWith('https:') && HSTS !== 'off')
    response.setHeader('Strict-Transport-Security', `max-age=63072000${HSTS === 'subdomains' ? '; includeSubDomains' : ''}`);
}
