import { dirname, join, normalize } from 'node:path';

/** A source file with its path from the repository root. */
export interface TextFile {
  path: string;
  text: string;
}

const declared = /^export (?:default )?(?:declare )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type|enum) +(\w+)/gm;
const grouped = /^export const \{([^}]*)\}/gm;
const imported = /(?:^|\n) *import\s+(?:type\s+)?(?:(\w+)\s*,?\s*)?(?:\{([^}]*)\}|\* as (\w+))?\s*from\s+['"]([^'"]+)['"]/g;
const awaited = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** Exports that Next.js reads by name in files of `app/`. */
const readByNext =
  /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|metadata|generateMetadata|viewport|dynamic|generateStaticParams|alt|size|contentType)$/;

/** Returns true for exports that a tool reads, such as tables for drizzle-kit. */
const readByTool = (path: string, name: string): boolean =>
  path.startsWith('lib/platform/db/schema/') ||
  // Bundled by the build, and loaded by the server.
  ['components/slots/render-slot.tsx', 'app/static-markup.tsx'].includes(path) ||
  path.startsWith('lib/runtime/static-markup/framework/') ||
  (path.startsWith('app/') && readByNext.test(name)) ||
  // Collected by the build (lib/runtime/routes).
  (/^app\/(.*\/)?policy\.ts$/.test(path) && /^policy(Below)?$/.test(name));

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

/** Returns imported names as 'path name'. For namespace and dynamic imports, each word of the file counts as an imported name. */
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
 * Returns the exports of `lib/`, `components/` and `app/` that no other file imports, tests and seeds included, as 'path: name'.
 * Default exports are excluded, because Next.js reads them.
 */
export function unusedExports(files: readonly TextFile[]): string[] {
  const used = new Set(files.flatMap(importsOf));
  return files
    .filter(({ path }) => /^(lib|components|app)\//.test(path))
    .flatMap(({ path, text }) =>
      exportsOf(text).flatMap((name) => (used.has(`${path} ${name}`) || readByTool(path, name) ? [] : [`${path}: ${name}`])),
    );
}

/** Returns the files with re-exports. */
export const reExports = (files: readonly TextFile[]): string[] =>
  files.flatMap(({ path, text }) => (/^export (type )?(\*|\{[^}]*\})[^;]* from ['"]/m.test(text) ? [path] : []));

/** Returns the files next to a folder of the same name: `model.ts` and `model/`. */
export function filesNextToFolders(paths: readonly string[]): string[] {
  const folders = new Set(paths.flatMap((path) => path.split('/').map((_, at, parts) => parts.slice(0, at).join('/'))));
  return paths.filter((path) => /\.(ts|tsx|mjs)$/.test(path) && folders.has(path.replace(/\.\w+$/, '')));
}
