import { env } from './env.ts';
import { type Refusal, statusOf } from './refusals.ts';

interface ProblemOptions {
  /** What is specific to this request, in place of the general reason. */
  detail?: string;
  headers?: HeadersInit;
}

/**
 * Returns a refusal as JSON for a program (RFC 9457). `type` leads to a page that explains the code; `action` and `link`, which the RFC
 * does not define, say what to do next.
 */
export function problemResponse(code: string, refusal: Refusal, { detail, headers: more }: ProblemOptions = {}): Response {
  const { title, detail: reason, action, link } = refusal;
  const status = statusOf(refusal);
  const headers = new Headers(more);
  headers.set('Content-Type', 'application/problem+json');
  headers.set('Cache-Control', 'no-store');
  const type = `${env().PUBLIC_URL}/problems/${code}`;
  return new Response(JSON.stringify({ type, title, status, detail: detail ?? reason, code, action, ...(link && { link }) }), {
    status,
    headers,
  });
}
