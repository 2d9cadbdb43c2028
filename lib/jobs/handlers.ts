import { refreshAuthors } from '../authors/commands.ts';
import { endClaimNotice } from '../claims/commands/end.ts';
import type { Store, Writer } from '../db/store.ts';
import { tellFollowers } from '../follows/commands.ts';
import { suggestSamePeople } from '../identity/commands.ts';
import { expireInvitation } from '../invitations/commands/answer.ts';
import { transport } from '../mail/transport.ts';
import type { JobKind, JobPayloads } from './queue.ts';

/**
 * What a job does. `within` runs in the transaction that marks the job done, so its effect happens once. `outside` may use the
 * network and take its time; it may run again after a crash, so its effect must bear being repeated.
 */
export type Handler<Kind extends JobKind> =
  | { within(tx: Writer, payload: JobPayloads[Kind]): Promise<void> }
  | { outside(payload: JobPayloads[Kind], job: { id: string; store: Store }): Promise<void> };

/** Records brought up to date in one transaction: few enough that a follow or a claim need not wait long. */
const portion = 200;

export const handlers: { [Kind in JobKind]: Handler<Kind> } = {
  'send-mail': { outside: (letter, { id }) => transport().deliver({ id, ...letter }) },
  'end-claim-notice': { within: endClaimNotice },
  'expire-invitation': { within: expireInvitation },
  'refresh-authors': {
    async outside(_, { store }) {
      while ((await store.transact((tx) => refreshAuthors(tx, portion))) > 0);
    },
  },
  'suggest-same-people': {
    async outside({ authorKeys }, { store }) {
      for (let start = 0; start < authorKeys.length; start += portion) {
        await store.transact((tx) => suggestSamePeople(tx, authorKeys.slice(start, start + portion)));
      }
    },
  },
  notify: { within: tellFollowers },
};
