import type { JobHandlers } from '#lib/platform/jobs/queue.ts';
import { finalizeChange } from './commands/changes.ts';
import { forgetOpinions } from './commands/opinions.ts';
import { suggestSamePeople } from './commands/suggest-same-person.ts';
import { endVisibilityWait } from './commands/visibility-requests.ts';

declare module '#lib/platform/jobs/queue.ts' {
  interface JobPayloads {
    /** Compares each of these records with others of similar name: may they be the same person? */
    'suggest-same-people': { authorKeys: number[] };
    /** Deletes what a former owner said of the works of a record. */
    'forget-opinions': { authorId: string };
    /** Hides a name as the address of a colleague asked, once the time to object is over. */
    'end-visibility-wait': { requestId: string };
    /** Ends the time in which a merge or split can be reverted. */
    'finalize-change': { changeId: string };
  }
}

/** Records in one transaction: few enough that a follow or a claim need not wait long. */
const batchSize = 200;

export const identityJobs: JobHandlers<'suggest-same-people' | 'forget-opinions' | 'end-visibility-wait' | 'finalize-change'> = {
  'suggest-same-people': {
    async outside({ authorKeys }, { store }) {
      for (let start = 0; start < authorKeys.length; start += batchSize) {
        await store.transact((tx) => suggestSamePeople(tx, authorKeys.slice(start, start + batchSize)));
      }
    },
  },
  'forget-opinions': { within: forgetOpinions },
  'end-visibility-wait': { timeDriven: true, within: endVisibilityWait },
  'finalize-change': { timeDriven: true, within: finalizeChange },
};
