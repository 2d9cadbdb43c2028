import { and, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm';
import { authors } from '#lib/platform/db/schema/authors.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { revisionUpdate, staleUpdate } from './mark-changed.ts';

type ClaimState = 'unclaimed' | 'pending' | 'claimed' | 'disputed';

const nameColumns = { name: authors.name, slug: authors.slug };

/** Sets the claim state of a record. @returns its name and slug */
export async function setClaimState(tx: Writer, id: string, claimState: ClaimState): Promise<{ name: string; slug: string }> {
  const set = { claimState, ...staleUpdate() };
  const [author] = await tx.update(authors).set(set).where(eq(authors.id, id)).returning(nameColumns);
  if (!author) throw new Error('The record of a claim is gone.');
  return author;
}

/** Sets the owner of a record that is not merged. @returns its name and slug */
export async function setOwner(tx: Writer, id: string, ownerId: string): Promise<{ name: string; slug: string }> {
  const set = { claimState: 'claimed', ownerId, ...staleUpdate() };
  const isCurrent = and(eq(authors.id, id), isNull(authors.mergedInto));
  const [author] = await tx.update(authors).set(set).where(isCurrent).returning(nameColumns);
  if (!author) throw new Error('The record of an accepted claim is gone.');
  return author;
}

/**
 * Removes the owner of a record and the owner's settings. Also removes the ORCID iD, or its authentication, if the owner's proofs added it.
 */
export async function removeOwner(tx: Writer, id: string, addedByProofs: { orcid: boolean; authenticated: boolean }): Promise<void> {
  const orcid = { ...(addedByProofs.orcid && { orcid: null }), ...(addedByProofs.authenticated && { orcidAuthenticated: false }) };
  const set = {
    claimState: 'unclaimed',
    ownerId: null,
    availability: null,
    listedUntil: null,
    indicatorsHidden: false,
    ...orcid,
    ...staleUpdate(),
  };
  await tx.update(authors).set(set).where(eq(authors.id, id));
}

/** Clears the settings of former owners on unowned records, including merged ones, which no refresh updates. */
export async function clearOwnerSettings(tx: Writer, ids: readonly string[]): Promise<void> {
  const settings = { availability: null, listedUntil: null, privacy: null, pinned: [], indicatorsHidden: false };
  const isUnowned = and(inArray(authors.id, [...ids]), isNull(authors.ownerId));
  await tx.update(authors).set(settings).where(isUnowned);
}

/** A record and the account that owns it through an accepted claim. */
export interface OwnedBy {
  authorId: string;
  accountId: string;
}

export const isOwnedBy = ({ authorId, accountId }: OwnedBy): SQL | undefined =>
  and(eq(authors.id, authorId), eq(authors.ownerId, accountId), eq(authors.claimState, 'claimed'));

type Availability = NonNullable<typeof authors.$inferInsert.availability>;

/**
 * Sets the owner's availability for invitations, until when they are listed as open, or whether indicators are hidden. @returns false if the account does not own the record
 */
export async function setByOwner(
  tx: Writer,
  owner: OwnedBy,
  set: { availability: Availability; listedUntil: Date | null } | { listedUntil: Date | null } | { indicatorsHidden: boolean },
): Promise<boolean> {
  const values = { ...set, ...revisionUpdate() };
  const updated = await tx.update(authors).set(values).where(isOwnedBy(owner)).returning({ id: authors.id });
  return updated.length > 0;
}

/** Ends the listings as open of the profiles that an account owns. */
export async function endListingsOf(tx: Writer, accountId: string): Promise<void> {
  const isListed = and(eq(authors.ownerId, accountId), isNotNull(authors.listedUntil));
  await tx
    .update(authors)
    .set({ listedUntil: null, ...revisionUpdate() })
    .where(isListed);
}
