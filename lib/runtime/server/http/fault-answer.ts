import { type ServerResponse, STATUS_CODES } from 'node:http';
import { problemText } from '#lib/platform/problem.ts';
import { platformRefusals, statusOf } from '#lib/platform/refusals.ts';
import { faultOfRequest, type RequestFault } from '#lib/platform/request-context.ts';
import { developmentErrorPage, errorWithSource } from '../development/error-page.ts';
import { isDevelopment } from '../development/mode.ts';
import { contentSecurityPolicy, filePolicy } from '../pages/content-security-policy.ts';
import { busyPage, errorPage, fullDiskPage, refusedPage, unknownOutcomePage } from '../pages/fallback-pages.ts';
import type { RequestRefusal } from './request-checks.ts';

/** Value of Retry-After in seconds: longer than a burst of requests or the rebuild of a page after an import takes. */
const retryAfterSeconds = '5';

interface FaultResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/**
 * Returns the response to a failed request: 503 with Retry-After if the server was overloaded. Browsers get a page, other clients JSON.
 * @param accept value of the Accept header
 * @param error shown in development
 */
export function faultResponse(accept: string | undefined, code: RequestFault = faultOfRequest(), error?: unknown): FaultResponse {
  const refusal = platformRefusals[code];
  const page = isDevelopment && error ? developmentErrorPage('The server has failed', errorWithSource(error)) : faultPages[code]();
  const { headers, body } = negotiated(accept, page, problemText(code, refusal));
  return { status: statusOf(refusal), headers: { ...headers, ...retryAfterHeader(code) }, body };
}

/** The page for each fault. */
export const faultPages: Record<RequestFault, () => string> = {
  outcome_unknown: unknownOutcomePage,
  overloaded: busyPage,
  cannot_store: fullDiskPage,
  internal_error: errorPage,
};

/** Returns the header that says when to try again, if that can help. */
export const retryAfterHeader = (code: RequestFault): Record<string, string> => {
  if (code === 'overloaded') return { 'Retry-After': retryAfterSeconds };
  return code === 'cannot_store' ? { 'Retry-After': '300' } : {};
};

/** Returns the page if the client accepts HTML, otherwise the problem (RFC 9457). */
function negotiated(accept: string | undefined, page: string, problem: string): Omit<FaultResponse, 'status'> {
  const isPage = /\btext\/html\b/.test(accept ?? '');
  const headers = {
    'Content-Type': isPage ? 'text/html; charset=utf-8' : 'application/problem+json',
    'Content-Security-Policy': isPage ? contentSecurityPolicy(page) : filePolicy,
    'Cache-Control': 'no-store',
  };
  return { headers, body: isPage ? page : problem };
}

/** Rejects a request, whatever its method. */
export function sendRefusal(response: ServerResponse, accept: string | undefined, { status, text, headers: more }: RequestRefusal): void {
  const title = STATUS_CODES[status];
  const { headers, body } = negotiated(accept, refusedPage(text), JSON.stringify({ type: 'about:blank', title, status, detail: text }));
  response.writeHead(status, { ...headers, ...more }).end(body);
}

/** Sends the response to a failed request, or closes the connection if another response has started. */
export function sendFault(response: ServerResponse, accept: string | undefined, code?: RequestFault, error?: unknown): void {
  if (response.headersSent) return void response.destroy();
  const { status, headers, body } = faultResponse(accept, code, error);
  response.writeHead(status, headers).end(body);
}
