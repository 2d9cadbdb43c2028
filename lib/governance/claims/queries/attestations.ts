import { and, count, desc, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import { hasPower } from '#lib/catalog/powers/model.ts';
import { powerLevelOf } from '#lib/catalog/powers/queries.ts';
import { latestSnapshots } from '#lib/catalog/trust/queries/snapshots.ts';
import { fullyVisible, notSuppressed } from '#lib/catalog/visibility/queries.ts';
import { accountsBlockedBy } from '#lib/community/invitations/queries/boundaries.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { columnsOf, keysOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { coauthorEdges } from '#lib/platform/db/schema/graph.ts';
import { attestations } from '#lib/platform/db/schema/trust.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import {
  type AttestationCandidate,
  type AttestationKind,
  type AttestationState,
  type AttestationView,
  attestationKinds,
  attestingPower,
} from '../model/attestations.ts';

export type AttestationRow = typeof attestations.$inferSelect;

const maxShown = 100;
const maxCoauthors = 5000;

/**
 * Returns attestations by the account, requests to it, and those for its records, newest first. Excludes requests by people that the
 * account has blocked.
 */
export async function attestationsOf(reader: Reader, actor: Actor): Promise<{ from: AttestationView[]; about: AttestationView[] }> {
  const isOwnRecord = and(eq(authors.ownerId, actor.accountId), isNull(authors.mergedInto));
  const ownRecords = await reader.select({ id: authors.id }).from(authors).where(isOwnRecord).limit(maxShown);
  const ids = ownRecords.map(({ id }) => id);
  const isOwn =
    ids.length > 0
      ? or(eq(attestations.fromAccountId, actor.accountId), inArray(attestations.authorId, ids))
      : eq(attestations.fromAccountId, actor.accountId);
  const isOfBlocked = inArray(authors.ownerId, accountsBlockedBy(reader, actor.accountId));
  const fromBlocked = reader.select({ id: authors.id }).from(authors).where(isOfBlocked);
  const isFromBlocked = and(eq(attestations.state, 'requested'), inArray(attestations.authorId, fromBlocked));
  const isShown = and(isOwn, sql`not (${isFromBlocked})`);
  const rows = await reader.select().from(attestations).where(isShown).orderBy(desc(attestations.requestedAt)).limit(maxShown);
  const views = await selectViews(reader, rows);
  return {
    from: views.filter(({ row }) => row.fromAccountId === actor.accountId).map(({ view }) => view),
    about: views.filter(({ row }) => row.fromAccountId !== actor.accountId).map(({ view }) => view),
  };
}

async function selectViews(reader: Reader, rows: AttestationRow[]): Promise<{ row: AttestationRow; view: AttestationView }[]> {
  const ids = [...new Set(rows.flatMap(({ authorId, fromAuthorId }) => [authorId, fromAuthorId]))];
  const records =
    ids.length === 0
      ? []
      : await reader
          .select({ id: authors.id, slug: authors.slug, name: authors.name })
          .from(authors)
          .where(and(inArray(authors.id, ids), notSuppressed()));
  const recordsById = new Map(records.map(({ id, ...rest }) => [id, rest]));
  const workIds = [...new Set(rows.flatMap(({ workId }) => workId ?? []))];
  const workRows =
    workIds.length === 0 ? [] : await reader.select({ id: works.id, title: works.title }).from(works).where(inArray(works.id, workIds));
  const worksById = new Map(workRows.map((work) => [work.id, work]));
  return rows.flatMap((row) => {
    const [about, from] = [recordsById.get(row.authorId), recordsById.get(row.fromAuthorId)];
    if (!about || !from) return [];
    const { id, workId, requestedAt, answeredAt, expiresAt } = row;
    const work = workId === null ? null : (worksById.get(workId) ?? null);
    const view: AttestationView = {
      id,
      kind: row.kind as AttestationKind,
      state: row.state as AttestationState,
      about,
      from,
      work,
      at: answeredAt ?? requestedAt,
      expiresAt,
    };
    return [{ row, view }];
  });
}

interface SharedWorkRow {
  author_key: number;
  work_key: number;
}

