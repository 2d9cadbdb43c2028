import { eq } from 'drizzle-orm';
import { linkedOrcid } from '#lib/governance/claims/queries/proofs.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { newProfileId } from '../model.ts';
import { type DraftErrorCode, startReading } from './draft.ts';

/** Starts reading the account's ORCID record for a record. @returns the iD, and the name that is used for a work without an author list */
export async function startOrcidReading(
  tx: Writer,
  actor: Actor,
  { authorId, name }: { authorId: string; name: string },
): Promise<Outcome<{ orcid: string; holder: string }, DraftErrorCode | 'too_many_additions' | 'no_orcid_linked'>> {
  const started = await startReading(tx, actor, { authorId });
  if (!started.ok) return started;
  const orcid = await linkedOrcid(tx, actor);
  if (!orcid) return refused('no_orcid_linked');
  if (authorId === newProfileId) return done({ orcid, holder: name });
  const [author] = await tx.select({ name: authors.name }).from(authors).where(eq(authors.id, authorId));
  return done({ orcid, holder: author?.name ?? name });
}
