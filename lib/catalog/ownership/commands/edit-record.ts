import { and, eq, inArray } from 'drizzle-orm';
import { lockAuthors } from '#lib/catalog/authors/commands/lock.ts';
import { reviseAuthors } from '#lib/catalog/authors/commands/mark-changed.ts';
import { isOwnedBy, type OwnedBy, setByOwner } from '#lib/catalog/authors/commands/owner.ts';
import type { LevelPower, PowerErrorCode } from '#lib/catalog/powers/model.ts';
import { powerRefusalOf, refuseToOwner } from '#lib/catalog/powers/queries.ts';
import { refreshAuthor } from '#lib/catalog/refresh/commands/authors.ts';
import { sourcedFields } from '#lib/catalog/statements/model/hidden-fields.ts';
import {
  type AddressInput,
  isHidden,
  type MissingParts,
  maxPinned,
  type PinInput,
  type PrivacyInput,
  parseDisabledAddresses,
  parsePinned,
  parsePrivacy,
  type StatementsInput,
  statedFields,
  statementsVersionOf,
} from '#lib/catalog/statements/model/statement.ts';
import { earlierAddressesOf } from '#lib/catalog/statements/queries/addresses.ts';
import { ownWorks } from '#lib/catalog/statements/queries/works.ts';
import { isFrozen } from '#lib/catalog/trust/queries/log.ts';
import { now } from '#lib/platform/clock.ts';
import { firstOf } from '#lib/platform/db/rows.ts';
import { authors, ownerStatements } from '#lib/platform/db/schema/authors.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import type { Owner } from '../model.ts';

export type OwnerRefusal = 'not_your_record' | 'record_frozen' | PowerErrorCode;

/**
 * Locks the record's row, so that of two concurrent saves the second reads the statements of the first. Checks within the transaction that
 * the account owns the record by an accepted claim that opens the power, not when the page was loaded. A frozen record cannot be changed by
 * anybody.
 */
export async function lockRecordOfOwner(tx: Writer, owner: Owner, power: LevelPower): Promise<Outcome<{ key: number }, OwnerRefusal>> {
  const [row] = await lockAuthors(tx, isOwnedBy(owner));
  if (!row) return refused('not_your_record');
  if (await isFrozen(tx, owner.authorId)) return refused('record_frozen');
  const code = await powerRefusalOf(tx, owner.authorId, power);
  return code ? refused(code) : done(row);
}

const isStatementOf = ({ authorId }: Owner, fields: readonly string[]) =>
  and(eq(ownerStatements.authorId, authorId), inArray(ownerStatements.field, [...fields]));

/** Stores one statement of an account, or withdraws it. An unchanged statement keeps its date. */
export async function storeStatement(tx: Writer, { authorId, accountId }: Owner, field: string, value: string | null): Promise<void> {
  const isThisStatement = and(eq(ownerStatements.authorId, authorId), eq(ownerStatements.field, field));
  if (value === null) {
    await tx.delete(ownerStatements).where(isThisStatement);
    return;
  }
  const [current] = await tx.select().from(ownerStatements).where(isThisStatement);
  if (current?.value === value && current.accountId === accountId) return;
  const statement = { value, accountId, at: now(), keptUntil: null };
  await tx
    .insert(ownerStatements)
    .values({ authorId, field, ...statement })
    .onConflictDoUpdate({ target: [ownerStatements.authorId, ownerStatements.field], set: statement });
}

/** Updates the record's page after its statements have changed. */
export async function refreshStatedRecord(tx: Writer, { authorId }: Owner): Promise<void> {
  await reviseAuthors(tx, eq(authors.id, authorId));
  await refreshAuthor(tx, authorId);
}

/** Stores what an owner states about themselves; an empty field withdraws the statement. Data from sources is unchanged. */
export async function editOwnRecord(
  tx: Writer,
  owner: Owner,
  input: StatementsInput,
): Promise<Outcome<void, OwnerRefusal | 'edit_conflict'>> {
  const locked = await lockRecordOfOwner(tx, owner, 'state');
  if (!locked.ok) return locked;
  const stored = await tx.select().from(ownerStatements).where(isStatementOf(owner, statedFields));
  const ownRows = stored.filter(({ accountId }) => accountId === owner.accountId);
  if (statementsVersionOf(ownRows.map(({ at }) => ({ since: at }))) !== input.seen) return refused('edit_conflict');
  for (const field of statedFields) await storeStatement(tx, owner, field, input[field] || null);
  await refreshStatedRecord(tx, owner);
  return done(undefined);
}

/** Stores statements that a record lacks, and pins works if none is. Nothing is withdrawn, and a refusal changes nothing. */
export async function addMissingParts(
  tx: Writer,
  owner: Owner,
  { affiliation, biography, works }: MissingParts,
): Promise<Outcome<void, OwnerRefusal | 'unknown_work'>> {
  const locked = await lockRecordOfOwner(tx, owner, works.length > 0 ? 'arrange' : 'state');
  if (!locked.ok) return locked;
  const chosen = [...new Set(works)];
  if ((await ownWorks(tx, locked.value.key, chosen)).length < chosen.length) return refused('unknown_work');
  const stored = await tx
    .select()
    .from(ownerStatements)
    .where(isStatementOf(owner, ['affiliation', 'biography', 'pinned']));
  const ownRow = (field: string) => stored.find((row) => row.field === field && row.accountId === owner.accountId);
  const isMissing = (field: string): boolean => ownRow(field) === undefined;
  if (affiliation && isMissing('affiliation')) await storeStatement(tx, owner, 'affiliation', affiliation);
  if (biography && isMissing('biography')) await storeStatement(tx, owner, 'biography', biography);
  // An owner who has unpinned everything has an empty list.
  if (chosen.length > 0 && parsePinned(ownRow('pinned')?.value ?? '[]').length === 0)
    await storeStatement(tx, owner, 'pinned', JSON.stringify(chosen));
  await refreshStatedRecord(tx, owner);
  return done(undefined);
}

