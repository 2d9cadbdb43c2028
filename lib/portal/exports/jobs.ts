import type { JobHandlers } from '#lib/platform/jobs/queue.ts';
import { buildArchive } from './commands/build-archive.ts';

declare module '#lib/platform/jobs/queue.ts' {
  interface JobPayloads {
    /** Packs all data of an account into the archive that it has requested. */
    'make-export': { exportId: string };
  }
}

export const exportJobs: JobHandlers<'make-export'> = {
  'make-export': { outside: (payload, { store }) => buildArchive(store, payload) },
};
