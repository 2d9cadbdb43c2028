import { and, eq, inArray } from 'drizzle-orm';
import type { AuthorRow } from '#lib/catalog/authors/queries/find.ts';
import { mayUse } from '#lib/catalog/powers/queries.ts';
import { isFrozen } from '#lib/catalog/trust/queries/log.ts';
import { isBoundByProvedOrcid } from '#lib/governance/claims/queries/stated-orcid.ts';
import { isAdmin } from '#lib/platform/audit/roles.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { columnsOf, hasRow, idsOf, rowsOf } from '#lib/platform/db/rows.ts';
import { authorSources, authors } from '#lib/platform/db/schema/authors.ts';
import { identityChanges } from '#lib/platform/db/schema/identity.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { type MergeRefusal, mergeRefusal } from '../model/changes.ts';

/** Returns all ORCID iDs that a source states for some records. */
async function orcidsOf(reader: Reader, keys: readonly number[]): Promise<string[]> {
  const rows = await rowsOf(reader, authorSources, and(eq(authorSources.source, 'orcid'), inArray(authorSources.authorKey, [...keys])));
  return rows.map(({ recordId }) => recordId);
}

/** Returns the works that a record has an authorship of, in any state, each once. */
export async function worksOfAuthor(reader: Reader, authorKey: number): Promise<{ key: number; id: string }[]> {
  const columns = columnsOf(works, 'key', 'id');
  return reader
    .selectDistinct(columns)
    .from(authorships)
    .innerJoin(works, eq(works.key, authorships.workKey))
    .where(eq(authorships.authorKey, authorKey))
    .orderBy(works.key);
}

type MergedRecord = Pick<AuthorRow, 'id' | 'key' | 'kind' | 'orcid' | 'claimState' | 'ownerId'>;

/** Returns why two records cannot be merged, or null. */
export async function refuseMerge(reader: Reader, into: MergedRecord, from: MergedRecord): Promise<MergeRefusal | null> {
  const code = mergeRefusal(into, from, await orcidsOf(reader, [into.key, from.key]));
  if (code) return code;
  const givesUnproved = (await isUntied(reader, into, from)) || (await isUntied(reader, from, into));
  return givesUnproved ? 'claim_other_first' : null;
}

/**
 * Whether a record has an owner who has not shown that the other record is theirs too, by an accepted claim or an iD that binds it. A merge
 * would give them its works and its name without the notice of a claim. A record without works may join one
 * whose owner has the power to merge.
 */
async function isUntied(reader: Reader, { id, ownerId }: MergedRecord, other: MergedRecord): Promise<boolean> {
  if (ownerId === null || ownerId === other.ownerId || (await isBoundByProvedOrcid(reader, ownerId, other))) return false;
  if (other.ownerId !== null || (await worksOfAuthor(reader, other.key)).length > 0) return true;
  return !(await mayUse(reader, id, 'merge'));
}

/**
 * Returns whether an account owns all of some records, and has the power on each. All must qualify by a proof of their own: otherwise a
 * record held after a public notice would get the level of the other by a merge. For a merge, a record without an owner qualifies by an iD
 * that the account has proved for one that it owns, and that binds this one as strongly.
 */
export async function mayChangeImmediately(
  reader: Reader,
  actor: Actor,
  records: readonly { id: string }[],
  power: 'merge' | 'split' = 'split',
): Promise<boolean> {
  const rows = await rowsOf(reader, authors, inArray(authors.id, idsOf(records)));
  if (rows.length < new Set(idsOf(records)).size) return false;
  const isOwn = ({ ownerId, claimState }: (typeof rows)[number]) => ownerId === actor.accountId && claimState === 'claimed';
  if (!rows.some(isOwn)) return false;
  for (const row of rows) {
    const qualifies = isOwn(row)
      ? await mayUse(reader, row.id, power)
      : power === 'merge' && row.claimState === 'unclaimed' && (await isBoundByProvedOrcid(reader, actor.accountId, row));
    if (!qualifies || (!isOwn(row) && (await isFrozen(reader, row.id)))) return false;
  }
  return true;
}

interface RevertibleChange {
  authorId: string;
  otherId: string | null;
  accountId?: string | null;
}

/**
 * Returns whether an account may revert a change as an owner. It owns one of the records and has shown control of it; or it made the change
 * itself and still owns the record, because its proof may have left with a work.
 */
export async function mayRevertAsOwner(reader: Reader, actor: Actor, change: RevertibleChange): Promise<boolean> {
  for (const id of [change.authorId, change.otherId]) {
    if (id !== null && (await mayChangeImmediately(reader, actor, [{ id }]))) return true;
  }
  if (change.accountId === actor.accountId) {
    const isOwn = and(eq(authors.id, change.authorId), eq(authors.ownerId, actor.accountId), eq(authors.claimState, 'claimed'));
    if (await hasRow(reader, authors, isOwn)) return true;
  }
  return false;
}

/** Returns the same, or whether the account is an admin. */
export const mayRevertChange = async (reader: Reader, actor: Actor, change: RevertibleChange): Promise<boolean> =>
  (await mayRevertAsOwner(reader, actor, change)) || (await isAdmin(reader, actor.accountId));

/** Returns the ids of a record's changes in effect that its owner has made. */
export async function ownChangesOf(reader: Reader, actor: Actor, authorId: string): Promise<Set<string>> {
  const isOwnChange = and(
    eq(identityChanges.authorId, authorId),
    eq(identityChanges.accountId, actor.accountId),
    eq(identityChanges.state, 'applied'),
  );
  const rows = await reader
    .select({ id: identityChanges.id })
    .from(identityChanges)
    .innerJoin(
      authors,
      and(eq(authors.id, identityChanges.authorId), eq(authors.ownerId, actor.accountId), eq(authors.claimState, 'claimed')),
    )
    .where(isOwnChange);
  return new Set(rows.map(({ id }) => id));
}
