import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { StartError } from './listen.ts';

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/**
 * Creates a folder and its missing parents. Node's `recursive` option loops forever if the file system cannot hold folders, such as /proc.
 * @throws StartError if the file system cannot hold folders; errors of Node if it is read-only or full, or if a file has that name
 */
export function makeFolder(path: string, mode?: number): void {
  const folder = resolve(path);
  if (makeSingleFolder(folder, mode)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent, mode);
  if (!makeSingleFolder(folder, mode)) throw new StartError(`No folder can be made in ${parent}. Name one on a local disk.`);
}

/** @returns false if the parent is missing */
function makeSingleFolder(folder: string, mode: number | undefined): boolean {
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
  return true;
}
