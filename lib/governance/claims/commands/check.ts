import { and, eq, inArray, isNull } from 'drizzle-orm';
import { enqueueRefresh, touchAuthors } from '#lib/catalog/authors/commands/mark-changed.ts';
import { logEvent } from '#lib/catalog/trust/commands/log.ts';
import type { Strength } from '#lib/catalog/trust/model/snapshot.ts';
import { eventsOf } from '#lib/catalog/trust/queries/log.ts';
import { notify } from '#lib/community/notifications/commands/notify.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { type Limit, withinLimit } from '#lib/platform/auth/rate-limits.ts';
import { tokenHash } from '#lib/platform/auth/sessions.ts';
import { daysMs, later, now } from '#lib/platform/clock.ts';
import { firstOf } from '#lib/platform/db/rows.ts';
import { proofs } from '#lib/platform/db/schema/claims.ts';
import type { Store, Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { type ClaimErrorCode, isStronger, mintProof } from '../model/claim.ts';
import {
  afterLook,
  type ClaimEvidence,
  type Failure,
  isProofKind,
  logRechecksEveryDays,
  type ProofKind,
  type ProofState,
  proofRules,
  strengthOf,
  tokenHours,
} from '../model/proofs.ts';
import { type ProofProbes, probeProof } from '../probes.ts';
import { endAttestationsAcross } from './attestations.ts';
import { claimAuthor } from './claim.ts';
import { assessProof, nextRecheckAt, type ProofRow } from './evidence.ts';
import type { Claimed } from './open.ts';

type Ended = 'unknown_proof' | 'proof_expired';

/**
 * An account's own proof that waits to be shown by one channel, or why there is none. The channel is part of the question: a proof by mail has
 * nothing to look at, and only the code of its mail opens it.
 */
export async function openProof(
  reader: Pick<Writer, 'select'>,
  actor: Actor,
  proofId: string,
  channel: 'probe' | 'mail',
): Promise<Outcome<ProofRow & { kind: ProofKind }, Ended>> {
  const row = await firstOf(reader, proofs, and(eq(proofs.id, proofId), eq(proofs.accountId, actor.accountId)));
  if (!row || !isProofKind(row.kind) || proofRules[row.kind].by !== channel) return refused('unknown_proof');
  return isUsable(row) ? done({ ...row, kind: row.kind }) : refused('proof_expired');
}

/** True while a token can be used: 24 hours after it was given out, also for an address that is confirmed again. */
function isUsable({ kind, state, token, issuedAt, expiresAt }: ProofRow): boolean {
  if (state === 'issued') return expiresAt === null || expiresAt > now();
  const renews = isProofKind(kind) && proofRules[kind].by === 'mail' && ['observed', 'valid', 'stale'].includes(state);
  return renews && token !== null && later(issuedAt, tokenHours * 3_600_000) > now();
}

const probesPerProof: Limit = { times: 6, minutes: 60 };
const probesPerAccount: Limit = { times: 60, minutes: 60 };

/** Whether an account may have a place looked at once more: each look asks somebody else's server. */
export const mayProbe = (tx: Writer, actor: Actor): Promise<boolean> => withinLimit(tx, 'proof-probes', actor.accountId, probesPerAccount);

/** An account's own proof that was shown, counts or is stale, where it is one that can be looked at and may be so soon. */
export async function mayRecheck(
  tx: Writer,
  actor: Actor,
  proofId: string,
): Promise<Outcome<{ id: string; authorId: string }, 'unknown_proof' | 'too_many_proofs'>> {
  const own = and(eq(proofs.id, proofId), eq(proofs.accountId, actor.accountId), inArray(proofs.state, ['observed', 'valid', 'stale']));
  const [row] = await tx.select({ id: proofs.id, authorId: proofs.authorId, kind: proofs.kind }).from(proofs).where(own);
  // A mailbox is not looked at: what expires is shown again.
  if (!row || !isProofKind(row.kind) || proofRules[row.kind].recheckDays === null) return refused('unknown_proof');
  if (!(await withinLimit(tx, 'proof-probe', proofId, probesPerProof))) return refused('too_many_proofs');
  return done({ id: row.id, authorId: row.authorId });
}

/** True for the code that was mailed for a proof. */
export const isItsCode = ({ token }: ProofRow, code: string): boolean => token !== null && token === tokenHash(code);

/** Claims by what was found; the proof's row is observed in the same transaction. */
export async function claimByFound(
  tx: Writer,
  actor: Actor,
  row: ProofRow,
  shown: ClaimEvidence,
  code?: string,
): Promise<Outcome<Claimed, ClaimErrorCode | Ended>> {
  // What is confirmed by mail counts with the code of that mail alone, no matter who calls this.
  const byMail = isProofKind(row.kind) && proofRules[row.kind].by === 'mail';
  if (byMail && (code === undefined || !isItsCode(row, code))) return refused('proof_expired');
  // The proof's row is locked first, and a mailed code used up, so that what is shown twice at once counts once.
  const used = byMail ? { token: null } : {};
  const open = await tx
    .update(proofs)
    .set({ checkedAt: now(), ...used })
    .where(isOpen(row))
    .returning({ id: proofs.id });
  if (open.length === 0) return refused('proof_expired');
  const proof = mintProof(shown, actor.accountId, row.authorId, row.id);
  return claimAuthor(tx, actor, { authorId: row.authorId, proof });
}

const isOpen = ({ id, accountId, state, token }: ProofRow) =>
  and(
    eq(proofs.id, id),
    eq(proofs.accountId, accountId),
    eq(proofs.state, state),
    token === null ? isNull(proofs.token) : eq(proofs.token, token),
  );

/** Keeps that a look found nothing, and why; the token stays good. */
export async function storeFailure(tx: Writer, row: ProofRow, failure: Failure): Promise<void> {
  await tx.update(proofs).set({ failure, checkedAt: now() }).where(isOpen(row));
}

/**
 * Probes a proof again that counts, and keeps what that makes of it: seven failures in a row make it stale, one success brings it
 * back. The network is asked outside any transaction. Does nothing where the proof no longer counts.
 */
export async function recheckProof(
  store: Pick<Store, 'reader' | 'transact'>,
  proofId: string,
  world: ProofProbes,
  { moved = false }: { moved?: boolean } = {},
): Promise<void> {
  const [row] = await store.reader.select().from(proofs).where(eq(proofs.id, proofId));
  if (!row || !['valid', 'stale'].includes(row.state) || !isProofKind(row.kind)) return;
  // Nobody can probe a mailbox, or sign in for somebody; whether the record still names the place can be seen without.
  if (!isLookedAt(row.kind) && !(moved && isOfPlace(row.kind))) return;
  const found = await probeProof(store.reader, { ...row, kind: row.kind }, world);
  // More ties it to this author than before: an iD that is old enough by now, a work that a publisher has added.
  if (row.state === 'valid' && found.ok && isStronger(strengthOf(found.value), row.strength as Strength)) {
    await store.transact(async (tx) => {
      if (await assessProof(tx, row, found.value)) await enqueueRefresh(tx);
    });
    return;
  }
  // Something weaker than what was shown is not the same proof.
  const same = found.ok && !isStronger(row.strength as Strength, strengthOf(found.value));
  await store.transact((tx) => storeRecheck(tx, row, same ? null : found.ok ? 'no_longer_named' : found.code, moved));
}

/**
 * Checks a proof again that waits behind a claim which is not accepted: where more ties it to this author than before, the claim is
 * strengthened by it, and a strong proof decides at once. Anything else stays as it is.
 */
export async function recheckObserved(
  store: Pick<Store, 'reader' | 'transact'>,
  actor: Actor,
  proofId: string,
  world: ProofProbes,
): Promise<void> {
  const own = and(eq(proofs.id, proofId), eq(proofs.accountId, actor.accountId), eq(proofs.state, 'observed'));
  const [row] = await store.reader.select().from(proofs).where(own);
  if (!row || !isProofKind(row.kind) || !isLookedAt(row.kind)) return;
  const found = await probeProof(store.reader, { ...row, kind: row.kind }, world);
  if (!found.ok || !isStronger(strengthOf(found.value), row.strength as Strength)) return;
  const proof = mintProof(found.value, actor.accountId, row.authorId, row.id);
  await store.transact((tx) => claimAuthor(tx, actor, { authorId: row.authorId, proof }));
}

/**
 * Works have left or joined a record: what was shown by them is looked at again, and counts no longer where the record names it no
 * longer; confirmations of co-authors who share no work with it any more end.
 */
export async function checkBindings(store: Pick<Store, 'reader' | 'transact'>, authorId: string, world: ProofProbes): Promise<void> {
  const counted = and(eq(proofs.authorId, authorId), inArray(proofs.state, ['valid', 'stale']));
  const rows = await store.reader.select({ id: proofs.id }).from(proofs).where(counted).orderBy(proofs.id);
  for (const { id } of rows) await recheckProof(store, id, world, { moved: true });
  await store.transact((tx) => endAttestationsAcross(tx, authorId));
}

const isLookedAt = (kind: ProofKind): boolean => proofRules[kind].recheckDays !== null;
const isOfPlace = (kind: ProofKind): boolean => proofRules[kind].by === 'mail' || kind === 'federated';

async function storeRecheck(tx: Writer, row: ProofRow, failure: Failure | null, moved: boolean): Promise<void> {
  if (!isProofKind(row.kind)) return;
  const at = now();
  const { state, failures, event } = afterLook(row.kind, row.state as ProofState, row.failures, failure, moved);
  const undated = !isLookedAt(row.kind);
  // A mailbox or a login was not looked at: such a look is neither counted nor dated.
  if (undated && event === null) return;
  const [kept] = await tx
    .update(proofs)
    .set({
      state,
      failures: undated ? 0 : failures,
      failure,
      ...(undated ? {} : { checkedAt: at, nextCheckAt: nextRecheckAt(row.kind, at) }),
    })
    .where(
      and(eq(proofs.id, row.id), eq(proofs.state, row.state), eq(proofs.failures, row.failures), inArray(proofs.state, ['valid', 'stale'])),
    )
    .returning();
  if (!kept?.eventId) return;
  const about = { about: kept.eventId };
  if (event === null && (failure !== null || !(await isTimeToTell(tx, row.authorId, kept.eventId)))) return;
  await touchAuthors(tx, [row.authorId], async ([author]) => {
    const kind = event === 'rot' ? 'proof_stale' : event === 'recover' ? 'proof_fresh' : 'proof_rechecked';
    await logEvent(tx, { authorId: row.authorId, kind, facts: about });
    if (author && event === 'rot') {
      const facts = { name: author.name, path: `/claim/${author.slug}`, ...(moved && { because: 'moved' }) };
      await notify(tx, { accountId: row.accountId, kind: 'proof_stale', facts, onceKey: `proof_stale:${row.id}:${at.getTime()}` });
    }
  });
}

/** True where the log has not said for a while that this proof is still valid. */
async function isTimeToTell(tx: Writer, authorId: string, eventId: string): Promise<boolean> {
  const events = (await eventsOf(tx, [authorId])).get(authorId) ?? [];
  const recorded = events.filter(
    ({ kind, facts }) => (kind === 'proof_rechecked' || kind === 'proof_fresh') && 'about' in facts && facts.about === eventId,
  );
  const last = recorded.at(-1);
  return !last || later(new Date(last.at), daysMs(logRechecksEveryDays)) <= now();
}
