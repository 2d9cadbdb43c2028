import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildOptions } from 'esbuild';
import { isDevelopment } from './development-mode.ts';

/** Folder of the built scripts; each file name ends with a hash of its content. */
const folders = { production: '.next/browser', development: '.next/browser-dev' };
export const scriptFolder = folders[isDevelopment ? 'development' : 'production'];
export const pageScriptName = /^page-[0-9a-f]{12}\.js$/;
const source = 'components/frame/page-script.ts';

/** esbuild options: one minified module for browsers with support for modules, `:has` and Unicode properties. */
export const browserScriptOptions = {
  entryPoints: [source],
  bundle: true,
  minify: true,
  format: 'esm',
  charset: 'utf8',
  target: 'es2022',
  legalComments: 'none',
  write: false,
  logLevel: 'silent',
} satisfies BuildOptions;

/** Writes the script under a name with its hash, and removes its predecessor. */
export function writeBrowserScript(text: string, mode: keyof typeof folders): void {
  const folder = folders[mode];
  const file = `page-${hash('sha256', text, 'hex').slice(0, 12)}.js`;
  mkdirSync(folder, { recursive: true });
  // Renamed atomically, since another process may be reading the folder.
  writeFileSync(join(folder, `${file}.part`), text);
  renameSync(join(folder, `${file}.part`), join(folder, file));
  for (const oldFile of readdirSync(folder)) if (oldFile !== file) rmSync(join(folder, oldFile));
}

/** Builds the scripts that are served outside Next.js. Part of every build. */
export async function buildBrowserScripts(): Promise<void> {
  const { build } = await import('esbuild');
  const { outputFiles } = await build(browserScriptOptions);
  for (const { text } of outputFiles) writeBrowserScript(text, 'production');
}
