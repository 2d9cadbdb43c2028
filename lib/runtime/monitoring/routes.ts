import { routeOf } from '#lib/runtime/routes/table.ts';
import { isHealthCheck } from './health.ts';

/**
 * Returns the route of a path, for logs and metrics: `/authors/[slug]` for `/authors/ada-byron`. It does not identify whom a page is about.
 * Paths without a route have one name, which bounds the number of names.
 */
export function routeNameOf(path: string, route: { name: string } | null = routeOf(path)): string {
  if (isHealthCheck(path)) return path;
  if (path.startsWith('/_next/')) return '/_next';
  return route?.name ?? 'other';
}
