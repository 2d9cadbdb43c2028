import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { findAnyRecord } from '#lib/catalog/authors/queries/find.ts';
import { isHidden } from '#lib/catalog/statements/model/statement.ts';
import { notSuppressed } from '#lib/catalog/visibility/queries.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { columnsOf, idsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { reviews } from '#lib/platform/db/schema/claims.ts';
import { identityChanges } from '#lib/platform/db/schema/identity.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { type ProposalState, type ProposalView, proposalOutcome, type StoredDecision } from '../model/changes.ts';

const maxShown = 100;

/** Returns the merges and splits that an account has proposed, newest first. They are visible only to that account. */
export async function proposalsOf(reader: Reader, { accountId }: Actor): Promise<ProposalView[]> {
  const rows = await reader.prepared(proposalsQuery, { accountId });
  if (rows.length === 0) return [];
  const authorIds = rows.flatMap(({ authorId, otherId }) => [authorId, otherId ?? []].flat());
  const names = await selectNames(reader, authorIds);
  const decisions = await selectDecisions(reader, idsOf(rows));
  return rows.map(({ authorId, otherId, otherName, workIds, ...row }): ProposalView => {
    const { id, reason, proposedAt } = row;
    const kind = row.kind === 'merge' ? 'merge' : 'split';
    const newProfile = otherName === null ? null : { name: otherName, path: null };
    return {
      id,
      kind,
      reason,
      proposedAt,
      ...proposalOutcome(row.state as ProposalState, decisions.get(id) ?? null),
      record: names.get(authorId) ?? null,
      other: otherId === null ? newProfile : (names.get(otherId) ?? null),
      works: workIds.length,
    };
  });
}

const proposalsQuery = (reader: Reader) =>
  reader
    .select(columnsOf(identityChanges, 'id', 'kind', 'state', 'authorId', 'otherId', 'workIds', 'otherName', 'reason', 'proposedAt'))
    .from(identityChanges)
    .where(eq(identityChanges.accountId, sql.placeholder('accountId')))
    .orderBy(desc(identityChanges.proposedAt), desc(identityChanges.id))
    .limit(maxShown)
    .prepare();

/** Returns how many proposals of an account are not decided yet. The literal state lets SQLite use the index of open proposals. */
export const countOpenProposals = async (reader: Reader, { accountId }: Actor): Promise<number> =>
  (await reader.prepared(openProposalsQuery, { accountId })).length;

const openProposalsQuery = (reader: Reader) =>
  reader
    .select({ id: identityChanges.id })
    .from(identityChanges)
    .where(and(sql`${identityChanges.state} = 'proposed'`, eq(identityChanges.accountId, sql.placeholder('accountId'))))
    .prepare();

/**
 * Returns names and paths of records that are not suppressed. The name of a merged record is a former name of the remaining one, so it is
 * omitted if the owner hides those.
 */
async function selectNames(reader: Reader, ids: readonly string[]): Promise<Map<string, { name: string; path: string }>> {
  const rows = await reader
    .select(columnsOf(authors, 'id', 'slug', 'name', 'mergedInto'))
    .from(authors)
    .where(and(inArray(authors.id, [...new Set(ids)]), notSuppressed()));
  const names = new Map<string, { name: string; path: string }>();
  for (const { id, slug, name, mergedInto } of rows) {
    const remaining = mergedInto === null ? null : await findAnyRecord(reader, id);
    if (!remaining || !isHidden(remaining.privacy, 'names')) names.set(id, { name, path: `/authors/${slug}` });
  }
  return names;
}

async function selectDecisions(reader: Reader, changeIds: readonly string[]): Promise<Map<string, StoredDecision>> {
  const { subjectId, decision, reason, remedy, kind, state } = reviews;
  const isDecidedMerge = and(eq(kind, 'merge'), inArray(subjectId, [...changeIds]), eq(state, 'decided'));
  const rows = await reader.select({ subjectId, decision, reason, remedy }).from(reviews).where(isDecidedMerge);
  return new Map(rows.map((row) => [row.subjectId, row]));
}
