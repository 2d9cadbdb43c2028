import { and, eq } from 'drizzle-orm';
import { type CreditInput, creditField, creditRoleIds, type NoteInput, parseNotes } from '#lib/catalog/statements/model/contributions.ts';
import { parsePinned } from '#lib/catalog/statements/model/statement.ts';
import { ownWorks } from '#lib/catalog/statements/queries/works.ts';
import { ownerStatements } from '#lib/platform/db/schema/authors.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import type { Owner } from '../model.ts';
import { lockRecordOfOwner, type OwnerRefusal, refreshStatedRecord, storeStatement } from './edit-record.ts';

type ContributionRefusal = OwnerRefusal | 'unknown_work';

/** Stores the roles of a record's owner in one of its works. Roles in a work that is no longer theirs can still be withdrawn. */
export async function setCredit(tx: Writer, owner: Owner, { workId, roles }: CreditInput): Promise<Outcome<void, ContributionRefusal>> {
  const locked = await lockRecordOfOwner(tx, owner, 'credit');
  if (!locked.ok) return locked;
  if (roles.length > 0 && (await ownWorks(tx, locked.value.key, [workId])).length === 0) return refused('unknown_work');
  const sorted = creditRoleIds.filter((role) => roles.includes(role));
  await storeStatement(tx, owner, creditField(workId), sorted.length > 0 ? JSON.stringify(sorted) : null);
  await refreshStatedRecord(tx, owner);
  return done(undefined);
}

/** Stores a note beside a pinned work. Deletes notes of works that are no longer pinned. */
export async function setNote(tx: Writer, owner: Owner, { workId, note }: NoteInput): Promise<Outcome<void, ContributionRefusal>> {
  const locked = await lockRecordOfOwner(tx, owner, 'credit');
  if (!locked.ok) return locked;
  const pinned = parsePinned((await selectStatement(tx, owner, 'pinned')) ?? '');
  if (!pinned.includes(workId)) return refused('unknown_work');
  const notesBefore = parseNotes((await selectStatement(tx, owner, 'notes')) ?? '');
  const notesAfter = Object.entries({ ...notesBefore, [workId]: note }).filter(([id, text]) => text !== '' && pinned.includes(id));
  await storeStatement(tx, owner, 'notes', notesAfter.length > 0 ? JSON.stringify(Object.fromEntries(notesAfter)) : null);
  await refreshStatedRecord(tx, owner);
  return done(undefined);
}

async function selectStatement(tx: Writer, owner: Owner, field: string): Promise<string | null> {
  const { authorId, accountId, field: column, value } = ownerStatements;
  const isOwn = and(eq(authorId, owner.authorId), eq(accountId, owner.accountId), eq(column, field));
  const [row] = await tx.select({ value }).from(ownerStatements).where(isOwn);
  return row?.value ?? null;
}
