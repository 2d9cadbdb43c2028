import { publicFile } from '#lib/platform/http.ts';
import { site } from '#lib/platform/site.ts';

/** The operator's own logo. Its policy lets it run no script where it is opened by itself. */
export function GET(request: Request): Response {
  const { logo } = site();
  if (!logo) return new Response('This instance has no logo of its own.\n', { status: 404, headers: { 'Content-Type': 'text/plain' } });
  const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
  return publicFile(request, new Uint8Array(logo.bytes), new Headers({ 'Content-Type': logo.type, 'Content-Security-Policy': policy }));
}
