import type { JobHandlers } from '#lib/platform/jobs/queue.ts';
import { matchStatedOrganisations } from './commands/match-places.ts';

declare module '#lib/platform/jobs/queue.ts' {
  interface JobPayloads {
    /** Matches the organisations that owners state against the ROR registry again. */
    'match-stated-places': Record<string, never>;
  }
}

export const ownershipJobs: JobHandlers<'match-stated-places'> = {
  'match-stated-places': {
    async outside(_, { store }) {
      for (let after: string | null = ''; after !== null; ) {
        const from: string = after;
        after = await store.transact((tx) => matchStatedOrganisations(tx, from));
      }
    },
  },
};
