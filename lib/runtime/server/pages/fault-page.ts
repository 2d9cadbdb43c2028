import { STATUS_CODES } from 'node:http';
import { problemText } from '#lib/platform/problem.ts';
import { platformRefusals, statusOf } from '#lib/platform/refusals.ts';
import { faultOfRequest, type RequestFault } from '#lib/platform/request-context.ts';
import { developmentErrorPage, errorWithSource } from '../development/error-page.ts';
import { isDevelopment } from '../processes/development-mode.ts';
import { busyPage, errorPage, fullDiskPage, refusedPage, unknownOutcomePage } from './fallback-pages.ts';
import type { PageResponse } from './page-response.ts';

/** Value of Retry-After in seconds: longer than a burst of requests or the rebuild of a page after an import takes. */
const retryAfterSeconds = '5';

/** The page for each fault. */
const faultPages: Record<RequestFault, () => string> = {
  outcome_unknown: unknownOutcomePage,
  overloaded: busyPage,
  cannot_store: fullDiskPage,
  internal_error: errorPage,
};

/** Returns the header that says when to try again, if that can help. */
const retryAfterHeader = (code: RequestFault): Record<string, string> => {
  if (code === 'overloaded') return { 'retry-after': retryAfterSeconds };
  return code === 'cannot_store' ? { 'retry-after': '300' } : {};
};

/** Returns how a page shows the fault of the current request. The fault is known if it is not an error of the program. */
export function pageOfFault() {
  const code = faultOfRequest();
  return { isKnown: code !== 'internal_error', status: 503, retry: retryAfterHeader(code), html: faultPages[code]() };
}

/**
 * Returns the response to a failed request: 503 with Retry-After if the server was overloaded. Browsers get a page, other clients JSON.
 * @param accept value of the Accept header
 * @param error shown in development
 */
export function faultPage(accept: string | undefined, code: RequestFault = faultOfRequest(), error?: unknown): PageResponse {
  const refusal = platformRefusals[code];
  const html = isDevelopment && error ? developmentErrorPage('The server has failed', errorWithSource(error)) : faultPages[code]();
  const page = negotiated(accept, statusOf(refusal), html, problemText(code, refusal));
  return { ...page, headers: { ...page.headers, ...retryAfterHeader(code) } };
}

export interface RequestRefusal {
  status: number;
  text: string;
  headers?: Record<string, string>;
}

/** Returns the response to a rejected request, whatever its method. */
export function refusalPage(accept: string | undefined, { status, text, headers }: RequestRefusal): PageResponse {
  const problem = JSON.stringify({ type: 'about:blank', title: STATUS_CODES[status], status, detail: text });
  const page = negotiated(accept, status, refusedPage(text), problem);
  return { ...page, headers: { ...page.headers, ...headers } };
}

/** Returns the page if the client accepts HTML, otherwise the problem (RFC 9457). */
function negotiated(accept: string | undefined, status: number, page: string, problem: string): PageResponse {
  const isPage = /\btext\/html\b/.test(accept ?? '');
  const type = isPage ? 'text/html; charset=utf-8' : 'application/problem+json';
  return { status, headers: { 'content-type': type, 'cache-control': 'no-store' }, head: '', body: isPage ? page : problem };
}
