import { and, eq, inArray } from 'drizzle-orm';
import { setOrcid } from '#lib/catalog/authors/commands/fields.ts';
import { markChanged } from '#lib/catalog/authors/commands/mark-changed.ts';
import { logEvent } from '#lib/catalog/trust/commands/log.ts';
import { strengths } from '#lib/catalog/trust/model/snapshot.ts';
import { daysMs, later, now } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { claims, proofs } from '#lib/platform/db/schema/claims.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import {
  type ClaimEvidence,
  countsUntil,
  evidence,
  factsForLog,
  isProofKind,
  type ProofKind,
  proofMethod,
  proofRules,
  proofStatesBefore,
  strengthOf,
} from '../model/proofs.ts';

export type ProofRow = typeof proofs.$inferSelect;

/** What a kept proof showed, or null for one whose facts are of an earlier time. */
export function shownIn({ kind, facts }: Pick<ProofRow, 'kind' | 'facts'>): ClaimEvidence | null {
  const read = evidence.safeParse({ ...facts, by: kind });
  return read.success ? read.data : null;
}

interface Shown {
  accountId: string;
  authorId: string;
  /** The row whose token led to it, where there is one. */
  proofId: string | null;
}

const targetOf = (shown: ClaimEvidence): string =>
  shown.by === 'orcid' || shown.by === 'orcid_employment' ? shown.orcid : shown.by === 'federated' ? shown.issuer : 'account';

const own = ({ accountId, authorId }: Pick<Shown, 'accountId' | 'authorId'>) =>
  and(eq(proofs.accountId, accountId), eq(proofs.authorId, authorId));

/**
 * Keeps that something was shown: observed, not yet counted. An earlier proof of the same thing gives way to it.
 * @returns the id of the row
 */
export async function storeObservation(tx: Writer, shown: ClaimEvidence, { accountId, authorId, proofId }: Shown): Promise<string> {
  const at = now();
  // A proof knows whose it is and for which record; what it says to everybody is less.
  const { by, ...facts } = evidence.parse(shown);
  const found = {
    state: 'observed',
    family: proofRules[by].family,
    strength: strengthOf(shown),
    observedAt: at,
    checkedAt: at,
    method: proofMethod,
  } as const;
  const expiresAt = countsUntil(by, at);
  if (proofId !== null) {
    const [row] = await tx
      .update(proofs)
      .set({ ...found, facts, failures: 0, failure: null, expiresAt })
      .where(and(eq(proofs.id, proofId), own({ accountId, authorId }), inArray(proofs.state, ['issued', 'observed'])))
      .returning({ id: proofs.id });
    if (row) return row.id;
  }
  // Shown again while it still counts: a new proof takes the place of the old one, and its time begins again.
  const [renewed] = proofId === null ? [] : await tx.select({ target: proofs.target }).from(proofs).where(eq(proofs.id, proofId));
  const target = renewed?.target ?? targetOf(shown);
  const same = and(own({ accountId, authorId }), eq(proofs.kind, by), eq(proofs.target, target));
  await tx
    .update(proofs)
    .set({ state: 'expired', nextCheckAt: null })
    .where(and(same, inArray(proofs.state, proofStatesBefore('run_out'))));
  const id = newId();
  await tx.insert(proofs).values({ id, accountId, authorId, kind: by, target, facts, issuedAt: at, expiresAt, ...found });
  return id;
}

/** When a job looks at a proof again, or null. */
export function nextRecheckAt(kind: ProofKind, at: Date): Date | null {
  const { recheckDays } = proofRules[kind];
  return recheckDays === null ? null : later(at, daysMs(recheckDays));
}

/**
 * Counts what an account has shown for a record that is now its own: each observed proof becomes valid and is logged, with public
 * facts only. Rows first, then the log.
 */
