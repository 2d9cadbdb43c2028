import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildOptions } from 'esbuild';

/** Folder of the built scripts; each file name ends with a hash of its content. */
export const scriptFolder = '.next/browser';
export const pageScriptName = /^page-[0-9a-f]{12}\.js$/;
const source = 'components/site/page-script.ts';

/** esbuild options: one minified module for browsers with support for modules, `:has` and Unicode properties. */
const options = {
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
function writeScript(text: string): void {
  const file = `page-${hash('sha256', text, 'hex').slice(0, 12)}.js`;
  mkdirSync(scriptFolder, { recursive: true });
  // Renamed atomically, since another process may be reading the folder.
  writeFileSync(join(scriptFolder, `${file}.part`), text);
  renameSync(join(scriptFolder, `${file}.part`), join(scriptFolder, file));
  for (const oldFile of readdirSync(scriptFolder)) if (oldFile !== file) rmSync(join(scriptFolder, oldFile));
}

/** Builds the scripts that are served outside Next.js. Part of every build. */
export async function buildBrowserScripts(): Promise<void> {
  const { build } = await import('esbuild');
  const { outputFiles } = await build(options);
  for (const { text } of outputFiles) writeScript(text);
}

/** Builds the scripts and rebuilds them when their source changes, for `npm run dev`. */
export async function watchBrowserScripts(print: (text: string) => void): Promise<void> {
  const { context } = await import('esbuild');
  let markBuilt = () => {};
  const isBuilt = new Promise<void>((resolve) => (markBuilt = resolve));
  const watcher = await context({
    ...options,
    plugins: [
      {
        name: 'write-scripts',
        setup: (build) =>
          build.onEnd(({ outputFiles, errors }) => {
            for (const { text, location } of errors) print(`${location?.file ?? source}:${location?.line ?? 0}: ${text}`);
            for (const { text } of outputFiles ?? []) writeScript(text);
            markBuilt();
          }),
      },
    ],
  });
  await watcher.watch();
  await isBuilt;
}
