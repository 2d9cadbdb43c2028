import type { ServerResponse } from 'node:http';
import { problemText } from '#lib/platform/problem.ts';
import { platformRefusals, statusOf } from '#lib/platform/refusals.ts';
import { isRequestOverloaded } from '#lib/platform/request-context.ts';
import { busyPage, troublePage } from './fallback-pages.ts';
import { contentSecurityPolicy, filePolicy } from './security-headers.ts';

/** Longer than a burst of readers or the end of an import's page takes. */
export const retryAfterSeconds = '5';

interface FaultAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/**
 * What a request gets that ended in a fault: 503 where there was too much to do, and when to come back; a page for a browser and JSON for a
 * program.
 * @param accept the request's header
 */
export function faultAnswer(accept: string | undefined, isOverloaded: boolean = isRequestOverloaded()): FaultAnswer {
  const code = isOverloaded ? 'overloaded' : 'internal_error';
  const refusal = platformRefusals[code];
  const isPage = /\btext\/html\b/.test(accept ?? '');
  const page = isOverloaded ? busyPage() : troublePage();
  const headers = {
    'Content-Type': isPage ? 'text/html; charset=utf-8' : 'application/problem+json',
    'Content-Security-Policy': isPage ? contentSecurityPolicy(page) : filePolicy,
    'Cache-Control': 'no-store',
    ...(isOverloaded && { 'Retry-After': retryAfterSeconds }),
  };
  return { status: statusOf(refusal), headers, body: isPage ? page : problemText(code, refusal) };
}

/** Sends such an answer, or ends the connection where another one has begun. */
export function sendFault(response: ServerResponse, accept: string | undefined, isOverloaded?: boolean): void {
  if (response.headersSent) return void response.destroy();
  const { status, headers, body } = faultAnswer(accept, isOverloaded);
  response.writeHead(status, headers).end(body);
}
