import { now } from '#lib/platform/clock.ts';
import { enqueue, type JobHandlers, type JobRequest } from '#lib/platform/jobs/queue.ts';
import { computeIndicators } from './commands/compute.ts';
import { startOfNextMonth } from './model/signal.ts';

declare module '#lib/platform/jobs/queue.ts' {
  interface JobPayloads {
    /** Computes the indicators of all works and authors: after an import, and at the start of each month. */
    'compute-indicators': Record<string, never>;
  }
}

/**
 * Returns the request for the next month. A signal is computed for a month, so it is recomputed at the start of the next one even without
 * an import.
 */
function nextComputationRequest(): JobRequest<'compute-indicators'> {
  const runAt = startOfNextMonth(now());
  return { kind: 'compute-indicators', payload: {}, onceKey: `compute-indicators ${runAt.toISOString().slice(0, 7)}`, runAt };
}

export const indicatorJobs: JobHandlers<'compute-indicators'> = {
  'compute-indicators': {
    async outside(_, { store }) {
      await computeIndicators(store);
      await store.transact((tx) => enqueue(tx, nextComputationRequest()));
    },
  },
};
