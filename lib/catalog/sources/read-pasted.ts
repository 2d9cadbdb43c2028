import { inThread, ThreadLimitError, type ThreadLimits } from '#lib/platform/thread.ts';
import type { PastedWorks } from './pasted.ts';

/** A text of the size limit with thousands of entries needs about a second. */
const usualLimits = { withinMs: 5_000, memoryMb: 256 };

/** Reads pasted works in a thread, whatever the text contains. Of one that needs more time or memory than the limits, none is read. */
export async function readPasted(text: string, limits: Partial<ThreadLimits> = {}): Promise<PastedWorks> {
  if (text.trim() === '') return { works: [], faults: [] };
  try {
    return await inThread<PastedWorks>('lib/catalog/sources/pasted-thread.ts', text, { ...usualLimits, ...limits });
  } catch (error) {
    if (!(error instanceof ThreadLimitError)) throw error;
    return { works: [], faults: [{ name: 'The text', reason: 'It takes too long to read. Split it, and add the parts.' }] };
  }
}
