import { env } from './env.ts';
import { type Refusal, statusOf } from './refusals.ts';

interface ProblemOptions {
  /** A detail specific to this request; replaces the general one. */
  detail?: string;
  headers?: HeadersInit;
}

/**
 * Returns a refusal as JSON for programs (RFC 9457). `type` is the URL of a page that explains the code. The extension members `action` and
 * `link` say what to do next.
 */
export function problemText(code: string, refusal: Refusal, detail = refusal.detail): string {
  const { title, action, link } = refusal;
  const type = `${env().PUBLIC_URL}/problems/${code}`;
  return JSON.stringify({ type, title, status: statusOf(refusal), detail, code, action, ...(link && { link }) });
}

/** Returns a refusal as a response for programs. */
export function problemResponse(code: string, refusal: Refusal, { detail, headers: more }: ProblemOptions = {}): Response {
  const headers = new Headers(more);
  headers.set('Content-Type', 'application/problem+json');
  headers.set('Cache-Control', 'no-store');
  return new Response(problemText(code, refusal, detail), { status: statusOf(refusal), headers });
}
