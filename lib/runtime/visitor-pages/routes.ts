import { cacheableRoutes } from '#lib/portal/pages/model/cacheable-routes.ts';

/** Returns whether a route is a page, not a file. */
const isPage = (route: string): boolean => !/\[file\]|\.[a-z]+$/.test(route);

/** Routes of pages rendered without Next.js: those whose responses are cached. */
export const visitorRoutes: readonly string[] = Object.keys(cacheableRoutes).filter(isPage);

const patterns = visitorRoutes.map((route) => ({
  route,
  // Escapes are excluded, since they would have to be decoded exactly as Next.js does.
  pattern: new RegExp(`^${route.replace(/\[(\w+)\]/g, '(?<$1>[A-Za-z0-9_~-]+)')}$`),
}));

export interface MatchedRoute {
  route: string;
  params: Record<string, string>;
}

/** Returns the route of a path and its parameters; null if Next.js renders the page. */
export function visitorRoute(path: string): MatchedRoute | null {
  for (const { route, pattern } of patterns) {
    const match = pattern.exec(path);
    if (match) return { route, params: { ...match.groups } };
  }
  return null;
}
