import { and, eq, inArray } from 'drizzle-orm';
import { rorIdsOf } from '#lib/catalog/contexts/commands/affiliations.ts';
import { type CareerInput, careerParts } from '#lib/catalog/statements/model/career.ts';
import { statementsVersionOf } from '#lib/catalog/statements/model/statement.ts';
import { ownerStatements } from '#lib/platform/db/schema/authors.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import type { Owner } from '../model.ts';
import { lockRecordOfOwner, type OwnerRefusal, refreshStatedRecord, storeStatement } from './edit-record.ts';

/** Stores the positions and education that an owner states. Matches each organisation to the ROR registry. */
export async function editCareer(tx: Writer, owner: Owner, input: CareerInput): Promise<Outcome<void, OwnerRefusal | 'edit_conflict'>> {
  const locked = await lockRecordOfOwner(tx, owner, 'state');
  if (!locked.ok) return locked;
  const { authorId, accountId, field } = ownerStatements;
  const isOwn = and(eq(authorId, owner.authorId), eq(accountId, owner.accountId), inArray(field, [...careerParts]));
  const stored = await tx.select({ since: ownerStatements.at }).from(ownerStatements).where(isOwn);
  if (statementsVersionOf(stored) !== input.seen) return refused('edit_conflict');
  const placeNames = careerParts.flatMap((part) => input[part].map(({ place }) => place));
  const rorIds = await rorIdsOf(tx, placeNames);
  for (const part of careerParts) {
    const entries = input[part].map((entry) => ({ ...entry, rorId: rorIds.get(entry.place) }));
    await storeStatement(tx, owner, part, entries.length > 0 ? JSON.stringify(entries) : null);
  }
  await refreshStatedRecord(tx, owner);
  return done(undefined);
}
