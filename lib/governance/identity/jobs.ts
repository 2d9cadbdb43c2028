import type { JobHandlers } from '#lib/platform/jobs/queue.ts';
import { finalizeChange } from './commands/changes.ts';
import { deleteOpinionsOnRecord } from './commands/opinions.ts';
import { endReplacedRecord, type ReplacedRecord } from './commands/replaced-records.ts';
import { suggestSamePeople } from './commands/suggest-same-person.ts';
import { logVisibility, returnVisibility } from './commands/visibility.ts';
import { endVisibilityWait } from './commands/visibility-requests.ts';

declare module '#lib/platform/jobs/queue.ts' {
  interface JobPayloads {
    /** Compares records with others of similar names, to suggest that they may be the same person. */
    'suggest-same-people': { authorKeys: number[] };
    /** Deletes the opinions of former owners on a record's works. */
    'forget-opinions': { authorId: string };
    /** Applies the request of an institutional address at the end of its wait. */
    'end-visibility-wait': { requestId: string };
    /** Ends a record that a newer reader has left without works. */
    'end-replaced-record': ReplacedRecord;
    /** Logs the visibility of a record that has changed several times within a day. */
    'log-visibility': { authorId: string };
    /** Shows a record again that an owner without a strong proof had hidden, some time after the end of the claim. */
    'return-visibility': { authorId: string; accountId: string };
    /** Finalizes a merge or split, which can then no longer be reverted. */
    'finalize-change': { changeId: string };
  }
}

/** Records per transaction, few enough that a follow or a claim does not wait long. */
const batchSize = 200;

export const identityJobs: JobHandlers<
  | 'suggest-same-people'
  | 'forget-opinions'
  | 'end-visibility-wait'
  | 'end-replaced-record'
  | 'log-visibility'
  | 'return-visibility'
  | 'finalize-change'
> = {
  'suggest-same-people': {
    async outside({ authorKeys }, { store }) {
      for (let start = 0; start < authorKeys.length; start += batchSize) {
        await store.transact((tx) => suggestSamePeople(tx, authorKeys.slice(start, start + batchSize)));
      }
    },
  },
  'forget-opinions': { within: deleteOpinionsOnRecord },
  'end-visibility-wait': { timeDriven: true, within: endVisibilityWait },
  'end-replaced-record': { within: endReplacedRecord },
  'log-visibility': { timeDriven: true, within: (tx, { authorId }) => logVisibility(tx, authorId) },
  'return-visibility': { timeDriven: true, within: returnVisibility },
  'finalize-change': { timeDriven: true, within: finalizeChange },
};
