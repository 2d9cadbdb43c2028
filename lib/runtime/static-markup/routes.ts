import type { Audience } from '#lib/portal/pages/model/route-policy.ts';
import type { Route } from '#lib/runtime/routes/collect.ts';
import type { PageRequest } from '#lib/runtime/routes/page-request.ts';

/**
 * Returns whether a page is rendered to static markup for an audience. Most cached pages of members are put together from slots; the others,
 * which depend on their viewer, redirect, or are missing, are rendered.
 */
export const isDrawnFor = ({ isPage, policy: { cached, drawnFor } }: Route, audience: Audience): boolean =>
  isPage && (cached !== undefined || drawnFor === 'everybody' || drawnFor === audience);

/** Returns whether a route is rendered to static markup for some viewers. The build bundles these pages. */
export const isStaticRoute = (route: Route): boolean => isDrawnFor(route, 'visitor') || isDrawnFor(route, 'member');

/** Escapes are excluded, since they would have to be decoded exactly as Next.js does. */
const plainPath = /^[A-Za-z0-9_~/-]+$/;

/** Returns whether a requested page is rendered to static markup. */
export const isDrawnStatically = ({ route, path, hasSession }: PageRequest): boolean =>
  route !== null && plainPath.test(path) && isDrawnFor(route, hasSession ? 'member' : 'visitor');
