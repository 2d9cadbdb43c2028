import { cacheableRoutes } from '#lib/portal/pages/model/cacheable-routes.ts';

/** Whether a route is one of a page, and not of a file. */
const isPage = (route: string): boolean => !/\[file\]|\.[a-z]+$/.test(route);

/** The routes of pages that are drawn without the framework: those whose answers are cached. */
export const visitorRoutes: readonly string[] = Object.keys(cacheableRoutes).filter(isPage);

const patterns = visitorRoutes.map((route) => ({
  route,
  // An escape would have to be read as the framework reads it.
  pattern: new RegExp(`^${route.replace(/\[(\w+)\]/g, '(?<$1>[A-Za-z0-9_~-]+)')}$`),
}));

export interface MatchedRoute {
  route: string;
  params: Record<string, string>;
}

/** Returns the route of a path and the values of its parts; null where the framework draws the page. */
export function visitorRoute(path: string): MatchedRoute | null {
  for (const { route, pattern } of patterns) {
    const found = pattern.exec(path);
    if (found) return { route, params: { ...found.groups } };
  }
  return null;
}
