import { proofServices } from '#lib/governance/claims/probes/services.ts';
import type { JobHandlers } from '#lib/platform/jobs/queue.ts';
import { finalizeChange } from './commands/changes.ts';
import { enqueueJoins, type JoinablePair, joinCreatedProfile } from './commands/join-created.ts';
import { notifyOwnersOfWorks } from './commands/notify-owners.ts';
import { deleteOpinionsOnRecord } from './commands/opinions.ts';
import { reviewWaitingSplits } from './commands/propose.ts';
import { endReplacedRecord, type ReplacedRecord } from './commands/replaced-records.ts';
import { suggestSamePeople } from './commands/suggest-same-person.ts';
import { logVisibility, returnVisibility } from './commands/visibility.ts';
import { endVisibilityWait } from './commands/visibility-requests.ts';
import { askWhichWorks } from './commands/which-works.ts';

declare module '#lib/platform/jobs/queue.ts' {
  interface JobPayloads {
    /** Compares records with others of similar names, to suggest that they may be the same person. */
    'suggest-same-people': { authorKeys: number[] };
    /** Makes a created profile and the record of the same person that a source has brought one. */
    'join-created-profile': JoinablePair;
    /** Deletes the opinions of former owners on a record's works. What they have proposed as a split goes to reviewers. */
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
  | 'join-created-profile'
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
        const keys = authorKeys.slice(start, start + batchSize);
        await store.transact(async (tx) => {
          await suggestSamePeople(tx, keys);
          await askWhichWorks(tx, keys);
          await enqueueJoins(tx, keys);
          await notifyOwnersOfWorks(tx, keys);
        });
      }
    },
  },
  'join-created-profile': { outside: (pair, { store }) => joinCreatedProfile(store, pair, proofServices()) },
  'forget-opinions': {
    async within(tx, payload) {
      await deleteOpinionsOnRecord(tx, payload);
      await reviewWaitingSplits(tx, payload);
    },
  },
  'end-visibility-wait': { timeDriven: true, within: endVisibilityWait },
  'end-replaced-record': { within: endReplacedRecord },
  'log-visibility': { timeDriven: true, within: (tx, { authorId }) => logVisibility(tx, authorId) },
  'return-visibility': { timeDriven: true, within: returnVisibility },
  'finalize-change': { timeDriven: true, within: finalizeChange },
};
