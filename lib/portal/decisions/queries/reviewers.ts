import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { latestSnapshots } from '#lib/catalog/trust/queries/snapshots.ts';
import { countPasskeys } from '#lib/community/accounts/queries/passkeys.ts';
import { mintReviewer, minVolunteerLevel, type Reviewer } from '#lib/governance/cases/model/review-case.ts';
import { rolesOf } from '#lib/platform/audit/roles.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { addMs, daysMs, now } from '#lib/platform/clock.ts';
import { keysOf } from '#lib/platform/db/rows.ts';
import { accounts, roles } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import {
  isAppointed,
  meetsAllConditions,
  minReviewers,
  newReviewerDays,
  type ReviewerConditions,
  reviewerConditions,
} from '../model/reviewers.ts';
import type { OwnReviewerRole, ReviewerRow } from '../model/views.ts';
import { areTwoApart } from './distance.ts';

/** Returns the highest current level of an account's claimed records; 0 if it owns none. */
async function levelOf(reader: Reader, accountId: string): Promise<number> {
  const rows = await reader.prepared(ownedKeysQuery, { accountId });
  if (rows.length === 0) return 0;
  const latest = await latestSnapshots(reader, keysOf(rows));
  return Math.max(0, ...[...latest.values()].map(({ level }) => level));
}

const ownedKeysQuery = (reader: Reader) =>
  reader
    .select({ key: authors.key })
    .from(authors)
    .where(and(eq(authors.ownerId, sql.placeholder('accountId')), eq(authors.claimState, 'claimed'), isNull(authors.mergedInto)))
    .prepare();

/** Returns whether an account owns a record at L4 or above, so that it may volunteer. */
export const mayVolunteer = async (reader: Reader, accountId: string): Promise<boolean> =>
  (await levelOf(reader, accountId)) >= minVolunteerLevel;

export async function reviewerConditionsOf(reader: Reader, accountId: string): Promise<ReviewerConditions> {
  const [account] = await reader.prepared(accountAgeQuery, { accountId });
  const hasPasskey = (await countPasskeys(reader, accountId)) > 0;
  return reviewerConditions({ level: await levelOf(reader, accountId), createdAt: account?.createdAt ?? null, hasPasskey }, now());
}

const accountAgeQuery = (reader: Reader) =>
  reader
    .select({ createdAt: accounts.createdAt })
    .from(accounts)
    .where(eq(accounts.id, sql.placeholder('accountId')))
    .prepare();

/**
 * Returns a reviewer capability for an account, or null. It is checked on every page and vote. A reviewer loses it as soon as their record
 * falls below L4 or they have no passkey. Acts also require a recent sign-in with a passkey (`passkeyRefusal`).
 */
export const reviewerOf = (reader: Reader, actor: Actor): Promise<Reviewer | null> => notifiableReviewer(reader, actor.accountId);

/** Returns a reviewer capability for an account that is notified and does not act itself, or null. */
export async function notifiableReviewer(reader: Reader, accountId: string): Promise<Reviewer | null> {
  const currentRoles = await rolesOf(reader, accountId);
  if (currentRoles.some(({ role }) => role === 'admin')) return mintReviewer(accountId, 'admin');
  if (!currentRoles.some((row) => row.role === 'reviewer' && isAppointed(accountId, row))) return null;
  return meetsAllConditions(await reviewerConditionsOf(reader, accountId)) ? mintReviewer(accountId, 'reviewer') : null;
}

/** Upper bound on the rows read; no instance has more reviewers. */
const maxRows = 500;

/** Returns how many independent people can decide cases now, up to the number that whose a profile is takes. */
export async function countReviewers(reader: Reader): Promise<number> {
  const rows = await reader
    .selectDistinct({ accountId: roles.accountId })
    .from(roles)
    .where(inArray(roles.role, ['admin', 'reviewer']))
    .limit(maxRows);
  const found: string[] = [];
  for (const { accountId } of rows) if (await notifiableReviewer(reader, accountId)) found.push(accountId);
  return found.length < minReviewers ? found.length : (await areTwoApart(reader, found)) ? minReviewers : 1;
}

/** Returns an account's role in reviewing, for its dashboard. */
export async function ownReviewerRoleOf(reader: Reader, actor: Actor): Promise<OwnReviewerRole> {
  const { accountId } = actor;
  const currentRoles = await rolesOf(reader, accountId);
  const isReviewer = currentRoles.some((row) => row.role === 'reviewer' && isAppointed(accountId, row));
  const conditions = await reviewerConditionsOf(reader, accountId);
  return {
    decidesAs: (await notifiableReviewer(reader, accountId))?.role ?? null,
    offered: isReviewer ? 'appointed' : currentRoles.some(({ role }) => role !== 'admin') ? 'waiting' : 'no',
    conditions,
  };
}

/** Returns volunteers, longest waiting first, followed by reviewers, newest first. For the admins' page. */
export async function listReviewers(reader: Reader): Promise<ReviewerRow[]> {
  const isReviewerRole = inArray(roles.role, ['reviewer', 'volunteer']);
  const roleRows = await reader
    .select({ role: roles, name: accounts.name })
    .from(roles)
    .innerJoin(accounts, eq(accounts.id, roles.accountId))
    .where(isReviewerRole)
    .orderBy(desc(roles.role), asc(roles.grantedAt))
    .limit(maxRows);
  const granterIds = roleRows.flatMap(({ role }) => role.grantedBy ?? []);
  const granters =
    granterIds.length === 0
      ? []
      : await reader.select({ id: accounts.id, name: accounts.name }).from(accounts).where(inArray(accounts.id, granterIds));
  const ids = roleRows.map(({ role }) => role.accountId);
  const records =
    ids.length === 0
      ? []
      : await reader
          .select({ ownerId: authors.ownerId, name: authors.name, slug: authors.slug })
          .from(authors)
          .where(and(inArray(authors.ownerId, ids), isNull(authors.mergedInto)));
  const newSince = addMs(now(), -daysMs(newReviewerDays));
  const rows: ReviewerRow[] = [];
  for (const { role, name } of roleRows) {
    const { accountId, grantedAt, grantedBy } = role;
    const isReviewer = role.role === 'reviewer' && isAppointed(accountId, role);
    rows.push({
      accountId,
      name,
      records: records.filter(({ ownerId }) => ownerId === accountId).map((each) => ({ name: each.name, slug: each.slug })),
      state: isReviewer ? 'appointed' : 'waiting',
      since: grantedAt,
      by: isReviewer ? (granters.find(({ id }) => id === grantedBy)?.name ?? 'an admin') : null,
      isNew: isReviewer && grantedAt > newSince,
      conditions: await reviewerConditionsOf(reader, accountId),
    });
  }
  return rows;
}
