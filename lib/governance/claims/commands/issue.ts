import { and, eq, inArray } from 'drizzle-orm';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { confirmationRefusal } from '#lib/platform/auth/mail-rate-limits.ts';
import { withinLimit } from '#lib/platform/auth/rate-limits.ts';
import { tokenHash } from '#lib/platform/auth/sessions.ts';
import { addMs, now } from '#lib/platform/clock.ts';
import { hasRow } from '#lib/platform/db/rows.ts';
import { disputes, proofs } from '#lib/platform/db/schema/claims.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { newCode, newId } from '#lib/platform/id.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { proofMessage } from '../mail.ts';
import { type ClaimErrorCode, type ClaimProof, claimRefusal, mintProof } from '../model/claim.ts';
import { proofsLimit } from '../model/limits.ts';
import { type ProofKind, ruleOf } from '../model/proof-methods.ts';
import { tokenTtlHours } from '../model/proofs.ts';
import { proofProbes } from '../probes/method-probes.ts';
import { claimFacts } from '../queries/claims.ts';
import { provenRecord } from '../queries/proven-record.ts';
import type { ProofRow } from './evidence.ts';

interface NewProof {
  authorId: string;
  kind: ProofKind;
  /** As `parseTarget` returns it, or the email address for a mailed proof. */
  target: string;
}

type IssueErrorCode = ClaimErrorCode | 'too_many_proofs' | 'too_many_proof_mails' | 'mail_just_sent' | 'proof_counts';

/**
 * Issues a token for a proof of control. For mailed proofs the token is sent only by email. Asking again sends another email, or extends
 * the time of a token to place by a day. If the probe of the kind lets no email be sent, the result is the same, so that addresses cannot be
 * guessed.
 */
export async function issueProof(
  tx: Writer,
  actor: Actor,
  { authorId, kind, target }: NewProof,
): Promise<Outcome<ProofRow, IssueErrorCode>> {
  const refusal = claimRefusal(await claimFacts(tx, actor, authorId));
  // A proof strengthens the account's own claim, and disputes another account's.
  if (refusal && refusal !== 'already_yours' && refusal !== 'already_claimed') return refused(refusal);
  if (!(await withinLimit(tx, 'proof', actor.accountId, proofsLimit))) return refused('too_many_proofs');
  const isMailed = ruleOf(kind).by === 'mail';
  const mailRefusal = isMailed
    ? await confirmationRefusal(tx, { accountId: actor.accountId, address: target, isShown: await isKnownAddress(tx, actor, target) })
    : null;
  if (mailRefusal) return refused(mailRefusal.code === 'mail_just_sent' ? 'mail_just_sent' : 'too_many_proof_mails');
  const code = newCode(isMailed ? 32 : 26);
  const token = isMailed ? tokenHash(code) : code;
  // An observed proof that led to nothing, such as an objection to a claim that has ended, can be shown again with its own token.
  const isIdle = refusal !== 'already_yours' && !(await hasOpenDispute(tx, actor, authorId));
  const row = await renewOrInsert(tx, actor, { authorId, kind, target }, token, isIdle);
  if (!row) return refused('proof_counts');
  if (isMailed && (await mayMail(tx, { authorId, kind, target }))) {
    const link = `${env().PUBLIC_URL}/claim/confirm?proof=${row.id}&code=${code}`;
    await enqueue(tx, { kind: 'send-mail', payload: { to: target, ...proofMessage({ link, hours: tokenTtlHours }) } });
  }
  return done(row);
}

/** Returns whether the address is known to belong to the account: it signs in with it, or has confirmed it before. */
async function isKnownAddress(tx: Writer, { accountId, email, emailConfirmed }: Actor, address: string): Promise<boolean> {
  if (emailConfirmed && email === address) return true;
  const isConfirmedAddress = and(
    eq(proofs.accountId, accountId),
    eq(proofs.target, address),
    inArray(proofs.state, ['observed', 'valid', 'stale']),
  );
  return hasRow(tx, proofs, isConfirmedAddress);
}

