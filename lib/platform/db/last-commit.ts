import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs';
import type { Reader } from './store.ts';

/**
 * The number of the last commit, remembered in a file beside an SQLite database. SQLite starts without a word if its write-ahead log was
 * removed, or if the file is an older copy; the number then tells that commits are gone.
 */

/** The suffix of the file. */
export const lastCommitSuffix = '-last';

const digits = 16;

/** Writes numbers of commits. It is not flushed: this costs some microseconds a commit, and survives the end of the process. */
export function rememberCommits(path: string) {
  let handle: number | null = null;
  return {
    /** Never throws, because the transaction is already committed. */
    remember(number: number): void {
      try {
        handle ??= openSync(`${path}${lastCommitSuffix}`, constants.O_RDWR | constants.O_CREAT, 0o600);
        writeSync(handle, String(number).padStart(digits, '0'), 0);
      } catch {
        // The disk is full or read-only: the number of an earlier commit remains.
      }
    },
    close(): void {
      if (handle !== null) closeSync(handle);
      handle = null;
    },
  };
}

/** Returns the remembered number; 0 if there is none. */
function lastCommitOf(path: string): number {
  try {
    return Number(readFileSync(`${path}${lastCommitSuffix}`, 'utf8')) || 0;
  } catch {
    return 0;
  }
}

/** Returns what to say at a start if the database ends before the remembered commit; null if nothing is gone. */
export async function lostCommitsMessage(path: string, openReader: () => Reader): Promise<string | null> {
  const remembered = lastCommitOf(path);
  if (remembered === 0) return null;
  const [row] = await openReader().query<{ seq: number }>("select seq from sqlite_sequence where name = 'changes'", []);
  const lost = remembered - (row?.seq ?? 0);
  if (lost <= 0) return null;
  return `The database ${path} lacks its last ${lost === 1 ? 'commit, which was' : `${lost} commits, which were`} acknowledged. Its write-ahead log ${path}-wal was removed, or the file was replaced by an older copy. If you did not intend this, stop the instance and restore the newest backup.`;
}
