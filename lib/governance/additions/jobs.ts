import { fetchOrcidWorks } from '#lib/catalog/sources/orcid-works.ts';
import { env } from '#lib/platform/env.ts';
import type { JobHandlers } from '#lib/platform/jobs/queue.ts';
import { addMissingWork, registryAt } from './commands/add-missing.ts';
import { checkOrcid } from './commands/check-orcid.ts';
import { maxEntries } from './model.ts';

declare module '#lib/platform/jobs/queue.ts' {
  interface JobPayloads {
    /** Finds works on the ORCID record of an owner that their profile does not have. */
    'check-orcid': { authorId: string };
    /** Adds the work of an upheld report to its profile. */
    'add-missing-work': { reportId: string };
  }
}

export const additionJobs: JobHandlers<'check-orcid' | 'add-missing-work'> = {
  'add-missing-work': {
    outside: ({ reportId }, { store }) =>
      addMissingWork(store, reportId, registryAt({ crossref: env().CROSSREF_API_URL, datacite: env().DATACITE_API_URL })),
  },
  'check-orcid': {
    timeDriven: true,
    outside: ({ authorId }, { store }) =>
      checkOrcid(store, authorId, (request) => fetchOrcidWorks(env().ORCID_API_URL, { ...request, most: maxEntries })),
  },
};
