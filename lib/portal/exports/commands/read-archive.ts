import { refused } from '#lib/platform/outcome.ts';
import { runInThread, ThreadLimitError, type ThreadLimits } from '#lib/platform/thread.ts';
import type { readArchive } from '../model/archive-reader.ts';

type ReadResult = Awaited<ReturnType<typeof readArchive>>;

/** An archive of the maximum size needs a few hundred milliseconds and a third of this memory. */
const defaultLimits = { withinMs: 5_000, memoryMb: 256 };

/** Reads an untrusted archive in a thread. If it exceeds the limits of time or memory, it is refused as too large. */
export const readArchiveInThread = (bytes: Buffer, limits: Partial<ThreadLimits> = {}): Promise<ReadResult> =>
  runInThread<ReadResult>('lib/portal/exports/commands/archive-thread.ts', new Uint8Array(bytes), { ...defaultLimits, ...limits }).catch(
    (error) => {
      if (error instanceof ThreadLimitError) return refused('archive_too_large');
      throw error;
    },
  );
