import type { JobHandlers } from '#lib/platform/jobs/queue.ts';
import { eraseAccount, eraseRemainingRows } from './commands/erase.ts';

declare module '#lib/platform/jobs/queue.ts' {
  interface JobPayloads {
    /** Erases an account after the days in which the erasure can be cancelled. */
    'erase-account': { accountId: string };
    /** Erases rows written during the erasure. `found` means that the search index contains the account's own words. */
    'erase-rest': { accountId: string; found?: true };
  }
}

export const erasureJobs: JobHandlers<'erase-account' | 'erase-rest'> = {
  'erase-account': { timeDriven: true, outside: (payload, { store }) => eraseAccount(store, payload) },
  'erase-rest': { outside: (payload, { store }) => eraseRemainingRows(store, payload) },
};
