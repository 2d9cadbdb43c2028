import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { StartError } from './listen.ts';

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/**
 * Makes a folder, with those above it that are missing. Node's own `recursive` tries for ever where a file system takes no folder, as
 * /proc does.
 * @throws StartError where it takes none; the errors of Node where it may not be written, is full or has a file of that name
 */
export function makeFolder(path: string, mode?: number): void {
  const folder = resolve(path);
  if (makeOne(folder, mode)) return;
  const above = dirname(folder);
  if (above !== folder) makeFolder(above, mode);
  if (!makeOne(folder, mode)) throw new StartError(`No folder can be made in ${above}. Name one on a local disk.`);
}

/** @returns false where the one above it is missing */
function makeOne(folder: string, mode: number | undefined): boolean {
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
  return true;
}
