import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { collectRoutes, type Route } from './collect.ts';
import { createMatcher, type MatchedRoute } from './match.ts';

/** The routes as the build has collected them, so that a start need not read all policies. */
export const routesFile = '.next/routes.json';

let routes: readonly Route[] | undefined;
let match: ((path: string) => MatchedRoute | null) | undefined;

/** Writes the table of routes. Part of every build. */
export function buildRoutes(): void {
  mkdirSync(dirname(routesFile), { recursive: true });
  writeFileSync(routesFile, JSON.stringify(collectRoutes()));
}

/** Reads the table of the build. Without it, as in development, the table is collected from the sources. */
export function readBuiltRoutes(): void {
  routes = JSON.parse(readFileSync(routesFile, 'utf8')) as Route[];
  match = undefined;
}

/** Returns all routes. */
export function allRoutes(): readonly Route[] {
  routes ??= collectRoutes();
  return routes;
}

/** Returns the route of a path; null if there is none. */
export function routeOf(path: string): MatchedRoute | null {
  match ??= createMatcher(allRoutes());
  return match(path);
}
