import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import type { RoutePolicy } from '#lib/portal/pages/model/route-policy.ts';

/** A page or file of `app/` with its policy. */
export interface Route {
  /** Path in Next.js notation: `/authors/[slug]`. */
  name: string;
  /** Its source, below `app/`. */
  file: string;
  isPage: boolean;
  policy: RoutePolicy;
}

interface PolicyModule {
  policy?: RoutePolicy;
  policyBelow?: RoutePolicy;
}

const nameOf = (file: string): string => (dirname(file) === '.' ? '/' : `/${dirname(file)}`);

/** Returns the folders above a route, the outermost first. */
const foldersAbove = (name: string): string[] =>
  name.split('/').flatMap((_, depth, parts) => (depth === 0 ? [] : [`/${parts.slice(1, depth).join('/')}`]));

/**
 * Returns the routes of a folder in the notation of the App Router. A policy of its own has precedence over those that folders above declare
 * for everything below.
 */
export function collectRoutes(folder = 'app'): Route[] {
  const load = createRequire(import.meta.url);
  const policies = new Map(
    globSync('**/policy.ts', { cwd: folder }).map((file) => [nameOf(file), load(resolve(folder, file)) as PolicyModule]),
  );
  const routes = globSync('**/{page,route}.{ts,tsx}', { cwd: folder }).map((file): Route => {
    const name = nameOf(file);
    const inherited = foldersAbove(name).map((above) => policies.get(above)?.policyBelow);
    return { name, file, isPage: /page\.tsx?$/.test(file), policy: Object.assign({}, ...inherited, policies.get(name)?.policy) };
  });
  return routes.sort((one, other) => (one.name < other.name ? -1 : 1));
}
