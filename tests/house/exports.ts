import { dirname, join, normalize } from 'node:path';

/** A source file: its path from the root of the repository, and its text. */
export interface TextFile {
  path: string;
  text: string;
}

const declared = /^export (?:default )?(?:declare )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type|enum) +(\w+)/gm;
const grouped = /^export const \{([^}]*)\}/gm;
const imported = /(?:^|\n) *import\s+(?:type\s+)?(?:(\w+)\s*,?\s*)?(?:\{([^}]*)\}|\* as (\w+))?\s*from\s+['"]([^'"]+)['"]/g;
const awaited = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** What Next reads by name in a file of `app/`. */
const readByNext =
  /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|metadata|generateMetadata|viewport|dynamic|generateStaticParams|alt|size|contentType)$/;

/** Drizzle reads each table of the schema for the migrations. */
const readByTool = (path: string, name: string): boolean =>
  path.startsWith('lib/platform/db/schema/') ||
  // The server loads what the build makes of it.
  ['components/slots/render-slot.tsx', 'app/visitor-pages.tsx'].includes(path) ||
  path.startsWith('lib/runtime/visitor-pages/framework/') ||
  (path.startsWith('app/') && readByNext.test(name));

const namesIn = (list: string): string[] =>
  list
    .split(',')
    .map((item) => item.trim().replace(/^type /, ''))
    .flatMap((item) => /^\w+/.exec(item)?.[0] ?? []);

const pathOf = (from: string, target: string): string | null => {
  if (target.startsWith('#')) return target.slice(1);
  return target.startsWith('.') ? normalize(join(dirname(from), target)) : null;
};

const exportsOf = (text: string): string[] => [
  ...[...text.matchAll(declared)].filter(([line]) => !line.startsWith('export default')).map(([, name = '']) => name),
  ...[...text.matchAll(grouped)].flatMap(([, list = '']) => list.split(',').flatMap((item) => /\w+\s*$/.exec(item)?.[0].trim() ?? [])),
];

/** Returns what a file imports from our own files, as 'path name'. Of a namespace or an awaited file, each word of the text counts as a name. */
function importsOf({ path, text }: TextFile): string[] {
  const words = () => new Set(text.match(/\w+/g));
  const named = [...text.matchAll(imported)].flatMap(([, , list, namespace, target = '']) => {
    const to = pathOf(path, target);
    if (to === null) return [];
    return (namespace ? [...words()] : namesIn(list ?? '')).map((name) => `${to} ${name}`);
  });
  const later = [...text.matchAll(awaited)].flatMap(([, target = '']) => {
    const to = pathOf(path, target);
    return to === null ? [] : [...words()].map((name) => `${to} ${name}`);
  });
  return [...named, ...later];
}

/**
 * Returns the exports of `lib/`, `components/` and `app/` that no other file imports, as 'path: name'. Tests and seeds count as other files.
 * Default exports are left out: Next reads them.
 */
export function unusedExports(files: readonly TextFile[]): string[] {
  const used = new Set(files.flatMap(importsOf));
  return files
    .filter(({ path }) => /^(lib|components|app)\//.test(path))
    .flatMap(({ path, text }) =>
      exportsOf(text).flatMap((name) => (used.has(`${path} ${name}`) || readByTool(path, name) ? [] : [`${path}: ${name}`])),
    );
}

/** Returns the files that pass on exports of another file. */
export const reExports = (files: readonly TextFile[]): string[] =>
  files.flatMap(({ path, text }) => (/^export (type )?(\*|\{[^}]*\})[^;]* from ['"]/m.test(text) ? [path] : []));

/** Returns the files beside a folder of the same name: `model.ts` and `model/`. */
export function besideFolders(paths: readonly string[]): string[] {
  const folders = new Set(paths.flatMap((path) => path.split('/').map((_, at, parts) => parts.slice(0, at).join('/'))));
  return paths.filter((path) => /\.(ts|tsx|mjs)$/.test(path) && folders.has(path.replace(/\.\w+$/, '')));
}
