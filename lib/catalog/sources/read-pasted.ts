import { runInThread, ThreadLimitError, type ThreadLimits } from '#lib/platform/thread.ts';
import type { PastedWorks } from './pasted.ts';

/** A text of the maximum size with thousands of entries takes about a second. */
const defaultLimits = { withinMs: 5_000, memoryMb: 256 };

/** Parses pasted works in a worker thread with limits on time and memory. If a text exceeds a limit, no work is returned. */
export async function parsePastedInThread(text: string, limits: Partial<ThreadLimits> = {}): Promise<PastedWorks> {
  if (text.trim() === '') return { works: [], faults: [] };
  try {
    return await runInThread<PastedWorks>('lib/catalog/sources/pasted-thread.ts', text, { ...defaultLimits, ...limits });
  } catch (error) {
    if (!(error instanceof ThreadLimitError)) throw error;
    return { works: [], faults: [{ name: 'The text', reason: 'It takes too long to read. Split it, and add the parts.' }] };
  }
}
