import { and, eq } from 'drizzle-orm';
import { recountFollowers, setMergedInto, setOrcid } from '#lib/catalog/authors/commands/fields.ts';
import type { AuthorRow } from '#lib/catalog/authors/queries/find.ts';
import { proofs } from '#lib/platform/db/schema/claims.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { type MovedRows, noMovedRows } from '../model/changes.ts';
import { moveAuthorships } from './authorships.ts';
import { moveRows } from './moves.ts';
import { suggestionsOf } from './suggest-same-person.ts';

/**
 * Returns the iD that sources state for a record, or null. An iD that a proof has added stays with that proof, because no source states it.
 */
async function sourcedOrcid(tx: Writer, { id, orcid, orcidAuthenticated }: AuthorRow): Promise<MovedRows['orcid']> {
  if (orcid === null) return null;
  const isOrcidProof = and(eq(proofs.authorId, id), eq(proofs.kind, 'orcid'));
  const rows = await tx.select({ facts: proofs.facts }).from(proofs).where(isOrcidProof);
  if (rows.some(({ facts }) => facts.addedToRecord === true)) return null;
  return { id: orcid, authenticated: orcidAuthenticated && !rows.some(({ facts }) => facts.authenticatedHere === true) };
}

/**
 * Merges a record into another one. Rows that refer to it are moved, and its id and slugs redirect. Its claims, proofs and events stay with
 * it, unused until a revert, because they are evidence about that record. The caller has locked both records.
 */
export async function mergeRecords(tx: Writer, into: AuthorRow, from: AuthorRow): Promise<MovedRows> {
  const suggestions = await suggestionsOf(tx, [into.key, from.key]);
  const sameOwner = into.ownerId !== null && into.ownerId === from.ownerId;
  const moved: MovedRows = {
    ...noMovedRows(),
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
