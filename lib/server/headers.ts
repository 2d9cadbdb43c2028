import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { env } from '../env.ts';

const inlineScript = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/** The shapes of the framework's inline scripts: a call that hands over data, and nothing else. */
const handsOver =
  /^(?:\(self\.__next_f=self\.__next_f\|\|\[\]\)|self\.__next_f|\(globalThis\["TURBOPACK"\] \|\| \(globalThis\["TURBOPACK"\] = \[\]\)\))\.push\(([\s\S]*)\);?$/;

/** True of an inline script that can do no more than hand data to the framework: its argument is JSON to the last letter. */
function isData(script: string): boolean {
  try {
    JSON.parse(handsOver.exec(script.trim())?.[1] ?? '');
    return true;
  } catch {
    return false;
  }
}

/**
 * The Content-Security-Policy of a page: no script runs but the build's own files and the framework's inline scripts, named by
 * their hashes and only where they are mere data, so that a script which found its way into a text is not named. Hashes instead of
 * a nonce, so that the same bytes can be kept and given to everybody.
 */
export function policyFor(html: string): string {
  const hashes = new Set<string>();
  for (const [, script = ''] of html.matchAll(inlineScript)) {
    if (isData(script)) hashes.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  }
  // Browsers hold form-action against redirects too, and signing in with ORCID is a form that ends there.
  const forms = env().ORCID_CLIENT_ID ? `'self' ${new URL(env().ORCID_ISSUER).origin}` : "'self'";
  return [
    "default-src 'none'",
    ['script-src', "'self'", ...hashes].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    `form-action ${forms}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** What every response carries, whatever it is. */
export function setSafeHeaders(response: ServerResponse, path: string): void {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('X-Frame-Options', 'DENY');
  response.setHeader(
    'Referrer-Policy',
    path.startsWith('/sign-in') ||
      path.startsWith('/api/auth') ||
      path.startsWith('/claim/confirm') ||
      path.startsWith('/visibility/confirm')
      ? 'no-referrer'
      : 'strict-origin-when-cross-origin',
  );
  response.setHeader('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=()');
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  if (env().PUBLIC_URL.startsWith('https:')) response.setHeader('Strict-Transport-Security', 'max-age=63072000; includeSubDomains');
}
