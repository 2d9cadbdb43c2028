import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const gigabyte = 1024 ** 3;

/**
 * Keeps the temporary files of this process and its children in memory until it exits, if 6 GB of memory are free. Tests create and drop a
 * thousand databases: copying a PostgreSQL database takes 100 to 600 ms on a disk, and 30 to 60 ms in memory.
 */
export function keepTemporaryFilesInMemory(): void {
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (Math.min(bavail * bsize, freemem()) < 6 * gigabyte) return;
    const folder = mkdtempSync(join(memory, 'peergraph-'));
    // PostgreSQL runs as another user, who must be able to traverse the folder.
    chmodSync(folder, 0o711);
    process.env.TMPDIR = folder;
    process.once('exit', () => removeFolder(folder));
  } catch {
    // Without such a folder, or without access to it, the files stay on the disk.
  }
}

/** Removes a folder. Retries, because processes that are ending may still write to it. */
export const removeFolder = (path: string): void => rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
