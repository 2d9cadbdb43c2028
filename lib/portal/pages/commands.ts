import { addMissingParts } from '#lib/catalog/ownership/commands/edit-record.ts';
import type { Owner } from '#lib/catalog/ownership/model.ts';
import { refuseToOwner } from '#lib/catalog/powers/queries.ts';
import type { MissingParts } from '#lib/catalog/statements/model/statement.ts';
import { setFirstPurposes } from '#lib/community/invitations/commands/boundaries.ts';
import type { Purpose } from '#lib/community/invitations/model/purposes.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { refused } from '#lib/platform/outcome.ts';

/** Saves what a claimed profile still lacks, and what its owner is open to. A refusal changes nothing. */
export async function addProfileParts(tx: Writer, owner: Owner, { purposes, ...parts }: MissingParts & { purposes: Purpose[] }) {
  // Before anything is stored.
  const code = purposes.length > 0 ? await refuseToOwner(tx, owner, 'arrange') : null;
  if (code) return refused(code);
  const added = await addMissingParts(tx, owner, parts);
  return added.ok && purposes.length > 0 ? setFirstPurposes(tx, owner, { purposes }) : added;
}
