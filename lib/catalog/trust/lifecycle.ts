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
import { accountIdColumn, deleted, lifecycleOf } from '#lib/platform/db/table-lifecycle.ts';

const retainedForever = { retained: 'The log and the snapshots of a record are never changed.' };

export const trustLifecycle = [
  lifecycleOf(
    evidenceEvents,
    { authorId: retainedForever },
    'The log is public and refers to records only. Private data of an event is in evidence_secrets.',
  ),
  lifecycleOf(evidenceSecrets, {
    accountId: accountIdColumn('claims', deleted('The log has only a salted commitment, and stays complete without them.')),
  }),
  lifecycleOf(logEnd, {}, 'State of the log.'),
  lifecycleOf(logHeads, {}, 'State of the log.'),
  lifecycleOf(signingKeys, {}, 'State of the instance.'),
  lifecycleOf(trustSnapshots, { authorKey: retainedForever }, 'Public, and about a record. An archive has them in its trust file.'),
  lifecycleOf(snapshotSignatures, { authorKey: retainedForever }, 'They sign public snapshots of records.'),
  lifecycleOf(witnessDeliveries, {}, 'Deliveries of the log’s heads. The addresses of witnesses are settings of the operator.'),
  lifecycleOf(witnessOrigins, {}, 'Public keys of other instances.'),
  lifecycleOf(witnessedHeads, {}, 'Heads of the logs of other instances.'),
];
