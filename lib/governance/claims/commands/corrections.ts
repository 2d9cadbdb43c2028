import { applyAgreementsOf } from '#lib/governance/corrections/commands/agreements.ts';
import { applyOwnerDecisions } from '#lib/governance/record-corrections/commands/owner-decisions.ts';
import type { Writer } from '#lib/platform/db/store.ts';

/** Updates what was accepted as the owner of a record, of whose owner something has changed. The caller holds its row, and orders its refresh. */
export async function applyCorrections(tx: Writer, authorId: string): Promise<void> {
  await applyAgreementsOf(tx, authorId);
  await applyOwnerDecisions(tx, authorId);
}
