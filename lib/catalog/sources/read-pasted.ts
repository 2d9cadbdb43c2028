import { runInThread, ThreadLimitError, type ThreadLimits } from '#lib/platform/thread.ts';
import type { PastedWorks } from './pasted.ts';

/** A text of the maximum size with thousands of entries takes about a second. */
const defaultLimits = { withinMs: 5_000, memoryMb: 256 };

/**
 * Parses the works of a text, or of the bytes of a file, in a worker thread with limits on time and memory. If a limit is exceeded, no work
 * is returned.
 */
export async function parsePastedInThread(input: string | Uint8Array, limits: Partial<ThreadLimits> = {}): Promise<PastedWorks> {
  if (input.length === 0 || (typeof input === 'string' && input.trim() === '')) return { works: [], faults: [] };
  try {
    return await runInThread<PastedWorks>('lib/catalog/sources/pasted-thread.ts', input, { ...defaultLimits, ...limits });
  } catch (error) {
    if (!(error instanceof ThreadLimitError)) throw error;
    return { works: [], faults: [{ name: 'The text', reason: 'It takes too long to read. Split it, and add the parts.' }] };
  }
}
