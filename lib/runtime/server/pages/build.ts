import { createHash } from 'node:crypto';
import { accessSync, chmodSync, constants, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from '#lib/platform/processes/listen.ts';
import { buildRoutes, routesFile } from '#lib/runtime/routes/table.ts';
import { buildStaticMarkup, staticMarkupFile } from '#lib/runtime/static-markup/build.ts';
import { buildBrowserScripts, scriptFolder } from '../processes/browser-scripts.ts';
import { runScript } from '../processes/run-script.ts';
import { buildSlotRenderer, slotRendererFile } from './slot-renderer.ts';

const maxTries = 40;
const sourceHashFile = '.next/built-from';
const sources = ['app/**/*', 'components/**/*', 'lib/**/*', 'next.config.ts', 'tsconfig.json', 'package.json', 'package-lock.json'];

/** Returns a hash of all source files of the pages. */
function sourceHash(): string {
  const hash = createHash('sha256');
  const files = globSync(sources, { withFileTypes: true }).filter((entry) => entry.isFile());
  for (const path of files.map((entry) => `${entry.parentPath}/${entry.name}`).sort()) hash.update(path).update(readFileSync(path));
  return hash.digest('hex');
}

const outputs = ['.next/BUILD_ID', routesFile, scriptFolder, slotRendererFile, staticMarkupFile, sourceHashFile];

/** Returns true if there is a complete build of the sources. */
const isBuiltFrom = (hash: string): boolean => outputs.every((path) => existsSync(path)) && readFileSync(sourceHashFile, 'utf8') === hash;

/** Builds the pages if there is no build or their sources have changed. */
export async function buildIfNeeded(print: (text: string) => void): Promise<void> {
  if (isBuiltFrom(sourceHash())) return;
  rejectForeignFolder();
  await build(print);
}

/** A service starts as a user that cannot write the program, after a build by another. */
function rejectForeignFolder(): void {
  try {
    for (const path of ['.', '.next']) if (existsSync(path)) accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw new StartError(
      `The pages in ${resolve('.next')} are missing, of another version, or not readable by this user, who cannot build them. Run "npm run build" as the owner of the folder, then start again.`,
    );
  }
}

/** Builds the pages and the scripts beside them, or waits for a build of the same sources that another process has begun. */
export async function build(print: (text: string) => void): Promise<void> {
  const currentHash = sourceHash();
  print('Building the pages (once; up to a minute) …');
  for (let attempt = 1; ; attempt += 1) {
    try {
      await runScript(['node_modules/next/dist/bin/next', 'build']);
      break;
    } catch (error) {
      // Another build, possibly left behind by a killed start, ends by itself.
      if (!String(error).includes('Another next build process') || attempt === maxTries) throw error;
      if (attempt === 1) print('Another build is running; waiting for it …');
      // A second build would remove the pages under the server that has made the first one.
      if (await isBuiltByAnother(currentHash)) return;
    }
  }
  // Earlier versions left copies of photos there.
  rmSync('.next/cache/images', { recursive: true, force: true });
  buildRoutes();
  await buildBrowserScripts();
  await buildSlotRenderer();
  await buildStaticMarkup();
  // Its process would keep 130 MB as long as a server that has built its pages.
  await (await import('esbuild')).stop();
  writeFileSync(sourceHashFile, currentHash);
  // A start by the owner has made it for the owner alone; Next keeps the folder.
  chmodSync('.next', 0o777 & ~process.umask());
}

const pollMs = 3000;
/** How often to look for the end of a build whose pages are complete, but not the scripts beside them. */
const maxPolls = 20;

/** Waits for the build of another process. @returns false if it is still building the pages, or has built other sources */
async function isBuiltByAnother(hash: string): Promise<boolean> {
  for (let poll = 1; poll <= maxPolls; poll += 1) {
    await wait(pollMs);
    if (isBuiltFrom(hash)) return true;
    const isBuildingScripts = existsSync('.next/BUILD_ID') && !existsSync(sourceHashFile);
    if (!isBuildingScripts) return false;
  }
  return false;
}
