import { and, eq, inArray, ne, or } from 'drizzle-orm';
import { authors } from '../../db/schema/authors.ts';
import { claims, disputes, reviews, reviewVotes } from '../../db/schema/claims.ts';
import { coauthorEdges } from '../../db/schema/graph.ts';
import { identityChanges } from '../../db/schema/identity.ts';
import type { Reader } from '../../db/store.ts';

type Review = Pick<typeof reviews.$inferSelect, 'id' | 'kind' | 'subjectId' | 'authorId' | 'parties'>;

/** Questions about whose record it is: there a co-author is too close to decide. */
const aboutOwners: readonly string[] = ['claim', 'dispute', 'appeal'];

/**
 * Which of some questions an account may not decide: those it is a party of, those about a record that it owns or claims, those about
 * the ownership of a co-author's record, and appeals against what it has decided itself.
 * @returns the ids of those reviews
 */
export async function concernsOf(reader: Reader, accountId: string, asked: readonly Review[]): Promise<Set<string>> {
  const recordsOf = await recordsIn(reader, asked);
  const own = await ownRecords(reader, accountId);
  const close = await coauthored(reader, own, [...new Set([...recordsOf.values()].flat())]);
  const voted = await votedOn(reader, accountId, asked);
  const concerned = asked.filter(({ id, kind, subjectId, parties }) => {
    const about = recordsOf.get(id) ?? [];
    return (
      parties.includes(accountId) ||
      about.some((record) => own.has(record)) ||
      (aboutOwners.includes(kind) && about.some((record) => close.has(record))) ||
      (kind === 'appeal' && voted.has(subjectId))
    );
  });
  return new Set(concerned.map(({ id }) => id));
}

/** The records that each question is about: of a merge both. */
async function recordsIn(reader: Reader, asked: readonly Review[]): Promise<Map<string, string[]>> {
  const merges = asked.filter(({ kind }) => kind === 'merge').map(({ subjectId }) => subjectId);
  const changes =
    merges.length === 0
      ? []
      : await reader
          .select({ id: identityChanges.id, one: identityChanges.authorId, other: identityChanges.otherId })
          .from(identityChanges)
          .where(inArray(identityChanges.id, merges));
  const byChange = new Map(changes.map(({ id, one, other }) => [id, other ? [one, other] : [one]]));
  return new Map(
    asked.map(({ id, kind, subjectId, authorId }) => [
      id,
      [...(authorId ? [authorId] : []), ...(kind === 'merge' ? (byChange.get(subjectId) ?? []) : [])],
    ]),
  );
}

/** The records that an account owns or has a claim to that is not over, with their keys. */
async function ownRecords(reader: Reader, accountId: string): Promise<Map<string, number>> {
  const held = ['notice_period', 'in_review', 'accepted', 'suspended', 'appealed'];
  const owned = await reader.select({ id: authors.id, key: authors.key }).from(authors).where(eq(authors.ownerId, accountId));
  const claimed = await reader
    .select({ id: authors.id, key: authors.key })
    .from(claims)
    .innerJoin(authors, eq(authors.id, claims.authorId))
    .where(and(eq(claims.accountId, accountId), inArray(claims.state, held)));
  return new Map([...owned, ...claimed].map(({ id, key }) => [id, key]));
}

/** Which of some records have signed a work together with one of the account's own. */
async function coauthored(reader: Reader, own: ReadonlyMap<string, number>, records: readonly string[]): Promise<Set<string>> {
  if (own.size === 0 || records.length === 0) return new Set();
  const mine = [...own.values()];
  const { authorKey, coauthorKey } = coauthorEdges;
  const rows = await reader
    .selectDistinct({ id: authors.id })
    .from(authors)
    .innerJoin(
      coauthorEdges,
      or(and(eq(authorKey, authors.key), inArray(coauthorKey, mine)), and(eq(coauthorKey, authors.key), inArray(authorKey, mine))),
    )
    .where(inArray(authors.id, [...records]));
  return new Set(rows.map(({ id }) => id));
}

/** The claims among those appealed on which the account has voted before, on a dispute about them too. */
async function votedOn(reader: Reader, accountId: string, asked: readonly Review[]): Promise<Set<string>> {
  const appeals = asked.filter(({ kind }) => kind === 'appeal');
  if (appeals.length === 0) return new Set();
  const appealed = appeals.map(({ subjectId }) => subjectId);
  const records = appeals.flatMap(({ authorId }) => authorId ?? []);
  const doubts = await reader
    .select({ id: disputes.id, claimId: disputes.claimId })
    .from(disputes)
    .where(and(inArray(disputes.authorId, records), inArray(disputes.claimId, appealed)));
  const claimOf = new Map([...appealed.map((id) => [id, id] as const), ...doubts.map(({ id, claimId }) => [id, claimId] as const)]);
  const rows = await reader
    .select({ subjectId: reviews.subjectId })
    .from(reviewVotes)
    .innerJoin(reviews, and(eq(reviews.id, reviewVotes.reviewId), ne(reviews.kind, 'appeal')))
    .where(and(eq(reviewVotes.accountId, accountId), inArray(reviews.subjectId, [...claimOf.keys()])));
  return new Set(rows.flatMap(({ subjectId }) => claimOf.get(subjectId) ?? []));
}
