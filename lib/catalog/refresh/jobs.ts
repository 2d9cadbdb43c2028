import { enqueueRecomputation } from '#lib/catalog/authors/commands/mark-changed.ts';
import { enqueueIndicators } from '#lib/catalog/indicators/jobs.ts';
import type { JobHandlers } from '#lib/platform/jobs/queue.ts';
import { refreshStaleAuthors } from './commands/authors.ts';

declare module '#lib/platform/jobs/queue.ts' {
  interface JobPayloads {
    /** Recomputes all stale author records: counters, flags, snapshot, search document. */
    'refresh-authors': Record<string, never>;
    /** Recomputes the trust of a record when time alone changes it. */
    'refresh-trust': { authorId: string };
  }
}

export const refreshJobs: JobHandlers<'refresh-authors' | 'refresh-trust'> = {
  'refresh-authors': {
    async outside(_, { store }) {
      await refreshStaleAuthors(store);
      await store.transact((tx) => enqueueIndicators(tx));
    },
  },
  'refresh-trust': {
    timeDriven: true,
    async within(tx, { authorId }) {
      await enqueueRecomputation(tx, [authorId]);
    },
  },
};
