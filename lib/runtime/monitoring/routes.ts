import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

const routesManifest = z.object({
  staticRoutes: z.array(z.object({ page: z.string() })),
  dynamicRoutes: z.array(z.object({ page: z.string(), regex: z.string() })),
});

/** Returns the route of a path: `/authors/[slug]` for `/authors/ada-byron`. It does not identify whom a page is about. */
export type RouteOf = (path: string) => string;

/** Reads the routes of a build. Other paths map to `other`, which bounds the number of metric labels. */
export function createRouteNames(manifestFile = '.next/routes-manifest.json'): RouteOf {
  if (!existsSync(manifestFile)) return () => 'other';
  const { staticRoutes, dynamicRoutes } = routesManifest.parse(JSON.parse(readFileSync(manifestFile, 'utf8')));
  const fixed = new Set([...staticRoutes.map(({ page }) => page), '/healthz', '/readyz']);
  const patterns = dynamicRoutes.map(({ page, regex }) => ({ page, regex: new RegExp(regex) }));
  return (path) => {
    if (fixed.has(path)) return path;
    if (path.startsWith('/_next/')) return '/_next';
    return patterns.find(({ regex }) => regex.test(path))?.page ?? 'other';
  };
}
