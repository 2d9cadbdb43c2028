import { touchAuthors } from '#lib/catalog/authors/commands/mark-changed.ts';
import { enqueue, type JobHandlers } from '#lib/platform/jobs/queue.ts';
import { refreshAuthors } from './commands/authors.ts';

declare module '#lib/platform/jobs/queue.ts' {
  interface JobPayloads {
    /** Brings every stale author record up to date: counters, flags, snapshot, search document. */
    'refresh-authors': Record<string, never>;
    /** Computes the trust of a record again, at a moment when time alone changes it. */
    'refresh-trust': { authorId: string };
  }
}

/** Records in one transaction: few enough that a follow or a claim need not wait long. */
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
      await touchAuthors(tx, [authorId]);
    },
  },
};
