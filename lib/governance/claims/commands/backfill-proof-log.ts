import { and, eq, isNull } from 'drizzle-orm';
import { touchAuthors } from '#lib/catalog/authors/commands.ts';
import { logEvent } from '#lib/catalog/trust/commands/log.ts';
import { claims, proofs } from '#lib/platform/db/schema/claims.ts';
import type { Writer } from '#lib/platform/db/store.ts';

const atOnce = 200;

/**
 * Tells the log of proofs that were shown before it existed, so that an instance from then keeps its claims. Where every accepted claim
 * is told already, it does nothing.
 * @returns how many were told
 */
export async function logEarlierProofs(tx: Writer): Promise<number> {
  const untold = await tx
    .select({ proof: proofs, claim: claims })
    .from(proofs)
    .innerJoin(claims, and(eq(claims.authorId, proofs.authorId), eq(claims.accountId, proofs.accountId), eq(claims.state, 'accepted')))
    .where(and(eq(proofs.state, 'valid'), isNull(proofs.eventId)))
    .orderBy(proofs.authorId, proofs.observedAt)
    .limit(atOnce);
  const begun = new Set<string>();
  for (const { proof, claim } of untold) {
    const { authorId } = proof;
    if (!begun.has(authorId)) {
      const secret = { accountId: claim.accountId, facts: { account: claim.accountId } };
      await logEvent(tx, { authorId, kind: 'claim_accepted', facts: { claim: claim.id, strength: claim.strength }, secret });
      begun.add(authorId);
    }
    const orcid = typeof proof.facts.orcid === 'string' ? proof.facts.orcid : null;
    const facts = {
      proof: proof.kind,
      family: proof.family,
      strength: proof.strength ?? 'weak',
      thirdParty: false,
      verifier: orcid ? 'orcid.org' : 'mail',
      subject: orcid ?? 'a confirmed address',
      expiresAt: proof.expiresAt?.toISOString() ?? null,
      shownAt: proof.observedAt?.toISOString() ?? null,
    };
    const eventId = await logEvent(tx, { authorId, kind: 'proof_shown', facts });
    await tx.update(proofs).set({ eventId }).where(eq(proofs.id, proof.id));
  }
  if (begun.size > 0) await touchAuthors(tx, [...begun]);
  return untold.length;
}
