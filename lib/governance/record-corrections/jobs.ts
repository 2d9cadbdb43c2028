import type { JobHandlers } from '#lib/platform/jobs/queue.ts';
import { compareRecordCorrections } from './commands/compare.ts';

declare module '#lib/platform/jobs/queue.ts' {
  interface JobPayloads {
    /** Compares corrections of records with the sources after a refresh. */
    'check-record-corrections': Record<string, never>;
  }
}

/** Corrections per transaction. */
const batchSize = 50;

export const recordCorrectionJobs: JobHandlers<'check-record-corrections'> = {
  'check-record-corrections': {
    async outside(_, { store }) {
      while ((await store.transact((tx) => compareRecordCorrections(tx, batchSize))) === batchSize);
    },
  },
};
