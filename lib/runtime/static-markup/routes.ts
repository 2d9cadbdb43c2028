import { cacheableRoutes } from '#lib/portal/pages/model/cacheable-routes.ts';

/** Returns whether a route is a page, not a file. */
const isPage = (route: string): boolean => !/\[file\]|\.[a-z]+$/.test(route);

const cachedRoutes: readonly string[] = Object.keys(cacheableRoutes).filter(isPage);

/** Routes of pages that are not cached, and have no client component and no server action for visitors. */
const visitorRoutes = [
  '/authors/[slug]/correct',
  '/authors/[slug]/fix',
  '/authors/[slug]/history',
  '/claim/[slug]',
  '/imprint',
  '/invite/[slug]',
  '/privacy',
  '/sign-in',
];

/** Further routes of pages that usually have no client component and no server action for a signed-in viewer. */
const memberRoutes = [
  '/authors/[slug]/correct',
  '/authors/[slug]/fix',
  '/authors/[slug]/history',
  '/authors/[slug]/merge',
  '/feed',
  '/me/saved',
];

/**
 * Routes of pages rendered to static markup, without Next.js. Most cached pages of members are put together from slots; the others, which
 * depend on their viewer, redirect, or are missing, are rendered.
 */
export const staticRoutes = { visitor: [...cachedRoutes, ...visitorRoutes], member: [...cachedRoutes, ...memberRoutes] } as const;

type Audience = keyof typeof staticRoutes;

const patternOf = (route: string) => ({
  route,
  // Escapes are excluded, since they would have to be decoded exactly as Next.js does.
  pattern: new RegExp(`^${route.replace(/\[(\w+)\]/g, '(?<$1>[A-Za-z0-9_~-]+)')}$`),
});

/** Paths of other pages that match the pattern of a route. */
const otherPages: ReadonlySet<string> = new Set(['/claim/confirm']);

const patterns = { visitor: staticRoutes.visitor.map(patternOf), member: staticRoutes.member.map(patternOf) };

export interface MatchedRoute {
  route: string;
  params: Record<string, string>;
}

/** Returns the route of a path and its parameters; null if Next.js renders the page. */
export function staticRoute(path: string, audience: Audience): MatchedRoute | null {
  if (otherPages.has(path)) return null;
  for (const { route, pattern } of patterns[audience]) {
    const match = pattern.exec(path);
    if (match) return { route, params: { ...match.groups } };
  }
  return null;
}
