import { and, eq, inArray } from 'drizzle-orm';
import { setOrcid } from '#lib/catalog/authors/commands/fields.ts';
import { markAuthorsChanged } from '#lib/catalog/authors/commands/mark-changed.ts';
import { logEvent } from '#lib/catalog/trust/commands/log.ts';
import { strengths } from '#lib/catalog/trust/model/snapshot.ts';
import { addMs, daysMs, now } from '#lib/platform/clock.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { claims, proofs } from '#lib/platform/db/schema/claims.ts';
import { evidenceEvents } from '#lib/platform/db/schema/trust.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { isSameMailbox } from '../model/address-names.ts';
import { type ClaimEvidence, isProofKind, type ProofKind, parseEvidence, publicFactsOf, ruleOf } from '../model/proof-methods.ts';
import { factsForLog, proofExpiresAt, proofMethod, proofStatesBefore, strengthOf } from '../model/proofs.ts';

export type ProofRow = typeof proofs.$inferSelect;

interface ProofOrigin {
  accountId: string;
  authorId: string;
  /** The row whose token was used, if any. */
  proofId: string | null;
}

const targetOf = (evidence: ClaimEvidence): string => ruleOf(evidence.by).targetOf?.(evidence) ?? 'account';

const isProofOf = ({ accountId, authorId }: Pick<ProofOrigin, 'accountId' | 'authorId'>) =>
  and(eq(proofs.accountId, accountId), eq(proofs.authorId, authorId));

/**
 * Stores evidence as an observed proof, which does not count yet. It replaces an earlier proof with the same target.
 * @returns the id of the row
 */
export async function storeObservation(
  tx: Writer,
  evidence: ClaimEvidence,
  { accountId, authorId, proofId }: ProofOrigin,
): Promise<string> {
  const at = now();
  const { by } = evidence;
  const facts = publicFactsOf(evidence);
  const observation = {
    state: 'observed',
    family: ruleOf(by).family,
    strength: strengthOf(evidence),
    observedAt: at,
    checkedAt: at,
    method: proofMethod,
  } as const;
  const expiresAt = proofExpiresAt(by, at);
  if (proofId !== null) {
    const [row] = await tx
      .update(proofs)
      .set({ ...observation, facts, failures: 0, failure: null, expiresAt })
      .where(and(eq(proofs.id, proofId), isProofOf({ accountId, authorId }), inArray(proofs.state, ['issued', 'observed'])))
      .returning({ id: proofs.id });
    if (row) return row.id;
  }
  // A counting proof that is shown again is replaced, which restarts its validity.
  const [replaced] = proofId === null ? [] : await tx.select({ target: proofs.target }).from(proofs).where(eq(proofs.id, proofId));
  const target = replaced?.target ?? targetOf(evidence);
  const isSameTarget = and(isProofOf({ accountId, authorId }), eq(proofs.kind, by), eq(proofs.target, target));
  const mayExpire = and(isSameTarget, inArray(proofs.state, proofStatesBefore('expire')));
  await tx.update(proofs).set({ state: 'expired', nextCheckAt: null }).where(mayExpire);
  const id = newId();
  await tx.insert(proofs).values({ id, accountId, authorId, kind: by, target, facts, issuedAt: at, expiresAt, ...observation });
  return id;
}

/** Returns the time of the next recheck, or null if the kind is not rechecked. */
export function nextRecheckAt(kind: ProofKind, at: Date): Date | null {
  const { recheckDays } = ruleOf(kind);
  return recheckDays === null ? null : addMs(at, daysMs(recheckDays));
}

/** Makes the observed proofs of a record's new owner valid, and logs each with its public facts. Updates the rows before the log. */
export async function activateProofs(tx: Writer, claim: { accountId: string; authorId: string }): Promise<void> {
  const at = now();
  const mayCount = and(isProofOf(claim), inArray(proofs.state, proofStatesBefore('count')));
  const countedProofs = await tx.update(proofs).set({ state: 'valid' }).where(mayCount).returning();
  for (const row of countedProofs.sort((a, b) => a.issuedAt.getTime() - b.issuedAt.getTime() || a.id.localeCompare(b.id))) {
    const evidence = parseEvidence(row);
    if (!evidence || !isProofKind(row.kind)) throw new Error(`The proof ${row.id} says nothing that can be counted.`);
    const { givesOrcid, orcidOf, by } = ruleOf(row.kind);
    const facts = givesOrcid && orcidOf ? await bindOrcid(tx, claim.authorId, orcidOf(evidence), row.facts) : row.facts;
    const nextCheckAt = nextRecheckAt(row.kind, at);
    await tx.update(proofs).set({ facts, nextCheckAt }).where(eq(proofs.id, row.id));
    const secret = by === 'mail' ? { secret: { accountId: claim.accountId, facts: { address: row.target } } } : {};
    const sameMailboxAs = await firstProofByMailbox(tx, row);
    const publicFacts = { ...factsForLog(evidence, row.expiresAt), ...(sameMailboxAs && { sameMailboxAs }) };
    const eventId = await logEvent(tx, { authorId: claim.authorId, kind: 'proof_shown', facts: publicFacts, ...secret });
    await tx.update(proofs).set({ eventId }).where(eq(proofs.id, row.id));
  }
}

