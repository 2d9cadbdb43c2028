import { and, desc, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { domainOf } from '#lib/catalog/powers/queries.ts';
import { type Strength, strengths } from '#lib/catalog/trust/model/snapshot.ts';
import { notSuppressed } from '#lib/catalog/visibility/queries.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import { columnsOf, hasRow, rowsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { claimEvents, claims, disputes, proofs } from '#lib/platform/db/schema/claims.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { ObjectionView, OpenObjection } from '../model/claim.ts';
import type { ClaimSupport, EarlierFreeze } from '../model/objections.ts';
import { isProofKind, ruleOf } from '../model/proof-methods.ts';

/**
 * Returns the current support of a claim: its account's proofs for the record that are neither stale nor expired. Without any stored
 * proofs, returns the strength with which the claim was accepted.
 */
export async function claimSupportOf(
  reader: Reader,
  { accountId, authorId, strength }: { accountId: string; authorId: string; strength: string },
): Promise<ClaimSupport> {
  const isShownProof = and(
    eq(proofs.accountId, accountId),
    eq(proofs.authorId, authorId),
    inArray(proofs.state, ['observed', 'valid', 'stale', 'expired']),
  );
  const rows = await reader.select().from(proofs).where(isShownProof);
  if (rows.length === 0) return { strength: strength as Strength, twoFamiliesSince: null };
  const at = now();
  const countingProofs = rows.filter(
    ({ state, expiresAt }) => ['observed', 'valid'].includes(state) && (expiresAt === null || expiresAt > at),
  );
  const familyStarts = [...Map.groupBy(countingProofs, ({ family }) => family).values()]
    .map((family) => Math.min(...family.map(({ observedAt, issuedAt }) => (observedAt ?? issuedAt).getTime())))
    .sort((a, b) => a - b);
  return {
    strength: [...strengths].reverse().find((each) => countingProofs.some((row) => row.strength === each)) ?? 'weak',
    twoFamiliesSince: familyStarts[1] === undefined ? null : new Date(familyStarts[1]),
  };
}

/**
 * Returns whether an objection to a claim to the record is open: a strong proof was shown against it, not withdrawn or dismissed, and no
 * claim was accepted since. Also true for an account whose own claim to the record was rejected or revoked.
 */
export async function isObjectionOpen(reader: Reader, authorId: string, accountId?: string): Promise<boolean> {
  if (accountId !== undefined) {
    const isLostClaim = and(eq(claims.authorId, authorId), eq(claims.accountId, accountId), inArray(claims.state, ['rejected', 'revoked']));
    if (await hasRow(reader, claims, isLostClaim)) return true;
  }
  const isOpenOrUpheld = and(eq(disputes.authorId, authorId), eq(disputes.strength, 'strong'), inArray(disputes.state, ['open', 'upheld']));
  const [latest] = await reader
    .select({ at: disputes.openedAt })
    .from(disputes)
    .where(isOpenOrUpheld)
    .orderBy(desc(disputes.openedAt))
    .limit(1);
  if (!latest) return false;
  const [acceptedEvent] = await reader
    .select({ id: claimEvents.id })
    .from(claimEvents)
    .innerJoin(claims, eq(claims.id, claimEvents.claimId))
    .where(and(eq(claims.authorId, authorId), eq(claimEvents.toState, 'accepted'), gt(claimEvents.at, latest.at)))
    .limit(1);
  return acceptedEvent === undefined;
}

/** Returns the objections of an account to claims of others, newest first, optionally for one record. */
export async function objectionsOf(reader: Reader, actor: Actor, authorId?: string): Promise<ObjectionView[]> {
  const { accountId } = actor;
  return authorId === undefined
    ? reader.prepared(ownObjectionsQuery, { accountId })
    : reader.prepared(ownObjectionsToQuery, { accountId, authorId });
}

const selectOwnObjections = (reader: Reader, isWanted?: SQL) =>
  reader
    .select({
      ...columnsOf(disputes, 'id', 'questionId', 'state', 'decidedAt'),
      author: columnsOf(authors, 'id', 'slug', 'name'),
      at: disputes.openedAt,
      freezesRecord: disputes.marks,
      claimStage: claims.state,
    })
    .from(disputes)
    .innerJoin(claims, eq(claims.id, disputes.claimId))
    .innerJoin(authors, eq(authors.id, disputes.authorId))
    .where(and(eq(disputes.accountId, sql.placeholder('accountId')), notSuppressed(), isWanted))
    .orderBy(desc(disputes.openedAt))
    .limit(100)
    .prepare();
const ownObjectionsQuery = (reader: Reader) => selectOwnObjections(reader);
const ownObjectionsToQuery = (reader: Reader) => selectOwnObjections(reader, eq(authors.id, sql.placeholder('authorId')));

/** Returns the open objections to an account's claims, without the identity of the objectors. */
export async function openObjections(reader: Reader, actor: Actor, authorId: string): Promise<OpenObjection[]> {
  return reader
    .select({ id: disputes.id, at: disputes.openedAt, kind: disputes.kind, freezesRecord: disputes.marks })
    .from(disputes)
    .innerJoin(claims, eq(claims.id, disputes.claimId))
    .innerJoin(authors, and(eq(authors.id, disputes.authorId), isNull(authors.mergedInto)))
    .where(and(eq(disputes.authorId, authorId), eq(claims.accountId, actor.accountId), eq(disputes.state, 'open')))
    .orderBy(disputes.openedAt)
    .limit(20);
}

/** Returns the objections to a claim that froze its record or paused its notice, each with the family of its proof. */
export async function earlierFreezes(reader: Reader, claimId: string): Promise<EarlierFreeze[]> {
  const rows = await rowsOf(reader, disputes, and(eq(disputes.claimId, claimId), eq(disputes.marks, true)));
  return rows.map(({ kind }) => ({ family: isProofKind(kind) ? ruleOf(kind).family : kind }));
}

/** Whether the owner of a record has shown a domain that another proof shows too. */
export async function sharesDomain(reader: Reader, { accountId, authorId }: OwnedRecord, facts: Record<string, unknown>): Promise<boolean> {
  const domain = domainOf(facts);
  if (domain === null) return false;
  const isCounting = and(eq(proofs.accountId, accountId), eq(proofs.authorId, authorId), inArray(proofs.state, ['observed', 'valid']));
  return (await rowsOf(reader, proofs, isCounting)).some((proof) => domainOf(proof.facts) === domain);
}

interface OwnedRecord {
  accountId: string;
  authorId: string;
}

/** Returns the open objections that form one case, earliest first. */
export const openRivals = (reader: Reader, questionId: string): Promise<(typeof disputes.$inferSelect)[]> =>
  rowsOf(reader, disputes, and(eq(disputes.questionId, questionId), eq(disputes.state, 'open')), disputes.openedAt, disputes.id);
