import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { daysMs, now } from '#lib/platform/clock.ts';

const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** Removes folders that killed processes left behind. No backup takes a day. */
function removeLeftovers(prefix: string): void {
  for (const name of readdirSync(dirname(prefix)).filter((each) => each.startsWith(basename(prefix)))) {
    const folder = join(dirname(prefix), name);
    if (now().getTime() - statSync(folder).mtimeMs > daysMs(1)) remove(folder);
  }
}

/**
 * Runs a function in a temporary folder, which contains an unencrypted instance. It is removed afterwards, and when the process exits.
 * @param prefix of its path
 */
export async function withTemporaryFolder<Result>(prefix: string, run: (folder: string) => Promise<Result>): Promise<Result> {
  removeLeftovers(prefix);
  const folder = mkdtempSync(prefix);
  const removeFolder = (): void => remove(folder);
  process.once('exit', removeFolder);
  try {
    return await run(folder);
  } finally {
    process.off('exit', removeFolder);
    removeFolder();
  }
}
