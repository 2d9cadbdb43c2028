import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** What there is to be tried: read from the sources and from the build, so that nothing new can be left out. */
export interface FoundRoute {
  /** As Next writes it: /authors/[slug]/trust.json. */
  path: string;
  kind: 'page' | 'route';
  methods: string[];
  /** Whether it reads the query of its address, and the names that can be read from its source. */
  query: string[] | null;
}

const exported = /export (?:(?:async )?function|const) (GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\b/g;
const names = [/const \{([^}]*)\}(?:: [^=]+)? = await (?:props\.)?searchParams\b/g, /\(await (?:props\.)?searchParams\)\.(\w+)/g];
/** Where the whole query has a name of its own, what is read from that. */
const called = /const (\w+) = await (?:props\.)?searchParams\b/;

function queryOf(source: string): string[] | null {
  if (!/searchParams|selectionFile|\.search\b/.test(source)) return null;
  const whole = called.exec(source)?.[1];
  const patterns = whole ? [...names, new RegExp(`\\b${whole}\\.(\\w+)\\b(?!\\()`, 'g')] : names;
  const found = patterns.flatMap((pattern) => [...source.matchAll(pattern)].flatMap((match) => (match[1] ?? '').split(',')));
  const words = found.map((name) => name.split(':')[0]?.trim() ?? '');
  return [...new Set(words)].filter((name) => /^[a-z]\w*$/.test(name));
}

const apiQueries: Readonly<Record<string, string[]>> = { '/search/suggestions': ['q'], '/api/saved-works/among': ['work'] };

/** The routes that are answered before the pages, as the API's source names them. */
const apiRoutes = (): FoundRoute[] =>
  [...readFileSync('lib/runtime/server/api.ts', 'utf8').matchAll(/^ {2}\.(get|post)\('([^']+)'/gm)].map(([, method = '', path = '']) => ({
    path,
    kind: 'route',
    methods: [method.toUpperCase()],
    query: apiQueries[path] ?? null,
  }));

export function routesFound(): FoundRoute[] {
  const pages = globSync('app/**/{page,route}.{ts,tsx}')
    .sort()
    .map((file) => {
      const source = readFileSync(file, 'utf8');
      const kind = /\/page\.tsx?$/.test(file) ? 'page' : 'route';
      const folder = dirname(file)
        .replace(/^app/, '')
        .replace(/\/\([^/]+\)/g, '');
      const methods = kind === 'page' ? ['GET'] : [...source.matchAll(exported)].map((match) => match[1] ?? '');
      return { path: folder || '/', kind, methods, query: queryOf(source) } satisfies FoundRoute;
    });
  return [...pages, ...apiRoutes()];
}

export interface FoundAction {
  /** lib/community/follows/actions.ts change */
  name: string;
  /** Its id in the build, by which a browser calls it. */
  id: string;
  /** The pages that it can be called through, as `FoundRoute.path`. */
  pages: string[];
  /** A form's action that is given the state before as well. */
  withState: boolean;
}

interface Manifest {
  node: Record<string, { workers: Record<string, unknown>; filename: string; exportedName: string }>;
}

const declared = /export async function (\w+)\(([^)]*)\)/g;

/** Every exported server action of the sources; its id is null where the build has none, because no page uses its file. */
export function actionsFound(): (Omit<FoundAction, 'id'> & { id: string | null })[] {
  const path = '.next/server/server-reference-manifest.json';
  if (!existsSync(path)) throw new Error('There is no build: the matrix calls actions by the ids of .next.');
  const built = Object.entries((JSON.parse(readFileSync(path, 'utf8')) as Manifest).node);
  return globSync('{app,components,lib}/**/*.{ts,tsx}')
    .sort()
    .filter((file) => /^'use server'/.test(readFileSync(file, 'utf8')))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(declared)].map(([, name = '', parameters = '']) => {
        const found = built.find(([, { filename, exportedName }]) => filename === file && exportedName === name);
        const pages = Object.keys(found?.[1].workers ?? {}).map((worker) => worker.replace(/^app/, '').replace(/\/page$/, '') || '/');
        return { name: `${file} ${name}`, id: found?.[0] ?? null, pages, withState: parameters.includes(',') };
      }),
    );
}

/** The inline actions that a page may hold are not in `actionsFound`: this finds any, for there are to be none. */
export const inlineActions = (): string[] =>
  globSync('{app,components}/**/*.{ts,tsx}').filter((file) => /^\s+'use server'/m.test(readFileSync(file, 'utf8')));
