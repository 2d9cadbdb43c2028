import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildOptions, OutputFile } from 'esbuild';
import { isDevelopment } from './development-mode.ts';

/** Folder of the built scripts; each file name ends with a hash of its content. */
const folders = { production: '.next/browser', development: '.next/browser-dev' };
export const scriptFolder = folders[isDevelopment ? 'development' : 'production'];

/** The scripts of pages that work without Next.js: that of all pages, the live parts of members' pages, the explorer of the graph, and its worker. */
export const browserScripts = {
  page: 'components/frame/page-script.ts',
  live: 'components/frame/live-script.tsx',
  graph: 'components/graph/explorer/explorer-script.tsx',
  'graph-worker': 'components/graph/explorer/layout-worker.ts',
} as const;
export type BrowserScript = keyof typeof browserScripts;

/** A built script: its name, and a hash of its content. */
export const browserScriptFile = /^([a-z-]+)-[0-9a-f]{12}\.js$/;

/**
 * esbuild options: minified modules for browsers with support for modules, `:has` and Unicode properties. Components are the same as on the
 * server; in the browser a smaller library with the same interface draws them.
 */
export const browserScriptOptions = {
  entryPoints: Object.entries(browserScripts).map(([out, file]) => ({ in: file, out })),
  outdir: 'scripts',
  bundle: true,
  minify: true,
  format: 'esm',
  charset: 'utf8',
  target: 'es2022',
  jsx: 'automatic',
  alias: { react: 'preact/compat', 'react-dom': 'preact/compat', 'react/jsx-runtime': 'preact/jsx-runtime' },
  define: { 'process.env.NODE_ENV': '"production"' },
  legalComments: 'none',
  write: false,
  logLevel: 'silent',
} satisfies BuildOptions;

/** Writes scripts under names with their hashes, and removes their predecessors. */
export function writeBrowserScripts(outputs: readonly OutputFile[], mode: keyof typeof folders): void {
  const folder = folders[mode];
  mkdirSync(folder, { recursive: true });
  const files = outputs.map(({ path, text }) => {
    const file = `${path.replace(/^.*[\\/]|\.js$/g, '')}-${hash('sha256', text, 'hex').slice(0, 12)}.js`;
    // Renamed atomically, since another process may be reading the folder.
    writeFileSync(join(folder, `${file}.part`), text);
    renameSync(join(folder, `${file}.part`), join(folder, file));
    return file;
  });
  for (const oldFile of readdirSync(folder)) if (!files.includes(oldFile)) rmSync(join(folder, oldFile));
}

/** Builds the scripts that are served outside Next.js. Part of every build. */
export async function buildBrowserScripts(): Promise<void> {
  const { build } = await import('esbuild');
  const { outputFiles } = await build(browserScriptOptions);
  writeBrowserScripts(outputFiles, 'production');
}
