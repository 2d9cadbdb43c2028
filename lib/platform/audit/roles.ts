import { and, asc, count, eq, inArray, sql } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import { accounts, roles } from '#lib/platform/db/schema/accounts.ts';
import type { Reader, Writer } from '#lib/platform/db/store.ts';
import { emailAddress } from '#lib/platform/mail/address.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { writeAuditEntry } from './entries.ts';

export type RoleErrorCode = 'bad_address' | 'unknown_account' | 'address_not_confirmed' | 'already_granted' | 'not_granted';

async function confirmedAccountOf(reader: Reader, address: string): Promise<Outcome<string, RoleErrorCode>> {
  const email = emailAddress(address);
  if (!email.ok) return email;
  const [account] = await reader.select().from(accounts).where(eq(accounts.email, email.value));
  if (!account) return refused('unknown_account');
  return account.emailVerified ? done(account.id) : refused('address_not_confirmed');
}

const writeAdminEntry = (tx: Writer, action: 'role.granted' | 'role.revoked', subjectId: string): Promise<void> =>
  writeAuditEntry(tx, { accountId: null, action, subject: 'account', subjectId, facts: { role: 'admin' } });

/** Makes the account of an email address an admin. Only for the command line, whose user controls the database anyway. */
export async function grantAdmin(tx: Writer, address: string): Promise<Outcome<void, RoleErrorCode>> {
  const account = await confirmedAccountOf(tx, address);
  if (!account.ok) return account;
  const row = { accountId: account.value, role: 'admin', grantedAt: now() };
  const [granted] = await tx.insert(roles).values(row).onConflictDoNothing().returning({ role: roles.role });
  if (!granted) return refused('already_granted');
  await writeAdminEntry(tx, 'role.granted', account.value);
  return done(undefined);
}

/** Revokes the admin role of an account. @returns the number of remaining admins */
export async function revokeAdmin(tx: Writer, address: string): Promise<Outcome<{ left: number }, RoleErrorCode>> {
  const account = await confirmedAccountOf(tx, address);
  if (!account.ok) return account;
  const isAdminRole = and(eq(roles.accountId, account.value), eq(roles.role, 'admin'));
  const [revoked] = await tx.delete(roles).where(isAdminRole).returning({ role: roles.role });
  if (!revoked) return refused('not_granted');
  await writeAdminEntry(tx, 'role.revoked', account.value);
  const [remaining] = await tx.select({ left: count() }).from(roles).where(eq(roles.role, 'admin'));
  return done({ left: remaining?.left ?? 0 });
}

/** Returns the accounts of all admins. */
export const adminIds = async (reader: Reader): Promise<string[]> =>
  (await reader.select({ accountId: roles.accountId }).from(roles).where(eq(roles.role, 'admin')).orderBy(asc(roles.accountId))).map(
    ({ accountId }) => accountId,
  );

type RevocableRole = 'reviewer' | 'volunteer';

const hasRoles = (accountId: string, ...wanted: RevocableRole[]) => and(eq(roles.accountId, accountId), inArray(roles.role, wanted));

/** Locks the offer of an account to review until the transaction ends. @returns false if there is none */
export async function lockReviewerOffer(tx: Writer, accountId: string): Promise<boolean> {
  const offer = await tx.update(roles).set({ role: 'volunteer' }).where(hasRoles(accountId, 'volunteer')).returning({ role: roles.role });
  return offer.length > 0;
}

/** Stores that an account offers to review. @returns false if it has offered already */
export async function addReviewerOffer(tx: Writer, accountId: string): Promise<boolean> {
  const row = { accountId, role: 'volunteer', grantedAt: now() };
  return (await tx.insert(roles).values(row).onConflictDoNothing().returning({ role: roles.role })).length > 0;
}

/**
 * Turns the offer of an account into the role of a reviewer. Updates the same row, so that an erasure that waits for its lock deletes it
 * too.
 */
export async function acceptReviewerOffer(tx: Writer, accountId: string, grantedBy: string): Promise<void> {
  await removeRoles(tx, accountId, 'reviewer');
  await tx.update(roles).set({ role: 'reviewer', grantedBy, grantedAt: now() }).where(hasRoles(accountId, 'volunteer'));
}

/** Removes roles of an account. @returns the removed roles */
export async function removeRoles(tx: Writer, accountId: string, ...removedRoles: RevocableRole[]): Promise<string[]> {
  const isRemoved = hasRoles(accountId, ...removedRoles);
  const removed = await tx.delete(roles).where(isRemoved).returning({ role: roles.role });
  return removed.map(({ role }) => role);
}

/** Returns all accounts with a role, for the operator. */
export const listRoles = (reader: Reader): Promise<{ role: string; email: string | null; name: string | null; since: Date }[]> =>
  reader
    .select({ role: roles.role, email: accounts.email, name: accounts.name, since: roles.grantedAt })
    .from(roles)
    .innerJoin(accounts, eq(accounts.id, roles.accountId))
    .orderBy(asc(roles.role), asc(roles.grantedAt));

/** Returns true if the operator has made the account an admin. */
export const isAdmin = async (reader: Reader, accountId: string): Promise<boolean> =>
  (await rolesOf(reader, accountId)).some(({ role }) => role === 'admin');

type RoleRow = typeof roles.$inferSelect;

/** Returns the stored roles and offer of an account, whether or not they are effective today. */
export const rolesOf = (reader: Reader, accountId: string): Promise<RoleRow[]> => reader.prepared(selectRoles, { accountId });

const selectRoles = (reader: Reader) =>
  reader
    .select()
    .from(roles)
    .where(eq(roles.accountId, sql.placeholder('accountId')))
    .prepare();
