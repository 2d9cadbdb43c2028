import type { JobHandlers } from '#lib/platform/jobs/queue.ts';
import { compareCorrections } from './commands/compare.ts';
import type { Subject } from './model.ts';

declare module '#lib/platform/jobs/queue.ts' {
  interface JobPayloads {
    /** Compares accepted corrections of works with the sources after an import. */
    'check-corrections': Record<string, never>;
    /** Compares corrections of records with the sources after a refresh. */
    'check-record-corrections': Record<string, never>;
  }
}

/** Corrections per transaction. */
const batchSize = 50;

const compareAll = (subject: Subject): JobHandlers<'check-corrections'>['check-corrections'] => ({
  async outside(_, { store }) {
    while ((await store.transact((tx) => compareCorrections(tx, subject, batchSize))) === batchSize);
  },
});

export const correctionJobs: JobHandlers<'check-corrections' | 'check-record-corrections'> = {
  'check-corrections': compareAll('work'),
  'check-record-corrections': compareAll('author'),
};
