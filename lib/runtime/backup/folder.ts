import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { daysMs, now } from '#lib/platform/clock.ts';

const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** Those of processes that were killed: no backup takes a day. */
function removeLeftovers(prefix: string): void {
  for (const name of readdirSync(dirname(prefix)).filter((each) => each.startsWith(basename(prefix)))) {
    const folder = join(dirname(prefix), name);
    if (now().getTime() - statSync(folder).mtimeMs > daysMs(1)) remove(folder);
  }
}

/**
 * Works in a folder of its own, which holds a whole instance unencrypted: it is removed at the end, and at the end of the process.
 * @param prefix of its path
 */
export async function inFolder<Made>(prefix: string, work: (folder: string) => Promise<Made>): Promise<Made> {
  removeLeftovers(prefix);
  const folder = mkdtempSync(prefix);
  const removeIt = (): void => remove(folder);
  process.once('exit', removeIt);
  try {
    return await work(folder);
  } finally {
    process.off('exit', removeIt);
    removeIt();
  }
}
