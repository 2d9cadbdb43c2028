import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { enqueueRecomputation, enqueueRefresh, markAuthorsChanged } from '#lib/catalog/authors/commands/mark-changed.ts';
import { logEvent } from '#lib/catalog/trust/commands/log.ts';
import type { Strength } from '#lib/catalog/trust/model/snapshot.ts';
import { eventsOf } from '#lib/catalog/trust/queries/log.ts';
import { notify } from '#lib/community/notifications/commands/notify.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { withinLimit } from '#lib/platform/auth/rate-limits.ts';
import { tokenHash } from '#lib/platform/auth/sessions.ts';
import { addMs, daysMs, now } from '#lib/platform/clock.ts';
import { firstOf } from '#lib/platform/db/rows.ts';
import { proofs } from '#lib/platform/db/schema/claims.ts';
import type { Store, Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { type ClaimErrorCode, isStronger, mintProof } from '../model/claim.ts';
import { probesPerAccount, probesPerProof } from '../model/limits.ts';
import { type ClaimEvidence, isProofKind, type ProofKind, ruleOf } from '../model/proof-methods.ts';
import { type ProofFailure, type ProofState, recheckLogIntervalDays, recheckResult, strengthOf, tokenTtlHours } from '../model/proofs.ts';
import { probeProof } from '../probes/probe.ts';
import type { ProofServices } from '../probes/services.ts';
import { endAttestationsAcross } from './attestations.ts';
import { claimAuthor } from './claim.ts';
import { assessProof, nextRecheckAt, type ProofRow } from './evidence.ts';
import type { ClaimResult } from './open.ts';

type UnusableProof = 'unknown_proof' | 'proof_expired';

/**
 * Returns an unfinished proof of the account for a channel, or why there is none. The channel is required: a mailed proof cannot be probed,
 * and only its mailed code opens it.
 */
export async function openProof(
  reader: Pick<Writer, 'select'>,
  actor: Actor,
  proofId: string,
  channel: 'probe' | 'mail',
): Promise<Outcome<ProofRow & { kind: ProofKind }, UnusableProof>> {
  const row = await firstOf(reader, proofs, and(eq(proofs.id, proofId), eq(proofs.accountId, actor.accountId)));
  if (!row || !isProofKind(row.kind) || ruleOf(row.kind).by !== channel) return refused('unknown_proof');
  return isUsable(row) ? done({ ...row, kind: row.kind }) : refused('proof_expired');
}

/** Whether a token can still be used: within 24 hours of its issue, also when an address is confirmed again. */
function isUsable({ kind, state, token, issuedAt, expiresAt }: ProofRow): boolean {
  if (state === 'issued') return expiresAt === null || expiresAt > now();
  const isRenewable = isProofKind(kind) && ruleOf(kind).by === 'mail' && ['observed', 'valid', 'stale'].includes(state);
  return isRenewable && token !== null && addMs(issuedAt, tokenTtlHours * 3_600_000) > now();
}

/**
 * Counts a probe against the account's limit, because each probe sends a request to another server. @returns false if the limit is reached
 */
export const withinProbeLimit = (tx: Writer, actor: Actor): Promise<boolean> =>
  withinLimit(tx, 'proof-probes', actor.accountId, probesPerAccount);

/** Returns a proof of the account that is observed, valid or stale, if its kind can be probed and the limit allows it. */
export async function prepareRecheck(
  tx: Writer,
  actor: Actor,
  proofId: string,
): Promise<Outcome<{ id: string; authorId: string }, 'unknown_proof' | 'too_many_proofs'>> {
  const isOwn = and(eq(proofs.id, proofId), eq(proofs.accountId, actor.accountId), inArray(proofs.state, ['observed', 'valid', 'stale']));
  const [row] = await tx.select({ id: proofs.id, authorId: proofs.authorId, kind: proofs.kind }).from(proofs).where(isOwn);
  // Mailboxes cannot be probed: such a proof is renewed by a new mail.
  if (!row || !isProofKind(row.kind) || ruleOf(row.kind).recheckDays === null) return refused('unknown_proof');
  if (!(await withinLimit(tx, 'proof-probe', proofId, probesPerProof))) return refused('too_many_proofs');
  return done({ id: row.id, authorId: row.authorId });
}

/** Whether a code is the mailed code of a proof. */
export const isProofCode = ({ token }: ProofRow, code: string): boolean => token !== null && token === tokenHash(code);

/** Claims with the evidence found, and marks the proof as observed in the same transaction. */
export async function claimByProof(
  tx: Writer,
  actor: Actor,
  row: ProofRow,
  evidence: ClaimEvidence,
  code?: string,
): Promise<Outcome<ClaimResult, ClaimErrorCode | UnusableProof>> {
  // A mailed proof requires the mailed code, regardless of the caller.
  const isMailed = isProofKind(row.kind) && ruleOf(row.kind).by === 'mail';
  if (isMailed && (code === undefined || !isProofCode(row, code))) return refused('proof_expired');
  // Locks the proof and consumes a mailed code, so that concurrent confirmations count once.
  const tokenChange = isMailed ? { token: null } : {};
  const openRows = await tx
    .update(proofs)
    .set({ checkedAt: now(), ...tokenChange })
    .where(isUnchangedProof(row))
    .returning({ id: proofs.id });
  if (openRows.length === 0) return refused('proof_expired');
  const proof = mintProof(evidence, actor.accountId, row.authorId, row.id);
  return claimAuthor(tx, actor, { authorId: row.authorId, proof });
}

const isUnchangedProof = ({ id, accountId, state, token }: ProofRow) =>
  and(
    eq(proofs.id, id),
    eq(proofs.accountId, accountId),
    eq(proofs.state, state),
    token === null ? isNull(proofs.token) : eq(proofs.token, token),
  );

/** Stores that a probe failed, and why. The token stays valid. */
export async function storeProbeFailure(tx: Writer, row: ProofRow, failure: ProofFailure): Promise<void> {
  await tx.update(proofs).set({ failure, checkedAt: now() }).where(isUnchangedProof(row));
}

/**
 * Probes a counting proof again and stores the result. Seven failures in a row make it stale; one success restores it. The network is
 * accessed outside any transaction. Does nothing if the proof no longer counts.
 */
export async function recheckProof(
  store: Pick<Store, 'reader' | 'transact'>,
  proofId: string,
  services: ProofServices,
  { moved = false }: { moved?: boolean } = {},
): Promise<void> {
  const [row] = await store.reader.select().from(proofs).where(eq(proofs.id, proofId));
  if (!row || !['valid', 'stale'].includes(row.state) || !isProofKind(row.kind)) return;
  // Mailboxes and logins cannot be probed. After works have moved, it is still checked whether the record names the institution.
  if (!isRechecked(row.kind) && !(moved && ruleOf(row.kind).isCheckedAfterMoves)) return;
  const result = await probeProof(store.reader, { ...row, kind: row.kind }, services);
  // The evidence has become stronger, for example because the iD is now old enough, or a publisher has added a work.
  const isRestored = result.ok && row.keptUntil !== null && strengthOf(result.value) === row.strength;
  if (row.state === 'valid' && result.ok && (isRestored || isStronger(strengthOf(result.value), row.strength as Strength))) {
    await store.transact(async (tx) => {
      if (await assessProof(tx, row, result.value)) await enqueueRefresh(tx);
    });
    return;
  }
  // Weaker evidence counts as a failure, except while a proof keeps the strength of an earlier method.
  if (result.ok) await storePublishedName(store, row, result.value);
  const isAsStrong = result.ok && (row.keptUntil !== null || !isStronger(row.strength as Strength, strengthOf(result.value)));
  await store.transact((tx) => storeRecheck(tx, row, isAsStrong ? null : result.ok ? 'no_longer_named' : result.code, moved));
}

/**
 * Probes a proof again that belongs to a pending claim. Stronger evidence strengthens the claim, and a strong proof decides it immediately.
 * Anything else changes nothing.
 */
export async function recheckObserved(
  store: Pick<Store, 'reader' | 'transact'>,
  actor: Actor,
  proofId: string,
  services: ProofServices,
): Promise<void> {
  const isOwn = and(eq(proofs.id, proofId), eq(proofs.accountId, actor.accountId), eq(proofs.state, 'observed'));
  const [row] = await store.reader.select().from(proofs).where(isOwn);
  if (!row || !isProofKind(row.kind) || !isRechecked(row.kind)) return;
  const result = await probeProof(store.reader, { ...row, kind: row.kind }, services);
  if (!result.ok || !isStronger(strengthOf(result.value), row.strength as Strength)) return;
  const proof = mintProof(result.value, actor.accountId, row.authorId, row.id);
  await store.transact((tx) => claimAuthor(tx, actor, { authorId: row.authorId, proof }));
}

/**
 * Checks the proofs of a record again after works have moved. A proof that the record no longer names stops counting, and confirmations by
 * co-authors without a shared work end.
 */
export async function checkBindings(store: Pick<Store, 'reader' | 'transact'>, authorId: string, services: ProofServices): Promise<void> {
  const isCounting = and(eq(proofs.authorId, authorId), inArray(proofs.state, ['valid', 'stale']));
  const rows = await store.reader.select({ id: proofs.id }).from(proofs).where(isCounting).orderBy(proofs.id);
  for (const { id } of rows) await recheckProof(store, id, services, { moved: true });
  await store.transact((tx) => endAttestationsAcross(tx, authorId));
}

/** Stores the name that an iD publishes under if it has changed: the profile is shown under it. */
async function storePublishedName(store: Pick<Store, 'transact'>, row: ProofRow, evidence: ClaimEvidence): Promise<void> {
  const publishedName = ruleOf(evidence.by).publishedNameOf?.(evidence);
  if (isDeepStrictEqual(row.facts.publishedName, publishedName)) return;
  await store.transact(async (tx) => {
    const current = await firstOf(tx, proofs, eq(proofs.id, row.id));
    const { publishedName: _, ...facts } = current?.facts ?? {};
    await tx
      .update(proofs)
      .set({ facts: { ...facts, ...(publishedName && { publishedName }) } })
      .where(and(eq(proofs.id, row.id), eq(proofs.state, row.state)));
    await markAuthorsChanged(tx, [row.authorId]);
    await enqueueRefresh(tx);
  });
}

const isRechecked = (kind: ProofKind): boolean => ruleOf(kind).recheckDays !== null;

async function storeRecheck(tx: Writer, row: ProofRow, failure: ProofFailure | null, moved: boolean): Promise<void> {
  if (!isProofKind(row.kind)) return;
  const at = now();
  const { state, failures, event } = recheckResult(row.kind, row.state as ProofState, row.failures, failure, moved);
  const isUnprobed = !isRechecked(row.kind);
  // Mailboxes and logins were not probed, so neither count nor time is stored.
  if (isUnprobed && event === null) return;
  const [stored] = await tx
    .update(proofs)
    .set({
      state,
      failures: isUnprobed ? 0 : failures,
      failure,
      ...(isUnprobed ? {} : { checkedAt: at, nextCheckAt: nextRecheckAt(row.kind, at) }),
    })
    .where(
      and(eq(proofs.id, row.id), eq(proofs.state, row.state), eq(proofs.failures, row.failures), inArray(proofs.state, ['valid', 'stale'])),
    )
    .returning();
  if (!stored?.eventId) return;
  const eventFacts = { about: stored.eventId };
  if (event === null && (failure !== null || !(await isLogDue(tx, row.authorId, stored.eventId)))) return;
  await enqueueRecomputation(tx, [row.authorId], async ([author]) => {
    const kind = event === 'go_stale' ? 'proof_stale' : event === 'recover' ? 'proof_fresh' : 'proof_rechecked';
    await logEvent(tx, { authorId: row.authorId, kind, facts: eventFacts });
    if (author && event === 'go_stale') {
      const facts = { author: row.authorId, path: `/claim/${row.authorId}`, ...(moved && { because: 'moved' }) };
      await notify(tx, { accountId: row.accountId, kind: 'proof_stale', facts, onceKey: `proof_stale:${row.id}:${at.getTime()}` });
    }
  });
}

/** Whether the log has had no recheck of this proof for `recheckLogIntervalDays` days. */
async function isLogDue(tx: Writer, authorId: string, eventId: string): Promise<boolean> {
  const events = (await eventsOf(tx, [authorId])).get(authorId) ?? [];
  const rechecks = events.filter(
    ({ kind, facts }) => (kind === 'proof_rechecked' || kind === 'proof_fresh') && 'about' in facts && facts.about === eventId,
  );
  const last = rechecks.at(-1);
  return !last || addMs(new Date(last.at), daysMs(recheckLogIntervalDays)) <= now();
}
