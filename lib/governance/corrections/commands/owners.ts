import { and, eq, isNotNull, or } from 'drizzle-orm';
import { lockRecordOfOwner, type OwnerRefusal } from '#lib/catalog/ownership/commands/edit-record.ts';
import { proveOwnership } from '#lib/catalog/ownership/queries/ownership.ts';
import { mayShowName } from '#lib/catalog/refresh/commands/owner-statements.ts';
import { trustOf } from '#lib/catalog/trust/queries/snapshots.ts';
import { isUnsourcedProfile } from '#lib/catalog/visibility/model.ts';
import { openReview } from '#lib/governance/cases/commands/open.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import { authorNames } from '#lib/platform/db/schema/authors.ts';
import { correctionAgreements } from '#lib/platform/db/schema/corrections.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { type CorrectionDecision, type CorrectionIdInput, type CorrectionStep, isEffective, isUndecided } from '../model.ts';
import { agreementsByCorrection, type Correction, correctionById } from '../queries/corrections.ts';
import { correctedRecord } from '../queries/records.ts';
import { subjectQueries } from '../queries/subjects.ts';
import { ownersAmongAuthorsWith } from '../queries/works.ts';
import { lockOwners } from './backing.ts';
import { beginContestTime } from './contest-time.ts';
import {
  acceptCorrection,
  endCorrection,
  lockCorrection,
  logCorrection,
  rejectCorrection,
  reopenCorrection,
  updateCorrection,
} from './decide.ts';

export type OwnerErrorCode = OwnerRefusal | 'name_needs_proof';
/** The path of the work or record, what the page says next, and whether the correction is now in effect. */
export interface OwnerDecision {
  path: string;
  step: CorrectionStep;
  isAccepted: boolean;
}
type OwnerOutcome = Outcome<OwnerDecision, OwnerErrorCode | 'unknown_correction'>;

const pathOf = async (tx: Writer, { subject, subjectId }: Correction): Promise<string> =>
  (await subjectQueries[subject].nameOf(tx, subjectId))?.path ?? '/';

/**
 * Agrees with a suggested or contested correction as an owner among the authors of its work, or contests it; or accepts or declines it as the
 * owner of its record.
 */
export async function decideAsOwner(tx: Writer, actor: Actor, { correctionId, accepts }: CorrectionDecision): Promise<OwnerOutcome> {
  const correctionBeforeLock = await correctionById(tx, correctionId);
  if (correctionBeforeLock?.subject === 'work') await lockOwners(tx, correctionBeforeLock.subjectId);
  const correction = await lockCorrection(tx, correctionId);
  if (correction?.subject === 'work' && accepts === 'no') return contest(tx, actor, correction);
  if (!correction || !isUndecided(correction.state)) return refused('unknown_correction');
  if (correction.subject === 'work') return agree(tx, actor, correction);
  if (!(await proveOwnership(tx, actor, correction.subjectId))) return refused('unknown_correction');
  if (accepts === 'yes') return acceptAsOwner(tx, actor, correction);
  const lock = await lockOwnedRecord(tx, actor, correction);
  if (!lock.ok) return lock;
  if (correction.state === 'contested') await endCorrection(tx, correction, 'reverted', actor.accountId);
  else await rejectCorrection(tx, correction, { by: 'owner', accountId: actor.accountId, notice: ownerNotice() });
  return done({ path: await pathOf(tx, correction), step: 'declined', isAccepted: false });
}

async function agree(tx: Writer, actor: Actor, correction: Correction): Promise<OwnerOutcome> {
  const owners = await subjectQueries.work.owners(tx, correction.subjectId);
  if (!owners.includes(actor.accountId)) return refused('unknown_correction');
  if (!(await storeAgreement(tx, correction, actor.accountId))) return refused('needs_strong_proof');
  return done({ path: await pathOf(tx, correction), step: 'agreed', isAccepted: false });
}

async function storeStance(tx: Writer, { id: correctionId }: Correction, accountId: string, contests: boolean): Promise<void> {
  const at = now();
  const target = [correctionAgreements.correctionId, correctionAgreements.accountId];
  await tx
    .insert(correctionAgreements)
    .values({ correctionId, accountId, at, contests })
    .onConflictDoUpdate({ target, set: { at, contests } });
}

/**
 * Stores an agreement with a correction that the caller has locked. Two agreements begin the time in which the other owners can contest it.
 * @returns false if the account has not proved control of a record among the authors
 */
export async function storeAgreement(tx: Writer, correction: Correction, accountId: string): Promise<boolean> {
  const agreeing = await ownersAmongAuthorsWith(tx, correction.subjectId, 'agree');
  if (!agreeing.has(accountId)) return false;
  await storeStance(tx, correction, accountId, false);
  await beginContestTime(tx, correction);
  return true;
}

