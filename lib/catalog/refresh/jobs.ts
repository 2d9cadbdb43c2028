import { enqueueRecomputation } from '#lib/catalog/authors/commands/mark-changed.ts';
import { enqueue, type JobHandlers } from '#lib/platform/jobs/queue.ts';
import { refreshAuthors } from './commands/authors.ts';

declare module '#lib/platform/jobs/queue.ts' {
  interface JobPayloads {
    /** Recomputes all stale author records: counters, flags, snapshot, search document. */
    'refresh-authors': Record<string, never>;
    /** Recomputes the trust of a record when time alone changes it. */
    'refresh-trust': { authorId: string };
  }
}

/** Records per transaction: few enough that a follow or a claim need not wait long. */
const batchSize = 200;

export const refreshJobs: JobHandlers<'refresh-authors' | 'refresh-trust'> = {
  'refresh-authors': {
    async outside(_, { store }) {
      while ((await store.transact((tx) => refreshAuthors(tx, batchSize))) > 0);
      await store.transact((tx) => enqueue(tx, { kind: 'compute-indicators', payload: {}, onceKey: 'compute-indicators' }));
    },
  },
  'refresh-trust': {
    timeDriven: true,
    async within(tx, { authorId }) {
      await enqueueRecomputation(tx, [authorId]);
    },
  },
};
