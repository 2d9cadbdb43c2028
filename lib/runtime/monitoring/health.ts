import { authors } from '#lib/platform/db/schema/authors.ts';
import { reader } from '#lib/platform/db/store.ts';
import { describeFault } from '#lib/platform/log/fault-text.ts';
import { log } from '#lib/platform/log/log.ts';

const readyTimeoutMs = 2_000;

/** Returns true if requests can be served, otherwise the reason. */
export type Readiness = () => true | string;

interface HealthReport {
  status: 200 | 503;
  body: { status: string };
}

const checks: Readonly<Record<string, (isReady: Readiness) => Promise<HealthReport>>> = {
  '/healthz': async () => ({ status: 200, body: { status: 'ok' } }),
  '/readyz': checkReadiness,
};

/** Returns whether a path is that of a health check. They are not logged. */
export const isHealthCheck = (path: string): boolean => Object.hasOwn(checks, path);

/** Answers a health check; null for any other path. */
export const checkHealth = (path: string, isReady: Readiness): Promise<HealthReport> | null =>
  isHealthCheck(path) ? (checks[path]?.(isReady) ?? null) : null;

async function checkReadiness(isReady: Readiness): Promise<HealthReport> {
  const state = isReady();
  if (state !== true) return { status: 503, body: { status: state } };
  try {
    await Promise.race([reader().select({ key: authors.key }).from(authors).limit(1), rejectAfterTimeout()]);
    return { status: 200, body: { status: 'ready' } };
  } catch (error) {
    log.error({ error: describeFault(error) }, 'the database is unreachable');
    return { status: 503, body: { status: 'the database is unreachable' } };
  }
}

const rejectAfterTimeout = (): Promise<never> =>
  new Promise((_, reject) => setTimeout(() => reject(new Error(`No answer within ${readyTimeoutMs} ms.`)), readyTimeoutMs).unref());