/** Returns the event of the first proof that the same mailbox has shown, if it is another one; null otherwise. */
async function firstProofByMailbox(tx: Writer, row: ProofRow): Promise<string | null> {
  const address = await mailboxOfProof(tx, row);
  if (address === null) return null;
  const logged = await tx
    .select({ proof: proofs })
    .from(proofs)
    .innerJoin(evidenceEvents, eq(evidenceEvents.id, proofs.eventId))
    .where(isProofOf(row))
    .orderBy(evidenceEvents.number);
  for (const { proof } of logged) {
    if (proof.id === row.id) return null;
    const other = await mailboxOfProof(tx, proof);
    if (other !== null && isSameMailbox(address, other)) return proof.eventId;
  }
  return null;
}

/** Returns the address of a proof by a mailbox: the one that was mailed, or the one that the account signs in with. */
async function mailboxOfProof(tx: Writer, { kind, target, accountId }: ProofRow): Promise<string | null> {
  if (isProofKind(kind) && ruleOf(kind).by === 'mail') return target;
  if (kind !== 'email') return null;
  const [account] = await tx.select({ email: accounts.email }).from(accounts).where(eq(accounts.id, accountId));
  return account?.email ?? null;
}

/**
 * Sets the iD of the record. Stores whether this proof added or authenticated it: that is undone with the proof, and must not be attributed
 * to a source later.
 */
async function bindOrcid(tx: Writer, authorId: string, orcid: string, facts: ProofRow['facts']): Promise<ProofRow['facts']> {
  const columns = { key: authors.key, orcid: authors.orcid, authenticated: authors.orcidAuthenticated };
  const [current] = await tx.select(columns).from(authors).where(eq(authors.id, authorId));
  if (current) await setOrcid(tx, current.key, orcid, true);
  return { ...facts, ...(current?.orcid ? {} : { addedToRecord: true }), ...(current?.authenticated ? {} : { authenticatedHere: true }) };
}

/**
 * Reassesses a counting proof by the evidence of a new probe. Logs the new strength, and updates the strength of the claim. Writes nothing
 * if the proof has changed since it was read.
 * @returns false if nothing was written
 */
export async function assessProof(tx: Writer, row: ProofRow, evidence: ClaimEvidence): Promise<boolean> {
  const at = now();
  const { addedToRecord, authenticatedHere } = row.facts;
  const facts = {
    ...publicFactsOf(evidence),
    ...(addedToRecord === true && { addedToRecord }),
    ...(authenticatedHere === true && { authenticatedHere }),
  };
  const strength = strengthOf(evidence);
  const [assessed] = await tx
    .update(proofs)
    .set({ facts, strength, method: proofMethod, keptUntil: null, checkedAt: at, failures: 0, failure: null })
    .where(and(eq(proofs.id, row.id), eq(proofs.state, 'valid'), eq(proofs.failures, row.failures)))
    .returning();
  if (!assessed?.eventId) return assessed !== undefined;
  await markAuthorsChanged(tx, [row.authorId]);
  await updateClaimStrength(tx, row);
  const sameMailboxAs = await firstProofByMailbox(tx, row);
  const logFacts = { ...factsForLog(evidence, row.expiresAt), ...(sameMailboxAs && { sameMailboxAs }), about: assessed.eventId };
  await logEvent(tx, { authorId: row.authorId, kind: 'proof_assessed', facts: logFacts });
  return true;
}

/** Sets the strength of a claim to that of its strongest counting proof. */
export async function updateClaimStrength(tx: Writer, { accountId, authorId }: Pick<ProofRow, 'accountId' | 'authorId'>): Promise<void> {
  const isCounting = and(isProofOf({ accountId, authorId }), inArray(proofs.state, ['observed', 'valid']));
  const rows = await tx.select({ strength: proofs.strength }).from(proofs).where(isCounting);
  const strength = [...strengths].reverse().find((each) => rows.some((row) => row.strength === each));
  if (strength === undefined) return;
  const activeClaims = and(
    eq(claims.accountId, accountId),
    eq(claims.authorId, authorId),
    inArray(claims.state, ['accepted', 'suspended']),
  );
  await tx.update(claims).set({ strength }).where(activeClaims);
}

/** Revokes all proofs of an account for a record, and returns their facts. */
export const revokeProofs = (tx: Writer, claim: { accountId: string; authorId: string }) =>
  tx
    .update(proofs)
    .set({ state: 'revoked', nextCheckAt: null })
    .where(and(isProofOf(claim), inArray(proofs.state, proofStatesBefore('revoke'))))
    .returning({ facts: proofs.facts });
