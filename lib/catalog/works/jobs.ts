import { addMs, now } from '#lib/platform/clock.ts';
import { env } from '#lib/platform/env.ts';
import { enqueue, type JobHandlers } from '#lib/platform/jobs/queue.ts';
import { checkCodeLinks } from './commands/check-code.ts';

declare module '#lib/platform/jobs/queue.ts' {
  interface JobPayloads {
    /** Checks whether code links respond, in batches; `after` is the key of the last work checked. */
    'check-code-links': { after?: number };
  }
}

/** Delay between two batches of links, so that other jobs, such as mail, need not wait. */
const batchIntervalMs = 20_000;

export const workJobs: JobHandlers<'check-code-links'> = {
  'check-code-links': {
    async outside({ after = 0 }, { store }) {
      if (env().CODE_CHECKS === 'off') return;
      const next = await checkCodeLinks(store, after);
      if (next === null) return;
      const runAt = addMs(now(), batchIntervalMs);
      await store.transact((tx) => enqueue(tx, { kind: 'check-code-links', payload: { after: next }, onceKey: 'check-code-links', runAt }));
    },
  },
};
