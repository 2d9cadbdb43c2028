import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** A source file with its imports. */
export interface SourceFile {
  path: string;
  text: string;
  /** Imported files of the repository, as paths from its root. */
  imports: string[];
  packages: string[];
}

const importing = /(?:^|\n)\s*(?:import|export)\s(?:[^'";]*?\sfrom\s)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g;

const ownPath = (from: string, target: string): string | null => {
  if (target.startsWith('#')) return target.slice(1);
  if (target.startsWith('.')) return normalize(join(dirname(from), target));
  return null;
};

function read(path: string): SourceFile {
  const text = readFileSync(path, 'utf8');
  const targets = [...text.matchAll(importing)].map((match) => match[1] ?? match[2] ?? '');
  return {
    path,
    text,
    imports: targets.flatMap((target) => ownPath(path, target) ?? []),
    packages: targets.filter((target) => ownPath(path, target) === null),
  };
}

/** Returns the imports of a file that are not of types only. */
export const runtimeImports = ({ text, imports }: SourceFile): string[] => {
  const code = text.replace(/^(import|export) type [^;]*;$/gm, '');
  return imports.filter((to) => code.includes(`/${to.split('/').at(-1)}'`));
};

/** Returns tracked and untracked files; ignored files are excluded. */
export const trackedFiles = (): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => path && existsSync(path));

export const sourceFiles = (): SourceFile[] =>
  trackedFiles()
    .filter((path) => /\.(ts|tsx|mjs)$/.test(path))
    .map(read);

/** 'lib/catalog/authors/queries/find.ts' → {layer: 'catalog', room: 'authors', file: 'queries'}; null outside the modules of `lib/`. */
export function parseModulePath(path: string): { layer: string; room: string; file: string } | null {
  const match = /^lib\/([^/]+)\/([^/]+)\/([^/.]+)/.exec(path);
  return match?.[1] && match[2] && match[3] ? { layer: match[1], room: match[2], file: match[3] } : null;
}
