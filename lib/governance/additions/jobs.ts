import { orcidRecordWorks } from '#lib/catalog/sources/orcid-works.ts';
import { env } from '#lib/platform/env.ts';
import type { JobHandlers } from '#lib/platform/jobs/queue.ts';
import { lookAtOrcid } from './commands/look-at-orcid.ts';
import { maxEntries } from './model.ts';

declare module '#lib/platform/jobs/queue.ts' {
  interface JobPayloads {
    /** Looks for works on the ORCID record of an owner that are not on their profile. */
    'look-at-orcid': { authorId: string };
  }
}

export const additionJobs: JobHandlers<'look-at-orcid'> = {
  'look-at-orcid': {
    timeDriven: true,
    outside: ({ authorId }, { store }) =>
      lookAtOrcid(store, authorId, (asked) => orcidRecordWorks(env().ORCID_API_URL, { ...asked, most: maxEntries })),
  },
};
