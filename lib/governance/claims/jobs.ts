import { refreshStaleAuthors } from '#lib/catalog/refresh/commands/authors.ts';
import type { JobHandlers } from '#lib/platform/jobs/queue.ts';
import { adoptMethod, endKeptStrengths, notifyMethodChange } from './commands/adopt-method.ts';
import { checkBindings, recheckProof } from './commands/check.ts';
import { endSuspension } from './commands/decide.ts';
import { endFreeze } from './commands/dispute.ts';
import { endClaimNotice } from './commands/end.ts';
import { expireAndRecheckProofs } from './commands/maintain-proofs.ts';
import { proofServices } from './probes/services.ts';

declare module '#lib/platform/jobs/queue.ts' {
  interface JobPayloads {
    /** Accepts a claim at the end of its public notice. */
    'end-claim-notice': { claimId: string };
    /** Ends the freeze of a record, or the pause of a notice, without a decision. */
    'end-freeze': { disputeId: string };
    /** Transfers a record whose owner has shown no strong proof. */
    'end-suspension': { disputeId: string };
    /** Expires proofs, warns their owners, and enqueues rechecks. */
    'maintain-proofs': Record<string, never>;
    /** Rechecks whether the evidence of a proof is still there. */
    'check-proof': { proofId: string };
    /** Reassesses proofs and records by a new trust method, once after an upgrade. */
    'adopt-method': Record<string, never>;
    /** Ends the strength that proofs have kept from an earlier method. */
    'end-kept-strengths': Record<string, never>;
    /** Checks the proofs of a record whose works have changed by a merge, a split or a revert. */
    'check-bindings': { authorId: string };
  }
}

export const claimJobs: JobHandlers<
  | 'end-claim-notice'
  | 'end-freeze'
  | 'end-suspension'
  | 'maintain-proofs'
  | 'check-proof'
  | 'adopt-method'
  | 'end-kept-strengths'
  | 'check-bindings'
> = {
  'end-freeze': { timeDriven: true, within: endFreeze },
  'end-suspension': { timeDriven: true, within: endSuspension },
  'end-claim-notice': { timeDriven: true, within: endClaimNotice },
  'maintain-proofs': { timeDriven: true, within: expireAndRecheckProofs },
  'check-proof': { timeDriven: true, outside: ({ proofId }, { store }) => recheckProof(store, proofId, proofServices()) },
  'adopt-method': {
    async outside(_, { store }) {
      await adoptMethod(store, proofServices());
      await refreshStaleAuthors(store);
      await notifyMethodChange(store);
    },
  },
  'end-kept-strengths': { timeDriven: true, outside: (_, { store }) => endKeptStrengths(store, proofServices()) },
  'check-bindings': { outside: ({ authorId }, { store }) => checkBindings(store, authorId, proofServices()) },
};
