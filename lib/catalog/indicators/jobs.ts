import { nextNight, now } from '#lib/platform/clock.ts';
import { hasRow } from '#lib/platform/db/rows.ts';
import { workIndicators } from '#lib/platform/db/schema/indicators.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { enqueue, type JobHandlers, type JobRequest } from '#lib/platform/jobs/queue.ts';
import { computeIndicators } from './commands/compute.ts';
import { startOfNextMonth } from './model/signal.ts';

declare module '#lib/platform/jobs/queue.ts' {
  interface JobPayloads {
    /** Computes the indicators of all works and authors: in the night after a change, and at the start of each month. */
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

/** Enqueues a computation after works have changed: for the night, or at once if no work has an indicator yet. */
export async function enqueueIndicators(tx: Writer): Promise<void> {
  const isFirst = !(await hasRow(tx, workIndicators, undefined));
  const onceKey = isFirst ? 'compute-indicators' : 'compute-indicators night';
  await enqueue(tx, { kind: 'compute-indicators', payload: {}, onceKey, ...(!isFirst && { runAt: nextNight() }) });
}

export const indicatorJobs: JobHandlers<'compute-indicators'> = {
  'compute-indicators': {
    async outside(_, { store }) {
      await computeIndicators(store);
      await store.transact((tx) => enqueue(tx, nextComputationRequest()));
    },
  },
};
