import { and, asc, eq, inArray, isNotNull, or } from 'drizzle-orm';
import { isEventKind, parseEvent } from '#lib/catalog/trust/model/log.ts';
import { type CaseSide, type FactLine, factLines, type ProofEvidence } from '#lib/governance/cases/model/evidence.ts';
import { firstOf, rowsOf } from '#lib/platform/db/rows.ts';
import { claims, disputes, proofs } from '#lib/platform/db/schema/claims.ts';
import { evidenceEvents } from '#lib/platform/db/schema/trust.ts';
import type { Reader } from '#lib/platform/db/store.ts';

/** Returns the sides of a case about ownership: the claimant and the objectors, each with their proofs. */
export async function sidesOf(reader: Reader, subjectId: string): Promise<CaseSide[]> {
  const [dispute] = await reader.select().from(disputes).where(eq(disputes.id, subjectId)).limit(1);
  const claim = await firstOf(reader, claims, eq(claims.id, dispute?.claimId ?? subjectId));
  if (!claim) return [];
  const objections = dispute
    ? await reader.select().from(disputes).where(eq(disputes.questionId, dispute.questionId)).orderBy(asc(disputes.openedAt))
    : await rowsOf(reader, disputes, and(eq(disputes.authorId, claim.authorId), eq(disputes.claimId, claim.id)));
  const { id, strength, createdAt: since, state } = claim;
  const sides: CaseSide[] = [{ id, role: 'claimant', since, state: state, strength, facts: [], proofs: await proofsOf(reader, claim) }];
  for (const each of objections) {
    const { openedAt, state, facts } = each;
    const evidence = { facts: factLines(facts), proofs: await proofsOf(reader, each) };
    sides.push({ id: each.id, role: 'objector', since: openedAt, state: state, strength: each.strength, ...evidence });
  }
  return sides;
}

/**
 * Returns the proofs of an account for a record, including those revoked with its claim, which an appeal is about. Each has its public
 * facts, from the log if it is there.
 */
async function proofsOf(reader: Reader, { accountId, authorId }: { accountId: string; authorId: string }): Promise<ProofEvidence[]> {
  const rows = await reader
    .select({ proof: proofs, body: evidenceEvents.body })
    .from(proofs)
    .leftJoin(evidenceEvents, eq(evidenceEvents.id, proofs.eventId))
    .where(
      and(
        eq(proofs.accountId, accountId),
        eq(proofs.authorId, authorId),
        or(inArray(proofs.state, ['observed', 'valid', 'stale', 'expired']), and(eq(proofs.state, 'revoked'), isNotNull(proofs.eventId))),
      ),
    )
    .orderBy(asc(proofs.issuedAt));
  return rows.map(({ proof: { id, kind, family, strength, state, observedAt, facts }, body }) => ({
    ...{ id, kind, family, strength, state, observedAt },
    facts: [...shownFactsOf(body), ...factLines(facts)],
  }));
}

function shownFactsOf(body: string | null): FactLine[] {
  const event = body === null ? null : parseEvent({ body });
  if (!event || !isEventKind(event, 'proof_shown')) return [];
  return [
    { term: 'shown', description: event.facts.subject },
    { term: 'checked by', description: event.facts.verifier },
  ];
}
