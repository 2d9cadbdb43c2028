import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { refused } from '#lib/platform/outcome.ts';
import type { readArchive } from './archive-reader.ts';

type Read = Awaited<ReturnType<typeof readArchive>>;

/** An archive of the size limit needs some hundred milliseconds and a third of this memory. */
const usualLimits = { withinMs: 5_000, memoryMb: 256 };

let last: Promise<unknown> = Promise.resolve();

/**
 * Reads an archive in a thread of its own, so that nobody waits for it, whatever it contains. One that needs more time or memory than the
 * limits is refused as too large. One thread at a time: its memory is that of the server.
 */
export function readArchiveInThread(bytes: Buffer, limits = usualLimits): Promise<Read> {
  const mine = last.then(() => readOnce(bytes, limits));
  last = mine.catch(() => undefined);
  return mine;
}

function readOnce(bytes: Buffer, { withinMs, memoryMb }: typeof usualLimits): Promise<Read> {
  // By its path: a bundler must not take it into the pages.
  const script = join(process.cwd(), 'lib', 'portal', 'exports', 'model', 'archive-thread.ts');
  const thread = new Worker(/* turbopackIgnore: true */ script, {
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
    execArgv: [],
  });
  return new Promise<Read>((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    thread.on('message', (message: 'ready' | Read) => {
      if (message !== 'ready') return resolve(message);
      // Loading the thread is no fault of the archive.
      timer = setTimeout(() => resolve(refused('archive_too_large')), withinMs);
      thread.postMessage(new Uint8Array(bytes));
    });
    thread.once('error', (error) => {
      const isTooMuch = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      if (isTooMuch || error instanceof RangeError) resolve(refused('archive_too_large'));
      else reject(error);
    });
    thread.once('exit', () => clearTimeout(timer));
  }).finally(() => void thread.terminate());
}