/** Pins a work, unpins it, or moves it up by one position. */
export async function pinWork(
  tx: Writer,
  owner: Owner,
  { workId, operation }: PinInput,
): Promise<Outcome<void, OwnerRefusal | 'unknown_work' | 'too_many_pinned'>> {
  const locked = await lockRecordOfOwner(tx, owner, 'arrange');
  if (!locked.ok) return locked;
  const row = await firstOf(tx, ownerStatements, isStatementOf(owner, ['pinned']));
  const pinnedBefore = row && row.accountId === owner.accountId ? parsePinned(row.value) : [];
  // Pinned works that are no longer on the record do not count.
  const ownIds = new Set((await ownWorks(tx, locked.value.key, [...pinnedBefore, workId])).map(({ id }) => id));
  const pinned = pinnedBefore.filter((id) => ownIds.has(id));
  if (operation !== 'unpin' && !ownIds.has(workId)) return refused('unknown_work');
  if (operation === 'pin' && !pinned.includes(workId) && pinned.length >= maxPinned) return refused('too_many_pinned');
  await storeStatement(tx, owner, 'pinned', JSON.stringify(afterPin(pinned, workId, operation)));
  await refreshStatedRecord(tx, owner);
  return done(undefined);
}

function afterPin(pinned: readonly string[], workId: string, operation: PinInput['operation']): string[] {
  const index = pinned.indexOf(workId);
  if (operation === 'unpin') return pinned.filter((id) => id !== workId);
  if (operation === 'pin') return index < 0 ? [...pinned, workId] : [...pinned];
  return index > 0 ? pinned.with(index, pinned[index - 1] ?? workId).with(index - 1, workId) : [...pinned];
}

/** Sets which fields of a record are hidden, and whether search engines may index it. What is hidden already may stay hidden. */
export async function setPrivacy(tx: Writer, owner: Owner, { hidden, indexed }: PrivacyInput): Promise<Outcome<void, OwnerRefusal>> {
  const locked = await lockRecordOfOwner(tx, owner, 'hide_statements');
  if (!locked.ok) return locked;
  const stored = await firstOf(tx, ownerStatements, isStatementOf(owner, ['privacy']));
  const before = (stored && parsePrivacy(stored.value)) ?? { hidden: [], indexed: true };
  const value = { hidden: [...new Set(hidden)].sort(), indexed: indexed === 'yes' };
  const adds = value.hidden.filter((field) => !isHidden(before, field));
  const needed: LevelPower[] = [
    ...(adds.some((field) => sourcedFields.includes(field)) ? (['hide_sourced'] as const) : []),
    ...(before.indexed && !value.indexed ? (['arrange'] as const) : []),
  ];
  for (const power of needed) {
    const code = await powerRefusalOf(tx, owner.authorId, power);
    if (code) return refused(code);
  }
  await storeStatement(tx, owner, 'privacy', value.hidden.length === 0 && value.indexed ? null : JSON.stringify(value));
  await refreshStatedRecord(tx, owner);
  return done(undefined);
}

/**
 * Disables an earlier address of a record: it answers 404 for everybody, and is never assigned to another record. Other names that sources
 * print are hidden as well, because each would connect the old name with the record.
 */
export const disableAddress = (tx: Writer, owner: Owner, { address }: AddressInput) =>
  changeDisabledAddresses(tx, owner, { address, power: 'stop_address' }, (before) => [...new Set([...before, address])].sort());

/** Enables a disabled address, which then redirects to the record again. */
export const enableAddress = (tx: Writer, owner: Owner, { address }: AddressInput) =>
  changeDisabledAddresses(tx, owner, { address, power: 'state' }, (before) => before.filter((each) => each !== address));

interface AddressInputOf {
  address: string;
  power: LevelPower;
}

async function changeDisabledAddresses(
  tx: Writer,
  owner: Owner,
  { address, power }: AddressInputOf,
  change: (before: string[]) => string[],
): Promise<Outcome<void, OwnerRefusal | 'unknown_address'>> {
  const locked = await lockRecordOfOwner(tx, owner, power);
  if (!locked.ok) return locked;
  if (!(await earlierAddressesOf(tx, owner.authorId)).some(({ slug }) => slug === address)) return refused('unknown_address');
  const row = await firstOf(tx, ownerStatements, isStatementOf(owner, ['stopped']));
  const after = change(row && row.accountId === owner.accountId ? parseDisabledAddresses(row.value) : []);
  await storeStatement(tx, owner, 'stopped', after.length === 0 ? null : JSON.stringify(after));
  await refreshStatedRecord(tx, owner);
  return done(undefined);
}

/** Hides or shows all indicators of a record, imported or computed. */
export async function setIndicatorsHidden(
  tx: Writer,
  owner: Owner,
  { hidden }: { hidden: boolean },
): Promise<Outcome<void, 'not_your_record' | PowerErrorCode>> {
  const code = hidden ? await refuseToOwner(tx, owner, 'hide_sourced') : null;
  if (code) return refused(code);
  return (await setByOwner(tx, owner, { indicatorsHidden: hidden })) ? done(undefined) : refused('not_your_record');
}

/** Deletes all statements of an account about a record. */
export async function removeStatements(tx: Writer, { authorId, accountId }: OwnedBy): Promise<void> {
  await tx.delete(ownerStatements).where(and(eq(ownerStatements.authorId, authorId), eq(ownerStatements.accountId, accountId)));
}