/**
 * Contests a correction as an owner among the authors: reviewers decide. While it is undecided, the page of an accepted one shows what the
 * sources say, if the owner has proved control and authors had accepted it. Each owner contests a correction once.
 */
async function contest(tx: Writer, actor: Actor, correction: Correction): Promise<OwnerOutcome> {
  const { id, subjectId, state, decidedBy, suggesterId, deciderId } = correction;
  const isOpen = isUndecided(state) || isEffective(state);
  if (!isOpen || !(await ownersAmongAuthorsWith(tx, subjectId, 'contest')).has(actor.accountId)) return refused('unknown_correction');
  const stances = (await agreementsByCorrection(tx, [id])).get(id) ?? [];
  if (stances.some(({ accountId, contests }) => contests && accountId === actor.accountId)) return refused('unknown_correction');
  await storeStance(tx, correction, actor.accountId, true);
  const parties = [suggesterId, deciderId].flatMap((each) => each ?? []);
  const suspends = decidedBy === 'authors' && (await ownersAmongAuthorsWith(tx, subjectId, 'suspend_correction')).has(actor.accountId);
  if (isEffective(state) && suspends) await reopenCorrection(tx, correction, false);
  else if (state === 'accepted') await updateCorrection(tx, correction, { state: 'contested' });
  await openReview(tx, { kind: 'correction', subjectId: id, authorId: null, parties });
  await logCorrection(tx, correction, 'contested', actor.accountId);
  return done({ path: await pathOf(tx, correction), step: 'contested', isAccepted: false });
}

/**
 * Accepts a correction that the caller has locked, as the owner of its record. A name needs the same proof as a name that the owner states.
 */
export async function acceptAsOwner(tx: Writer, actor: Actor, correction: Correction): Promise<Outcome<OwnerDecision, OwnerErrorCode>> {
  const lock = await lockOwnedRecord(tx, actor, correction);
  if (!lock.ok) return lock;
  if (correction.field === 'name' && !(await mayUseName(tx, correction))) return refused('name_needs_proof');
  await acceptCorrection(tx, correction, { by: 'owner', accountId: actor.accountId, notice: ownerNotice() });
  return done({ path: await pathOf(tx, correction), step: 'accepted', isAccepted: true });
}

/**
 * Reverts an accepted or contested correction: of a work, as an owner among the authors who has agreed to it, even if before the sources
 * changed; of a record, as its owner.
 */
export async function revertAsOwner(tx: Writer, actor: Actor, { correctionId }: CorrectionIdInput): Promise<OwnerOutcome> {
  const correction = await lockCorrection(tx, correctionId);
  if (!correction || !isEffective(correction.state) || !(await mayRevert(tx, actor, correction))) return refused('unknown_correction');
  const lock = correction.subject === 'author' ? await lockOwnedRecord(tx, actor, correction) : null;
  if (lock && !lock.ok) return lock;
  await endCorrection(tx, correction, 'reverted', actor.accountId);
  return done({ path: await pathOf(tx, correction), step: 'reverted', isAccepted: false });
}

async function mayRevert(tx: Writer, actor: Actor, { id, subject, subjectId }: Correction): Promise<boolean> {
  if (subject === 'author') return (await proveOwnership(tx, actor, subjectId)) !== null;
  const owners = await subjectQueries.work.owners(tx, subjectId);
  const agreements = (await agreementsByCorrection(tx, [id])).get(id) ?? [];
  return owners.includes(actor.accountId) && agreements.some(({ accountId, contests }) => !contests && accountId === actor.accountId);
}

const ownerNotice = () => ({ reason: '', remedy: '', once: now().toISOString() });

async function lockOwnedRecord(tx: Writer, actor: Actor, { subjectId }: Correction): Promise<Outcome<unknown, OwnerRefusal>> {
  const owner = await proveOwnership(tx, actor, subjectId);
  return owner ? lockRecordOfOwner(tx, owner, 'state') : refused('not_your_record');
}

async function mayUseName(tx: Writer, { subjectId, value }: Correction): Promise<boolean> {
  const record = await correctedRecord(tx, subjectId);
  const { key, name, sourceName } = record;
  const isPrinted = and(eq(authorNames.authorKey, key), or(isNotNull(authorNames.slug), eq(authorNames.native, true)));
  const rows = await tx.select({ name: authorNames.name }).from(authorNames).where(isPrinted);
  const level = (await trustOf(tx, key))?.level ?? 0;
  const isCreated = isUnsourcedProfile(record);
  return mayShowName(tx, { key, given: sourceName ?? name, written: rows.map((row) => row.name), level, isCreated }, value);
}
