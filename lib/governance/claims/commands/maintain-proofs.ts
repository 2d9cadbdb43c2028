import { and, eq, inArray, isNotNull, lte, notExists, sql } from 'drizzle-orm';
import { notify } from '#lib/community/notifications/commands/notify.ts';
import { addMs, dayOf, daysMs, now } from '#lib/platform/clock.ts';
import { hasRow } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { proofs } from '#lib/platform/db/schema/claims.ts';
import { notifications } from '#lib/platform/db/schema/notifications.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { expiryWarningDays, proofStatesBefore } from '../model/proofs.ts';
import { expireAttestations } from './attestations.ts';
import type { ProofRow } from './evidence.ts';

/** Upper bound per transaction; the next round continues. */
const batchSize = 200;

/** Hourly maintenance of all proofs: expires them, notifies owners a month before, and enqueues due rechecks. */
export async function expireAndRecheckProofs(tx: Writer): Promise<void> {
  const at = now();
  const isExpired = and(inArray(proofs.state, proofStatesBefore('expire')), isNotNull(proofs.expiresAt), lte(proofs.expiresAt, at));
  const expired = await tx.update(proofs).set({ state: 'expired', nextCheckAt: null }).where(isExpired).returning();
  // Proofs that never counted expire without notification.
  const loggedProofs = expired.filter(({ eventId }) => eventId !== null);
  await notifyExpired(tx, loggedProofs);
  await expireAttestations(tx);
  await notifyExpiring(tx, at);
  if (await hasRow(tx, proofs, and(eq(proofs.state, 'valid'), lte(proofs.keptUntil, at))))
    await enqueue(tx, { kind: 'end-kept-strengths', payload: {}, onceKey: 'end-kept-strengths' });
  const isDue = and(isNotNull(proofs.nextCheckAt), lte(proofs.nextCheckAt, at));
  const due = await tx.select({ id: proofs.id }).from(proofs).where(isDue).orderBy(proofs.nextCheckAt).limit(batchSize);
  for (const { id } of due) await enqueue(tx, { kind: 'check-proof', payload: { proofId: id }, onceKey: `check-proof:${id}` });
}

/** Notifies owners that a proof has expired, in addition to the warning: until it is renewed, the record has less evidence. */
async function notifyExpired(tx: Writer, expired: readonly ProofRow[]): Promise<void> {
  for (const { id, accountId, authorId } of expired) {
    const facts = { author: authorId, path: `/claim/${authorId}` };
    await notify(tx, { accountId, kind: 'proof_ended', facts, onceKey: `proof_ended:${id}` });
  }
}

const onceKeyOf = (proofId: string): string => `proof_expiring:${proofId}`;

async function notifyExpiring(tx: Writer, at: Date): Promise<void> {
  const warnUntil = addMs(at, daysMs(expiryWarningDays));
  const isWarned = and(eq(notifications.accountId, proofs.accountId), eq(notifications.onceKey, sql`${onceKeyOf('')} || ${proofs.id}`));
  const earlierWarnings = tx.select({ id: notifications.id }).from(notifications).where(isWarned);
  const expiring = await tx
    .select({ proof: proofs })
    .from(proofs)
    .innerJoin(authors, eq(authors.id, proofs.authorId))
    .where(and(eq(proofs.state, 'valid'), isNotNull(proofs.expiresAt), lte(proofs.expiresAt, warnUntil), notExists(earlierWarnings)))
    .orderBy(proofs.expiresAt)
    .limit(batchSize);
  for (const { proof } of expiring) {
    const facts = { author: proof.authorId, path: `/claim/${proof.authorId}`, day: dayOf(proof.expiresAt ?? at) };
    await notify(tx, { accountId: proof.accountId, kind: 'proof_expiring', facts, onceKey: onceKeyOf(proof.id) });
  }
}
