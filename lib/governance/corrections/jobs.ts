import type { JobHandlers } from '#lib/platform/jobs/queue.ts';
import { compareCorrections } from './commands/compare.ts';

declare module '#lib/platform/jobs/queue.ts' {
  interface JobPayloads {
    /** Compares accepted corrections with the sources after an import. */
    'check-corrections': Record<string, never>;
  }
}

/** Corrections per transaction. */
const batchSize = 50;

export const correctionJobs: JobHandlers<'check-corrections'> = {
  'check-corrections': {
    async outside(_, { store }) {
      while ((await store.transact((tx) => compareCorrections(tx, batchSize))) === batchSize);
    },
  },
};
