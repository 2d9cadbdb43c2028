import { publicFileResponse } from '#lib/platform/http/file-responses.ts';
import { site } from '#lib/platform/site.ts';

/** Serves the operator's logo. */
export function GET(request: Request): Response {
  const { logo } = site();
  if (!logo) return new Response('This instance has no logo of its own.\n', { status: 404, headers: { 'Content-Type': 'text/plain' } });
  return publicFileResponse(request, new Uint8Array(logo.bytes), new Headers({ 'Content-Type': logo.type }));
}
