import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Actor } from '../../auth/actor.ts';
import { roles } from '../../db/schema/accounts.ts';
import { authors } from '../../db/schema/authors.ts';
import type { Reader } from '../../db/store.ts';
import { latestSnapshots } from '../../trust/queries/snapshots.ts';
import type { OwnPart } from '../model/views.ts';
import { mintReviewer, type Reviewer, volunteerLevel } from '../model.ts';

/** Whether an account owns a record that stands at L4 or above now, so that it may volunteer and go on deciding. */
export async function mayVolunteer(reader: Reader, accountId: string): Promise<boolean> {
  const owned = and(eq(authors.ownerId, accountId), eq(authors.claimState, 'claimed'), isNull(authors.mergedInto));
  const rows = await reader.select({ key: authors.key }).from(authors).where(owned);
  const latest = await latestSnapshots(
    reader,
    rows.map(({ key }) => key),
  );
  return [...latest.values()].some(({ level }) => level >= volunteerLevel);
}

/** The roles that are written down for an account, whether or not they count today. */
export async function rolesOf(reader: Reader, accountId: string): Promise<Reviewer['role'][]> {
  const rows = await reader
    .select({ role: roles.role })
    .from(roles)
    .where(and(eq(roles.accountId, accountId), inArray(roles.role, ['admin', 'reviewer'])));
  return rows.map(({ role }) => (role === 'admin' ? 'admin' : 'reviewer'));
}

/**
 * Proof that an account may decide on what waits, or null. Asked anew for every page and every vote: a volunteer whose record has
 * fallen below L4 is none from that moment on.
 */
export const reviewerOf = (reader: Reader, actor: Actor): Promise<Reviewer | null> => reviewerAt(reader, actor.accountId);

/** The same for an account that is told something, and does nothing itself. */
export async function reviewerAt(reader: Reader, accountId: string): Promise<Reviewer | null> {
  const held = await rolesOf(reader, accountId);
  if (held.includes('admin')) return mintReviewer(accountId, 'admin');
  if (held.includes('reviewer') && (await mayVolunteer(reader, accountId))) return mintReviewer(accountId, 'reviewer');
  return null;
}

/** What an account may decide, for its own page. */
export async function ownPartOf(reader: Reader, actor: Actor): Promise<OwnPart> {
  const held = await rolesOf(reader, actor.accountId);
  return {
    decidesAs: (await reviewerOf(reader, actor))?.role ?? null,
    offered: held.includes('reviewer'),
    mayVolunteer: await mayVolunteer(reader, actor.accountId),
  };
}
