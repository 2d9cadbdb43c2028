import { env } from './env.ts';
import { type Refusal, statusOf } from './refusals.ts';

interface ProblemOptions {
  /** What is specific to this request, in place of the general reason. */
  detail?: string;
  headers?: HeadersInit;
}

/**
 * A refusal as JSON for a program (RFC 9457). `type` leads to a page that explains the code; `action` and `link`, which the RFC does not
 * define, say what to do next.
 */
export function problemText(code: string, refusal: Refusal, detail = refusal.detail): string {
  const { title, action, link } = refusal;
  const type = `${env().PUBLIC_URL}/problems/${code}`;
  return JSON.stringify({ type, title, status: statusOf(refusal), detail, code, action, ...(link && { link }) });
}

/** Returns a refusal as an answer for a program. */
export function problemResponse(code: string, refusal: Refusal, { detail, headers: more }: ProblemOptions = {}): Response {
  const headers = new Headers(more);
  headers.set('Content-Type', 'application/problem+json');
  headers.set('Cache-Control', 'no-store');
  return new Response(problemText(code, refusal, detail), { status: statusOf(refusal), headers });
}
