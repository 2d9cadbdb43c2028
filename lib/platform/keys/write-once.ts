import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../processes/make-folder.ts';

/**
 * Creates a file that only its owner can read, unless it exists; concurrent processes agree on one. The content is on disk before the file
 * has its name, so that a full disk or a power cut leaves no partial file.
 */
export function writeOnce(path: string, text: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path), 0o700);
  const temporaryPath = `${path}.${randomUUID()}.part`;
  try {
    writeFileSync(temporaryPath, text, { mode: 0o600, flag: 'wx', flush: true });
    linkSync(temporaryPath, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(temporaryPath, { force: true });
  }
}
