import { enqueueRefresh } from '#lib/catalog/authors/commands/mark-changed.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { enqueue, type JobHandlers } from '#lib/platform/jobs/queue.ts';
import { refreshContexts } from './commands/refresh.ts';
import { rematchAffiliations } from './commands/rematch.ts';
import { findTopics } from './commands/topics.ts';

declare module '#lib/platform/jobs/queue.ts' {
  interface JobPayloads {
    /** Recomputes all stale topics, venues and institutions: counts, years, search document. */
    'refresh-contexts': Record<string, never>;
    /** Finds topics in all titles and assigns the works to them. */
    'find-topics': Record<string, never>;
    /** Matches every affiliation against the ROR registry again. */
    'match-affiliations': Record<string, never>;
  }
}

/** Contexts per transaction: few enough that a follow or a claim need not wait long. */
const batchSize = 200;

/** Enqueues the refresh of stale authors and contexts, after works have moved between contexts. */
async function refreshAll(tx: Writer): Promise<void> {
  await enqueueRefresh(tx);
  await enqueue(tx, { kind: 'refresh-contexts', payload: {}, onceKey: 'refresh-contexts' });
}

export const contextJobs: JobHandlers<'refresh-contexts' | 'find-topics' | 'match-affiliations'> = {
  'refresh-contexts': {
    async outside(_, { store }) {
      while ((await store.transact((tx) => refreshContexts(tx, batchSize))) > 0);
    },
  },
  'find-topics': {
    async outside(_, { store }) {
      await findTopics(store);
      await store.transact(refreshAll);
    },
  },
  'match-affiliations': {
    async outside(_, { store }) {
      await rematchAffiliations(store);
      await store.transact(refreshAll);
    },
  },
};
