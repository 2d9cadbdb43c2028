import {
  evidenceEvents,
  evidenceSecrets,
  logEnd,
  logHeads,
  signingKeys,
  snapshotSignatures,
  trustSnapshots,
  witnessDeliveries,
  witnessedHeads,
  witnessOrigins,
} from '#lib/platform/db/schema/trust.ts';
import { deleted, id, of, type TableLifecycle } from '#lib/platform/db/table-lifecycle.ts';

const retained = { retained: 'The log and the snapshots of a record are never changed.' };

export const trustLifecycle: readonly TableLifecycle[] = [
  of(
    evidenceEvents,
    { authorId: retained },
    'The log is public and names records alone. What is private of an event is in evidence_secrets.',
  ),
  of(evidenceSecrets, { accountId: id('claims', deleted('The log holds a salted commitment alone, and stays whole without them.')) }),
  of(logEnd, {}, 'The log’s own.'),
  of(logHeads, {}, 'The log’s own.'),
  of(signingKeys, {}, 'The instance’s own.'),
  of(trustSnapshots, { authorKey: retained }, 'Public, and about a record; a copy has them in trust.'),
  of(snapshotSignatures, { authorKey: retained }, 'They repeat public snapshots of records.'),
  of(witnessDeliveries, {}, 'Where the log’s heads went; the addresses of witnesses are the operator’s settings.'),
  of(witnessOrigins, {}, 'Keys of other instances.'),
  of(witnessedHeads, {}, 'Heads of the logs of other instances.'),
];
