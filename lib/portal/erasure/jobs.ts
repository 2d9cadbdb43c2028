import type { JobHandlers } from '#lib/platform/jobs/queue.ts';
import { eraseAccount, eraseRest } from './commands/erase.ts';

declare module '#lib/platform/jobs/queue.ts' {
  interface JobPayloads {
    /** Erases an account, once the days are over in which it can be cancelled. */
    'erase-account': { accountId: string };
    /** Erases what was written for an account during its erasure; `found` where searches found its own words. */
    'erase-rest': { accountId: string; found?: true };
  }
}

export const erasureJobs: JobHandlers<'erase-account' | 'erase-rest'> = {
  'erase-account': { timeDriven: true, outside: (payload, { store }) => eraseAccount(store, payload) },
  'erase-rest': { outside: (payload, { store }) => eraseRest(store, payload) },
};
