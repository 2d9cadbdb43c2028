import type { Route } from './collect.ts';

/** The route of a path, with the values of its parameters. */
export interface MatchedRoute extends Route {
  params: Readonly<Record<string, string>>;
}

/** Routes by the next segment of their path. */
interface Branch {
  literal: Map<string, Branch>;
  /** A parameter, by its name. */
  parameter?: { name: string; branch: Branch };
  route?: Route;
}

const isParameter = (segment: string): boolean => segment.startsWith('[');

function createTree(routes: readonly Route[]): Branch {
  const root: Branch = { literal: new Map() };
  for (const route of routes) {
    let branch = root;
    for (const segment of segmentsOf(route.name))
      branch = isParameter(segment) ? parameterBranch(branch, segment) : literalBranch(branch, segment);
    branch.route = route;
  }
  return root;
}

const segmentsOf = (path: string): string[] => (path === '/' ? [] : path.slice(1).split('/'));

/** Escapes are decoded, so that no spelling of a path escapes the policy of its route. @throws if an escape is malformed */
const decodedSegmentsOf = (path: string): string[] =>
  path.includes('%') ? segmentsOf(path).map((segment) => decodeURIComponent(segment)) : segmentsOf(path);

function literalBranch(branch: Branch, segment: string): Branch {
  const next = branch.literal.get(segment) ?? { literal: new Map() };
  branch.literal.set(segment, next);
  return next;
}

function parameterBranch(branch: Branch, segment: string): Branch {
  branch.parameter ??= { name: segment.slice(1, -1), branch: { literal: new Map() } };
  return branch.parameter.branch;
}

/** A file name has an extension: other paths at its place are no route. */
const accepts = (name: string, segment: string): boolean => segment !== '' && (name !== 'file' || /^.+\..+$/.test(segment));

/** Literal segments have precedence, as in Next.js. */
function findIn(branch: Branch, segments: readonly string[], at: number, params: Record<string, string>): Route | undefined {
  const segment = segments[at];
  if (segment === undefined) return branch.route;
  const literal = branch.literal.get(segment);
  const found = literal && findIn(literal, segments, at + 1, params);
  if (found || !branch.parameter || !accepts(branch.parameter.name, segment)) return found;
  const route = findIn(branch.parameter.branch, segments, at + 1, params);
  if (route) params[branch.parameter.name] = segment;
  return route;
}

/** Returns a function that finds the route of a path; null if there is none. */
export function createMatcher(routes: readonly Route[]): (path: string) => MatchedRoute | null {
  const root = createTree(routes);
  return (path) => {
    const params: Record<string, string> = {};
    try {
      const route = findIn(root, decodedSegmentsOf(path), 0, params);
      return route ? { ...route, params } : null;
    } catch {
      return null;
    }
  };
}
