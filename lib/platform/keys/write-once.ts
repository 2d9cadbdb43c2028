import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../processes/make-folder.ts';

/**
 * Makes a file for the owner alone, unless there is one: of two processes that begin at once, both find the same one. It is on the disk, whole,
 * before it has its name: a full disk or a power cut leaves none.
 */
export function writeOnce(path: string, text: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path), 0o700);
  const own = `${path}.${randomUUID()}.part`;
  try {
    writeFileSync(own, text, { mode: 0o600, flag: 'wx', flush: true });
    linkSync(own, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(own, { force: true });
  }
}
