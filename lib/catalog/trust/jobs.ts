import type { JobHandlers } from '#lib/platform/jobs/queue.ts';
import { deliverHead } from './commands/deliveries.ts';
import { publishHead } from './commands/heads.ts';

declare module '#lib/platform/jobs/queue.ts' {
  interface JobPayloads {
    /** Signs and publishes the head of the evidence log, once a day. */
    'publish-head': Record<string, never>;
    /** Sends the head of a day to a witness, as LOG_WITNESSES names it. */
    'deliver-head': { witness: string; day: string };
  }
}

export const trustJobs: JobHandlers<'publish-head' | 'deliver-head'> = {
  'publish-head': { timeDriven: true, within: publishHead },
  'deliver-head': { outside: (payload, { store }) => deliverHead(store, payload) },
};
