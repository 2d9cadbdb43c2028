import type { Store, Writer } from '../db/store.ts';
import { transport } from '../mail/transport.ts';
import type { JobKind, JobPayloads } from './queue.ts';

/**
 * What a job does. `within` runs in the transaction that marks the job done, so its effect happens once. `outside` may use the
 * network and take its time; it may run again after a crash, so its effect must bear being repeated.
 */
export type Handler<Kind extends JobKind> =
  | { within(tx: Writer, payload: JobPayloads[Kind]): Promise<void> }
  | { outside(payload: JobPayloads[Kind], job: { id: string; store: Store }): Promise<void> };

export const handlers: { [Kind in JobKind]: Handler<Kind> } = {
  'send-mail': { outside: (letter, { id }) => transport().deliver({ id, ...letter }) },
  'end-claim-notice': { within: async () => undefined },
  'expire-invitation': { within: async () => undefined },
  'refresh-authors': { outside: async () => undefined },
  notify: { within: async () => undefined },
};
