import { fetchOrcidWorks } from '#lib/catalog/sources/orcid-works.ts';
import { env } from '#lib/platform/env.ts';
import type { JobHandlers } from '#lib/platform/jobs/queue.ts';
import { checkOrcid } from './commands/check-orcid.ts';
import { maxEntries } from './model.ts';

declare module '#lib/platform/jobs/queue.ts' {
  interface JobPayloads {
    /** Finds works on the ORCID record of an owner that their profile does not have. */
    'check-orcid': { authorId: string };
  }
}

export const additionJobs: JobHandlers<'check-orcid'> = {
  'check-orcid': {
    timeDriven: true,
    outside: ({ authorId }, { store }) =>
      checkOrcid(store, authorId, (request) => fetchOrcidWorks(env().ORCID_API_URL, { ...request, most: maxEntries })),
  },
};
