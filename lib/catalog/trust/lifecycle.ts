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
import { deleted, id, ofNobody, type TableLifecycle } from '#lib/platform/db/table-lifecycle.ts';

const stays = 'The log and the snapshots of a record are never changed.';

export const trustLifecycle: readonly TableLifecycle[] = [
  {
    table: evidenceEvents,
    accounts: 'The log is public and names records alone; what is private of an event stands in evidence_secrets. A copy has it in trust.',
    records: { authorId: stays },
  },
  {
    table: evidenceSecrets,
    accounts: { accountId: id('claims', deleted('The log holds a salted commitment alone, and stays whole without them.')) },
  },
  ...ofNobody('The log’s own.', logEnd, logHeads),
  ...ofNobody('The instance’s own.', signingKeys),
  { table: trustSnapshots, accounts: 'Public, and about a record; a copy has them in trust.', records: { authorKey: stays } },
  { table: snapshotSignatures, accounts: 'They repeat public snapshots of records.', records: { authorKey: stays } },
  ...ofNobody('Where the log’s heads went; the addresses of witnesses are the operator’s settings.', witnessDeliveries),
  ...ofNobody('Keys of other instances.', witnessOrigins),
  ...ofNobody('Heads of the logs of other instances.', witnessedHeads),
];
