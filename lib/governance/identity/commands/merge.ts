import { and, eq } from 'drizzle-orm';
import { recountFollowers, setMergedInto, setOrcid } from '#lib/catalog/authors/commands/fields.ts';
import type { AuthorRow } from '#lib/catalog/authors/queries/find.ts';
import { proofs } from '#lib/platform/db/schema/claims.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { type Moved, nothingMoved } from '../model/changes.ts';
import { moveAuthorships } from './authorships.ts';
import { moveRows } from './moves.ts';
import { suggestionsOf } from './suggest-same-person.ts';

/** The iD that sources give a record, or null: what a proof has brought stays with that proof, and is no source's word of another record. */
async function sourcedOrcid(tx: Writer, { id, orcid, orcidAuthenticated }: AuthorRow): Promise<Moved['orcid']> {
  if (orcid === null) return null;
  const shown = and(eq(proofs.authorId, id), eq(proofs.kind, 'orcid'));
  const rows = await tx.select({ facts: proofs.facts }).from(proofs).where(shown);
  if (rows.some(({ facts }) => facts.addedToRecord === true)) return null;
  return { id: orcid, authenticated: orcidAuthenticated && !rows.some(({ facts }) => facts.authenticatedHere === true) };
}

/**
 * Takes one record into another: what refers to it refers to the other from now on, and its id and slugs lead there. Its claims,
 * proofs and events stay with it and rest until an undo: they say who showed what of that record. The caller holds both rows.
 */
export async function mergeRecords(tx: Writer, into: AuthorRow, from: AuthorRow): Promise<Moved> {
  const suggestions = await suggestionsOf(tx, [into.key, from.key]);
  const sameOwner = into.ownerId !== null && into.ownerId === from.ownerId;
  const moved: Moved = {
    ...nothingMoved(),
    suggestions,
    authorships: await moveAuthorships(tx, from, into),
    ...(await moveRows(tx, from, into, (move) => sameOwner || !move.sameOwner)),
    orcid: into.orcid === null ? await sourcedOrcid(tx, from) : null,
  };
  if (moved.orcid) await setOrcid(tx, into.key, moved.orcid.id, moved.orcid.authenticated);
  await setMergedInto(tx, from.key, into.key);
  await recountFollowers(tx, [into.id, from.id]);
  return moved;
}
