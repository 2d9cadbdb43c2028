import { eq } from 'drizzle-orm';
import { recordSlug } from '#lib/catalog/authors/queries/find.ts';
import { lockRecordOfOwner, type OwnerRefusal } from '#lib/catalog/ownership/commands/edit-record.ts';
import { proveOwnership } from '#lib/catalog/ownership/queries/ownership.ts';
import { mayShowName } from '#lib/catalog/refresh/commands/owner-statements.ts';
import { trustOf } from '#lib/catalog/trust/queries/snapshots.ts';
import { type CorrectionIdInput, isEffective, isUndecided } from '#lib/governance/corrections/model.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import { authorNames } from '#lib/platform/db/schema/authors.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import type { OwnerDecision } from '../model.ts';
import { correctedRecordOf, type RecordCorrection } from '../queries.ts';
import { acceptRecordCorrection, endRecordCorrection, lockRecordCorrection, rejectRecordCorrection } from './decide.ts';

export type OwnerErrorCode = OwnerRefusal | 'name_needs_proof';
type OwnersOutcome = Outcome<{ path: string }, OwnerErrorCode | 'unknown_correction'>;

/** Accepts or declines a suggested or contested correction, as the owner of the record. */
export async function decideAsOwner(tx: Writer, actor: Actor, { correctionId, accepts }: OwnerDecision): Promise<OwnersOutcome> {
  const correction = await lockRecordCorrection(tx, correctionId);
  if (!correction || !isUndecided(correction.state) || !(await proveOwnership(tx, actor, correction.authorId)))
    return refused('unknown_correction');
  if (accepts === 'yes') return acceptAsOwner(tx, actor, correction);
  const lock = await lockOwnedRecord(tx, actor, correction);
  if (!lock.ok) return lock;
  if (correction.state === 'contested') await endRecordCorrection(tx, correction, 'reverted', actor.accountId);
  else await rejectRecordCorrection(tx, correction, { by: 'owner', accountId: actor.accountId, notice: ownerNotice() });
  return done(await pagePathOf(tx, correction));
}

/**
 * Accepts a correction that the caller has locked, as the owner of its record. A name needs the same proof as a name that the owner states.
 */
export async function acceptAsOwner(
  tx: Writer,
  actor: Actor,
  correction: RecordCorrection,
): Promise<Outcome<{ path: string }, OwnerErrorCode>> {
  const lock = await lockOwnedRecord(tx, actor, correction);
  if (!lock.ok) return lock;
  if (correction.field === 'name' && !(await mayUseName(tx, correction))) return refused('name_needs_proof');
  await acceptRecordCorrection(tx, correction, { by: 'owner', accountId: actor.accountId, notice: ownerNotice() });
  return done(await pagePathOf(tx, correction));
}

/** Reverts an accepted correction, as the owner of the record. */
export async function revertAsOwner(tx: Writer, actor: Actor, { correctionId }: CorrectionIdInput): Promise<OwnersOutcome> {
  const correction = await lockRecordCorrection(tx, correctionId);
  if (!correction || !isEffective(correction.state) || !(await proveOwnership(tx, actor, correction.authorId)))
    return refused('unknown_correction');
  const lock = await lockOwnedRecord(tx, actor, correction);
  if (!lock.ok) return lock;
  await endRecordCorrection(tx, correction, 'reverted', actor.accountId);
  return done(await pagePathOf(tx, correction));
}

const ownerNotice = () => ({ reason: '', remedy: '', once: now().toISOString() });

const pagePathOf = async (tx: Writer, { authorId }: RecordCorrection) => ({ path: `/authors/${await recordSlug(tx, authorId)}` });

async function lockOwnedRecord(tx: Writer, actor: Actor, { authorId }: RecordCorrection): Promise<Outcome<unknown, OwnerRefusal>> {
  const owner = await proveOwnership(tx, actor, authorId);
  return owner ? lockRecordOfOwner(tx, owner) : refused('not_your_record');
}

async function mayUseName(tx: Writer, correction: RecordCorrection): Promise<boolean> {
  const { key, name, sourceName } = await correctedRecordOf(tx, correction);
  const rows = await tx.select({ name: authorNames.name }).from(authorNames).where(eq(authorNames.authorKey, key));
  const level = (await trustOf(tx, key))?.level ?? 0;
  return mayShowName(tx, { key, given: sourceName ?? name, written: rows.map((row) => row.name), level }, correction.value);
}