export async function countProofs(tx: Writer, claim: { accountId: string; authorId: string }): Promise<void> {
  const at = now();
  const counted = await tx
    .update(proofs)
    .set({ state: 'valid' })
    .where(and(own(claim), inArray(proofs.state, proofStatesBefore('count'))))
    .returning();
  for (const row of counted.sort((a, b) => a.issuedAt.getTime() - b.issuedAt.getTime() || a.id.localeCompare(b.id))) {
    const shown = shownIn(row);
    if (!shown || !isProofKind(row.kind)) throw new Error(`The proof ${row.id} says nothing that can be counted.`);
    const facts = shown.by === 'orcid' ? await bindOrcid(tx, claim.authorId, shown.orcid, row.facts) : row.facts;
    const nextCheckAt = nextRecheckAt(row.kind, at);
    await tx.update(proofs).set({ facts, nextCheckAt }).where(eq(proofs.id, row.id));
    const secret = proofRules[row.kind].by === 'mail' ? { secret: { accountId: claim.accountId, facts: { address: row.target } } } : {};
    const eventId = await logEvent(tx, {
      authorId: claim.authorId,
      kind: 'proof_shown',
      facts: factsForLog(shown, row.expiresAt),
      ...secret,
    });
    await tx.update(proofs).set({ eventId }).where(eq(proofs.id, row.id));
  }
}

/**
 * Writes the iD on the record, and keeps whether it was this proof that brought it, or that made it an authenticated one: that goes
 * with the proof, and must not be taken for the word of a source later.
 */
async function bindOrcid(tx: Writer, authorId: string, orcid: string, facts: ProofRow['facts']): Promise<ProofRow['facts']> {
  const columns = { key: authors.key, orcid: authors.orcid, authenticated: authors.orcidAuthenticated };
  const [before] = await tx.select(columns).from(authors).where(eq(authors.id, authorId));
  if (before) await setOrcid(tx, before.key, orcid, true);
  return { ...facts, ...(before?.orcid ? {} : { addedToRecord: true }), ...(before?.authenticated ? {} : { authenticatedHere: true }) };
}

/**
 * Judges a proof that counts again, by what a probe has found: the log says how strong it is now and why, and the claim is as strong as the
 * strongest of its proofs. Nothing is written where the proof has changed since it was read.
 * @returns false where nothing was written
 */
export async function assessProof(tx: Writer, row: ProofRow, shown: ClaimEvidence): Promise<boolean> {
  const at = now();
  const { by: _, ...found } = evidence.parse(shown);
  const { addedToRecord, authenticatedHere } = row.facts;
  const facts = { ...found, ...(addedToRecord === true && { addedToRecord }), ...(authenticatedHere === true && { authenticatedHere }) };
  const strength = strengthOf(shown);
  const [judged] = await tx
    .update(proofs)
    .set({ facts, strength, method: proofMethod, checkedAt: at, failures: 0, failure: null })
    .where(and(eq(proofs.id, row.id), eq(proofs.state, 'valid'), eq(proofs.failures, row.failures)))
    .returning();
  if (!judged?.eventId) return judged !== undefined;
  await markChanged(tx, [row.authorId]);
  await updateClaimStrength(tx, row);
  const logFacts = { ...factsForLog(shown, row.expiresAt), about: judged.eventId };
  await logEvent(tx, { authorId: row.authorId, kind: 'proof_assessed', facts: logFacts });
  return true;
}

/** A claim is as strong as the strongest of what counts behind it. */
export async function updateClaimStrength(tx: Writer, { accountId, authorId }: Pick<ProofRow, 'accountId' | 'authorId'>): Promise<void> {
  const counts = and(own({ accountId, authorId }), inArray(proofs.state, ['observed', 'valid']));
  const rows = await tx.select({ strength: proofs.strength }).from(proofs).where(counts);
  const strength = [...strengths].reverse().find((each) => rows.some((row) => row.strength === each));
  if (strength === undefined) return;
  const activeClaims = and(
    eq(claims.accountId, accountId),
    eq(claims.authorId, authorId),
    inArray(claims.state, ['accepted', 'suspended']),
  );
  await tx.update(claims).set({ strength }).where(activeClaims);
}

/** All that an account has shown for a record no longer counts. Answers what it was. */
export const revokeProofs = (tx: Writer, claim: { accountId: string; authorId: string }) =>
  tx
    .update(proofs)
    .set({ state: 'revoked', nextCheckAt: null })
    .where(and(own(claim), inArray(proofs.state, proofStatesBefore('revoke'))))
    .returning({ facts: proofs.facts });