async function mayMail(tx: Writer, { authorId, kind, target }: NewProof): Promise<boolean> {
  const { mayMail: isAllowed } = proofProbes[kind];
  if (!isAllowed) return true;
  const record = await provenRecord(tx, authorId);
  return record !== null && isAllowed(tx, record, target);
}

/** Returns the open proof of the same target with a renewed time, or a new one; null if a proof counts already. */
async function renewOrInsert(
  tx: Writer,
  actor: Actor,
  { authorId, kind, target }: NewProof,
  newToken: string,
  isIdle: boolean,
): Promise<ProofRow | null> {
  const at = now();
  const times = { issuedAt: at, expiresAt: addMs(at, tokenTtlHours * 3_600_000), failure: null, checkedAt: null };
  const isSameTarget = and(
    eq(proofs.accountId, actor.accountId),
    eq(proofs.authorId, authorId),
    eq(proofs.kind, kind),
    eq(proofs.target, target),
  );
  const isIssued = and(isSameTarget, eq(proofs.state, 'issued'));
  const renewal = { ...times, ...(ruleOf(kind).by === 'mail' ? { token: newToken } : {}) };
  const [openProof] = await tx.update(proofs).set(renewal).where(isIssued).returning();
  if (openProof) return openProof;
  if (ruleOf(kind).by === 'mail') {
    // A counting proof keeps counting while its address is confirmed again for another year.
    const isCounting = and(isSameTarget, inArray(proofs.state, isIdle ? ['valid', 'stale'] : ['observed', 'valid', 'stale']));
    const [countingProof] = await tx.update(proofs).set({ token: newToken, issuedAt: at }).where(isCounting).returning();
    if (countingProof) return countingProof;
  }
  // A stale proof is replaced by a new one, which may be weaker.
  const isReplaced = and(isSameTarget, inArray(proofs.state, isIdle ? ['observed', 'stale'] : ['stale']));
  const expiry = { state: 'expired', nextCheckAt: null };
  const [replaced] = await tx.update(proofs).set(expiry).where(isReplaced).returning({ token: proofs.token });
  const token = (ruleOf(kind).by === 'probe' && replaced?.token) || newToken;
  const { family } = ruleOf(kind);
  const row = { id: newId(), accountId: actor.accountId, authorId, kind, state: 'issued', target, token, family, ...times };
  const [inserted] = await tx.insert(proofs).values(row).onConflictDoNothing().returning();
  return inserted ?? null;
}

const hasOpenDispute = async (tx: Writer, { accountId }: Actor, authorId: string): Promise<boolean> => {
  const isOpenDispute = and(eq(disputes.accountId, accountId), eq(disputes.authorId, authorId), eq(disputes.state, 'open'));
  return hasRow(tx, disputes, isOpenDispute);
};

/** Removes an unfinished proof. Counting proofs end only with the claim. */
export async function removeUnfinishedProof(
  tx: Writer,
  actor: Actor,
  { proofId }: { proofId: string },
): Promise<Outcome<{ authorId: string }, 'unknown_proof'>> {
  const isOwn = and(eq(proofs.id, proofId), eq(proofs.accountId, actor.accountId), eq(proofs.state, 'issued'));
  const [removed] = await tx
    .update(proofs)
    .set({ state: 'revoked', nextCheckAt: null })
    .where(isOwn)
    .returning({ authorId: proofs.authorId });
  return removed ? done(removed) : refused('unknown_proof');
}

/**
 * Stores the address of a mailed proof that an account has confirmed before, as its mailed link would have, so that one mailbox counts once.
 * @param address null for a proof without one
 */
export async function withAddress(tx: Writer, proof: ClaimProof, address: string | null): Promise<ClaimProof> {
  if (address === null) return proof;
  const { accountId, authorId, by: kind } = proof;
  const row = { id: newId(), accountId, authorId, kind, state: 'issued', target: address, family: ruleOf(kind).family, issuedAt: now() };
  const [stored] = await tx.insert(proofs).values(row).onConflictDoNothing().returning({ id: proofs.id });
  return stored ? mintProof(proof, accountId, authorId, stored.id) : proof;
}
