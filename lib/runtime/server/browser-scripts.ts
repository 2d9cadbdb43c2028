import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildOptions } from 'esbuild';

/** Where the built scripts are; each name ends with a hash of its content. */
export const scriptFolder = '.next/browser';
export const pageScriptName = /^page-[0-9a-f]{12}\.js$/;
const source = 'components/site/page-script.ts';

/** What esbuild makes of a script: one minified module for browsers that have modules, `:has` and unicode properties. */
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

/** Writes the script under the name of its content and removes the one that it replaces. */
function writeScript(text: string): void {
  const file = `page-${hash('sha256', text, 'hex').slice(0, 12)}.js`;
  mkdirSync(scriptFolder, { recursive: true });
  // Whole at once: another process may be reading the folder.
  writeFileSync(join(scriptFolder, `${file}.part`), text);
  renameSync(join(scriptFolder, `${file}.part`), join(scriptFolder, file));
  for (const other of readdirSync(scriptFolder)) if (other !== file) rmSync(join(scriptFolder, other));
}

/** Builds the scripts that are served outside of Next's own. Part of every build. */
export async function buildBrowserScripts(): Promise<void> {
  const { build } = await import('esbuild');
  const { outputFiles } = await build(options);
  for (const { text } of outputFiles) writeScript(text);
}

/** Builds the scripts, and again whenever their source changes: for `npm run dev`. */
export async function watchBrowserScripts(say: (text: string) => void): Promise<void> {
  const { context } = await import('esbuild');
  let builtOnce = () => {};
  const isBuilt = new Promise<void>((resolve) => (builtOnce = resolve));
  const watched = await context({
    ...options,
    plugins: [
      {
        name: 'write-scripts',
        setup: (build) =>
          build.onEnd(({ outputFiles, errors }) => {
            for (const { text, location } of errors) say(`${location?.file ?? source}:${location?.line ?? 0}: ${text}`);
            for (const { text } of outputFiles ?? []) writeScript(text);
            builtOnce();
          }),
      },
    ],
  });
  await watched.watch();
  await isBuilt;
}
