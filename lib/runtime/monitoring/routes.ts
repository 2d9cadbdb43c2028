import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

const routesManifest = z.object({
  staticRoutes: z.array(z.object({ page: z.string() })),
  dynamicRoutes: z.array(z.object({ page: z.string(), regex: z.string() })),
});

/** Names the route of a path: `/authors/[slug]` for `/authors/ada-byron`. It says nothing of whom a page is about. */
export type RouteOf = (path: string) => string;

/** Reads the routes of a build. Paths that are none of them are `other`, so that nobody can make up names without end. */
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
