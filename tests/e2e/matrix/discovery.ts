import { existsSync, globSync, readFileSync } from 'node:fs';
import { collectRoutes } from '#lib/runtime/routes/collect.ts';

/** A route found in the sources, so that a new route cannot be left out of the matrix. */
export interface DiscoveredRoute {
  /** Path in Next.js notation: /authors/[slug]/trust.json. */
  path: string;
  kind: 'page' | 'route';
  methods: string[];
  /** Names of its query parameters that can be found in its source; null if it does not read the query. */
  query: string[] | null;
}

const exportedMethod = /export (?:(?:async )?function|const) (GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\b/g;
const parameterPatterns = [
  /const \{([^}]*)\}(?:: [^=]+)? = await (?:props\.)?searchParams\b/g,
  /\(await (?:props\.)?searchParams\)\.(\w+)/g,
];
/** Matches a variable that holds the whole query; its properties are then parameters too. */
const queryVariable = /const (\w+) = await (?:props\.)?searchParams\b/;

function discoverQuery(source: string): string[] | null {
  if (!/searchParams|selectionFileRoute|\.search\b/.test(source)) return null;
  const whole = queryVariable.exec(source)?.[1];
  const patterns = whole ? [...parameterPatterns, new RegExp(`\\b${whole}\\.(\\w+)\\b(?!\\()`, 'g')] : parameterPatterns;
  const found = patterns.flatMap((pattern) => [...source.matchAll(pattern)].flatMap((match) => (match[1] ?? '').split(',')));
  const parameters = found.map((name) => name.split(':')[0]?.trim() ?? '');
  return [...new Set(parameters)].filter((name) => /^[a-z]\w*$/.test(name));
}

const apiQueries: Readonly<Record<string, string[]>> = { '/search/suggestions': ['q'], '/api/saved-works/among': ['work'] };

/** Returns the routes that the API server handles before Next.js, from its source. */
const apiRoutes = (): DiscoveredRoute[] =>
  [...readFileSync('lib/portal/api.ts', 'utf8').matchAll(/^ {2}\.(get|post)\('([^']+)'/gm)].map(([, method = '', path = '']) => ({
    path,
    kind: 'route',
    methods: [method.toUpperCase()],
    query: apiQueries[path] ?? null,
  }));

export function discoverRoutes(): DiscoveredRoute[] {
  const pages = collectRoutes().map(({ name, file, isPage }) => {
    const source = readFileSync(`app/${file}`, 'utf8');
    const methods = isPage ? ['GET'] : [...source.matchAll(exportedMethod)].map((match) => match[1] ?? '');
    return { path: name, kind: isPage ? 'page' : 'route', methods, query: discoverQuery(source) } satisfies DiscoveredRoute;
  });
  return [...pages, ...apiRoutes()];
}

export interface DiscoveredAction {
  /** File and function: lib/community/follows/actions.ts changeFollowAction. */
  name: string;
  /** Id in the build, by which a browser calls the action. */
  id: string;
  /** Pages that the action can be called through, as `DiscoveredRoute.path`. */
  pages: string[];
  /** Whether the action also takes the previous form state (`useActionState`). */
  withState: boolean;
}

interface Manifest {
  node: Record<string, { workers: Record<string, unknown>; filename: string; exportedName: string }>;
}

const exportedAction = /export (?:async function (\w+)\(([^)]*)\)|const (\w+) = \w+Action\()/g;

/** Returns all exported server actions in the sources. */
export const sourceActions = (): { file: string; name: string; withState: boolean }[] =>
  globSync('{app,components,lib}/**/*.{ts,tsx}')
    .sort()
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
    .filter(({ text }) => /^'use server'/.test(text))
    .flatMap(({ file, text }) =>
      [...text.matchAll(exportedAction)].map(([, declared, parameters = '_, form', created = '']) => ({
        file,
        name: declared ?? created,
        withState: parameters.includes(','),
      })),
    );

/** Returns the same from the sources and the build; the id is null if the build has none because no page uses the file. */
export function discoverActions(): (Omit<DiscoveredAction, 'id'> & { id: string | null })[] {
  const path = '.next/server/server-reference-manifest.json';
  if (!existsSync(path)) throw new Error('There is no build: the matrix calls actions by the ids of .next.');
  const built = Object.entries((JSON.parse(readFileSync(path, 'utf8')) as Manifest).node);
  return sourceActions().map(({ file, name, withState }) => {
    const found = built.find(([, { filename, exportedName }]) => filename === file && exportedName === name);
    const pages = Object.keys(found?.[1].workers ?? {}).map((worker) => worker.replace(/^app/, '').replace(/\/page$/, '') || '/');
    return { name: `${file} ${name}`, id: found?.[0] ?? null, pages, withState };
  });
}

/** Returns the files with inline server actions. There must be none: `discoverActions` does not find them. */
export const discoverInlineActions = (): string[] =>
  globSync('{app,components}/**/*.{ts,tsx}').filter((file) => /^\s+'use server'/m.test(readFileSync(file, 'utf8')));
