import { checkHealth, type Readiness } from '#lib/runtime/monitoring/health.ts';
import type { PageResponse } from '../pages/page-response.ts';

const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

/** Returns the response to a health check; undefined for any other path. */
export function healthCheck(path: string, isReady: Readiness): Promise<PageResponse> | undefined {
  const report = checkHealth(path, isReady);
  return report?.then(({ status, body }) => ({ status, headers, head: '', body: JSON.stringify(body) }));
}
