import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const gigabyte = 1024 ** 3;

/**
 * Keeps the temporary files of this process and its children in memory until it ends, where the machine has 6 GB of it to spare. Tests make
 * and drop a thousand databases: from a disk, a PostgreSQL database is copied in 100 to 600 ms, and in memory in 30 to 60.
 */
export function keepTemporaryFilesInMemory(): void {
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (Math.min(bavail * bsize, freemem()) < 6 * gigabyte) return;
    const folder = mkdtempSync(join(memory, 'peergraph-'));
    // PostgreSQL runs as another user, who must get through.
    chmodSync(folder, 0o711);
    process.env.TMPDIR = folder;
    process.once('exit', () => removeFolder(folder));
  } catch {
    // There is no such folder, or it is not for everybody: the disk will do.
  }
}

/** Removes a folder that processes were given: one that is ending may still be writing there. */
export const removeFolder = (path: string): void => rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
