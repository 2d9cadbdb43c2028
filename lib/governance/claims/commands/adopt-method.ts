import { and, eq, gt, inArray, lte, ne } from 'drizzle-orm';
import { markAuthorsStale } from '#lib/catalog/authors/commands/mark-changed.ts';
import { type Strength, trustMethod } from '#lib/catalog/trust/model/snapshot.ts';
import { notify } from '#lib/community/notifications/commands/notify.ts';
import { addMs, dayOf, daysMs, now } from '#lib/platform/clock.ts';
import { rowsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { disputes, proofs } from '#lib/platform/db/schema/claims.ts';
import { trustSnapshots } from '#lib/platform/db/schema/trust.ts';
import type { Reader, Store, Writer } from '#lib/platform/db/store.ts';
import { isStronger } from '../model/claim.ts';
import { type ClaimEvidence, isProofKind, parseEvidence, publicFactsOf } from '../model/proof-methods.ts';
import { keptStrengthDays, proofMethod, strengthOf } from '../model/proofs.ts';
import { probeProof } from '../probes/probe.ts';
import type { ProofServices } from '../probes/services.ts';
import { limitEarlierDispute } from './dispute.ts';
import { assessProof, type ProofRow, updateClaimStrength } from './evidence.ts';

const batchSize = 500;

/**
 * Migrates proofs and records to the current method: reassesses each counting proof, limits the objections from before there were limits, and
 * marks each record for assessment. Ends no claims.
 * Idempotent.
 */
export async function adoptMethod(store: Pick<Store, 'reader' | 'transact'>, services: ProofServices): Promise<void> {
  const hasOutdatedMethod = and(inArray(proofs.state, ['observed', 'valid', 'stale']), ne(proofs.method, proofMethod));
  const rows = await store.reader.select({ id: proofs.id }).from(proofs).where(hasOutdatedMethod).orderBy(proofs.id);
  for (const { id } of rows) await reassessProof(store, id, services);
  for (const dispute of await rowsOf(store.reader, disputes, eq(disputes.state, 'open'), disputes.openedAt, disputes.id))
    await store.transact((tx) => limitEarlierDispute(tx, dispute));
  let lastKey: number | null = 0;
  while (lastKey !== null) {
    const afterKey: number = lastKey;
    lastKey = await store.transact((tx) => markStaleAfter(tx, afterKey));
  }
}

/** Marks a batch of records for assessment. @returns the key of the last one, or null at the end */
async function markStaleAfter(tx: Writer, afterKey: number): Promise<number | null> {
  const rows = await tx.select({ key: authors.key }).from(authors).where(gt(authors.key, afterKey)).orderBy(authors.key).limit(batchSize);
  const keys = rows.map(({ key }) => key);
  await markAuthorsStale(tx, keys);
  return keys.at(-1) ?? null;
}

/**
 * Reassesses a proof by a new probe or, if the probe fails, by its stored evidence, which proves less. A counting proof that would become
 * weaker keeps its strength for `keptStrengthDays`, and its owner is told.
 */
async function reassessProof(store: Pick<Store, 'reader' | 'transact'>, id: string, services: ProofServices): Promise<void> {
  const [row] = await store.reader.select().from(proofs).where(eq(proofs.id, id));
  if (!row || !isProofKind(row.kind)) return;
  const result = await probeProof(store.reader, { ...row, kind: row.kind }, services);
  const evidence = result.ok ? result.value : parseEvidence(row);
  await store.transact(async (tx) => {
    const isWeaker = isStronger(row.strength as Strength, evidence ? strengthOf(evidence) : 'fair');
    // What evidence-1 judged is not kept: its events in the log do not say who ties the proof to the author.
    if (row.state === 'valid' && row.method !== 'evidence-1' && isWeaker) return keepStrength(tx, row, result.ok ? result.value : null);
    if (result.ok && row.state === 'valid' && (await assessProof(tx, row, result.value))) return;
    // A stale proof is assessed by its stored evidence, because the log accepts nothing new about it. An observed proof, which belongs to a
    // pending claim, gets the new evidence.
    const newEvidence = result.ok && row.state === 'observed' ? result.value : parseEvidence(row);
    if (!newEvidence) return;
    const facts = publicFactsOf(newEvidence);
    const isUnchanged = and(eq(proofs.id, id), eq(proofs.state, row.state), ne(proofs.method, proofMethod));
    await tx
      .update(proofs)
      .set({ method: proofMethod, strength: strengthOf(newEvidence), ...(row.state === 'observed' && { facts }) })
      .where(isUnchanged);
    await updateClaimStrength(tx, row);
  });
}

/** Keeps the strength of a proof for a while, with the new evidence, which says what it lacks, and tells its owner. */
async function keepStrength(tx: Writer, row: ProofRow, evidence: ClaimEvidence | null): Promise<void> {
  const keptUntil = addMs(now(), daysMs(keptStrengthDays));
  const { addedToRecord, authenticatedHere } = row.facts;
  const marks = { ...(addedToRecord === true && { addedToRecord }), ...(authenticatedHere === true && { authenticatedHere }) };
  const facts = evidence ? { ...publicFactsOf(evidence), ...marks } : row.facts;
  const isUnchanged = and(eq(proofs.id, row.id), eq(proofs.state, 'valid'), ne(proofs.method, proofMethod));
  const [kept] = await tx.update(proofs).set({ method: proofMethod, keptUntil, facts }).where(isUnchanged).returning({ id: proofs.id });
  if (!kept) return;
  const notified = { author: row.authorId, path: `/claim/${row.authorId}#proof-${row.id}`, day: dayOf(keptUntil) };
  await notify(tx, { accountId: row.accountId, kind: 'proof_kept', facts: notified, onceKey: `proof_kept:${proofMethod}:${row.id}` });
}

/** Ends the kept strength of proofs whose time is over: each is assessed by a last probe, or by its stored evidence. */
export async function endKeptStrengths(store: Pick<Store, 'reader' | 'transact'>, services: ProofServices): Promise<void> {
  const isOver = and(eq(proofs.state, 'valid'), lte(proofs.keptUntil, now()));
  for (const row of await store.reader.select().from(proofs).where(isOver).orderBy(proofs.id)) {
    if (!isProofKind(row.kind)) continue;
    const result = await probeProof(store.reader, { ...row, kind: row.kind }, services);
    const evidence = result.ok ? result.value : parseEvidence(row);
    if (evidence) await store.transact((tx) => assessProof(tx, row, evidence));
  }
}

/** An owned record whose level or points have changed with the method. */
interface ChangedRecord {
  authorId: string;
  ownerId: string;
  before: { level: number; points: number };
  after: { level: number; points: number };
}

/** Notifies owners once of changes by the current method, with a link to what restores their level. */
export async function notifyMethodChange(store: Pick<Store, 'reader' | 'transact'>): Promise<void> {
  for (const { authorId, ownerId, before, after } of await recordsWithChangedTrust(store.reader)) {
    const levels = { before: `L${before.level}, ${before.points} points`, after: `L${after.level}, ${after.points} points` };
    const facts = { author: authorId, path: `/claim/${authorId}#proofs`, ...levels, lower: after.level < before.level ? 'yes' : '' };
    const onceKey = `trust_method:${trustMethod}:${authorId}`;
    await store.transact((tx) => notify(tx, { accountId: ownerId, kind: 'trust_method_changed', facts, onceKey }));
  }
}

async function recordsWithChangedTrust(reader: Reader): Promise<ChangedRecord[]> {
  const rows = await reader
    .select({ author: authors, snapshot: trustSnapshots })
    .from(authors)
    .innerJoin(trustSnapshots, eq(trustSnapshots.authorKey, authors.key))
    .where(eq(authors.claimState, 'claimed'))
    .orderBy(authors.key, trustSnapshots.number);
  return [...Map.groupBy(rows, ({ author }) => author.key).values()].flatMap((history) => {
    const firstIndex = history.findIndex(({ snapshot }) => snapshot.method === trustMethod);
    const [before, after] = [history[firstIndex - 1]?.snapshot, history[firstIndex]?.snapshot];
    const author = history[0]?.author;
    if (!author?.ownerId || !before || !after || (before.level === after.level && before.points === after.points)) return [];
    const { id: authorId, ownerId, name, slug } = author;
    return { authorId, ownerId, name, slug, before, after };
  });
}