/** Returns one work that each of some records shares with a record, by key; records without a shared work are omitted. */
export async function sharedWorks(
  reader: Reader,
  key: number,
  others: readonly number[],
): Promise<Map<number, { id: string; title: string | null }>> {
  if (others.length === 0) return new Map();
  const rows = await reader.query<SharedWorkRow>(
    `select b.author_key, max(b.work_key) as work_key from authorships a join authorships b on b.work_key = a.work_key
     where a.author_key = ? and b.author_key in $many and a.source <> 'owner' and a.state <> 'not_mine' and b.state <> 'not_mine' group by b.author_key`,
    others,
    [key],
  );
  if (rows.length === 0) return new Map();
  const isOfRows = inArray(works.key, [...new Set(rows.map(({ work_key }) => work_key))]);
  const workRows = await reader.select({ key: works.key, id: works.id, title: works.title }).from(works).where(isOfRows);
  const worksByKey = new Map(workRows.map(({ key: workKey, ...work }) => [workKey, work]));
  return new Map(
    rows.flatMap(({ author_key, work_key }) => {
      const work = worksByKey.get(work_key);
      return work ? [[author_key, work] as const] : [];
    }),
  );
}

/** Returns co-authors with a claimed record whose attestation would count. Nobody else is asked. */
export async function attestationCandidates(
  reader: Reader,
  actor: Actor,
  record: { id: string; key: number },
): Promise<AttestationCandidate[]> {
  const { authorKey, coauthorKey } = coauthorEdges;
  const greater = await reader.select({ key: coauthorKey }).from(coauthorEdges).where(eq(authorKey, record.key));
  const smaller = await reader.select({ key: authorKey }).from(coauthorEdges).where(eq(coauthorKey, record.key));
  const keys = keysOf([...greater, ...smaller]).slice(0, maxCoauthors);
  if (keys.length === 0) return [];
  const isClaimedByOther = and(
    inArray(authors.key, keys),
    eq(authors.claimState, 'claimed'),
    ne(authors.ownerId, actor.accountId),
    fullyVisible(),
    isNull(authors.mergedInto),
  );
  const columns = columnsOf(authors, 'id', 'key', 'slug', 'name');
  const coauthors = await reader.select(columns).from(authors).where(isClaimedByOther).orderBy(authors.sortName, authors.key).limit(50);
  const coauthorKeys = coauthors.map(({ key }) => key);
  const levels = await latestSnapshots(reader, coauthorKeys);
  const shared = await sharedWorks(reader, record.key, coauthorKeys);
  const existingRequests = await reader
    .select({ kind: attestations.kind, from: attestations.fromAuthorId })
    .from(attestations)
    .where(and(eq(attestations.authorId, record.id), inArray(attestations.state, ['requested', 'given'])));
  const candidates: AttestationCandidate[] = [];
  for (const { id, key, slug, name } of coauthors) {
    const work = shared.get(key);
    const level = levels.get(key)?.level ?? 0;
    if (!work || !attestationKinds.some((kind) => hasPower(level, attestingPower[kind]))) continue;
    // The owner may rest from powers over others.
    const powerLevel = await powerLevelOf(reader, id, false);
    const kinds = attestationKinds.filter(
      (kind) => hasPower(powerLevel, attestingPower[kind]) && !existingRequests.some((each) => each.kind === kind && each.from === id),
    );
    if (kinds.length > 0) candidates.push({ authorId: id, slug, name, kinds, work });
  }
  return candidates;
}

/** Counts the attestations that a profile has requested since a moment, answered or not. A vouch without a request names no work. */
export async function requestsSince(reader: Reader, authorId: string, since: Date): Promise<number> {
  const isRequest = and(eq(attestations.authorId, authorId), isNotNull(attestations.workId), gt(attestations.requestedAt, since));
  const [row] = await reader.select({ requests: count() }).from(attestations).where(isRequest);
  return row?.requests ?? 0;
}

/** Counts the vouches that an account has given since a moment, and its active ones. The caller has locked the account. */
export async function vouchesOf(reader: Reader, accountId: string, since: Date): Promise<{ recent: number; active: number }> {
  const isVouchOf = and(eq(attestations.fromAccountId, accountId), eq(attestations.kind, 'vouch'));
  const rows = await reader
    .select({
      recent: sql<number>`coalesce(sum(case when ${attestations.answeredAt} > ${sql.param(since, attestations.answeredAt)} then 1 else 0 end), 0)`,
      active: sql<number>`coalesce(sum(case when ${attestations.state} = 'given' then 1 else 0 end), 0)`,
    })
    .from(attestations)
    .where(and(isVouchOf, inArray(attestations.state, ['given', 'withdrawn', 'expired'])));
  return { recent: Number(rows[0]?.recent ?? 0), active: Number(rows[0]?.active ?? 0) };
}
