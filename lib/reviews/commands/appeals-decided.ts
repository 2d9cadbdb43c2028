import { and, eq } from 'drizzle-orm';
import { decideAppeal, upholdAfterAll } from '../../claims/commands/appeals.ts';
import { revokeHolder } from '../../claims/commands/revoke.ts';
import { now } from '../../clock.ts';
import { appeals, type reviews } from '../../db/schema/claims.ts';
import type { Writer } from '../../db/store.ts';
import { applyAfterAll } from '../../identity/commands/changes.ts';
import { revertChange } from '../../identity/commands/undo.ts';
import { answerAppealByMail, showAfterAll } from '../../identity/commands/visibility.ts';
import { anyRecord } from '../../identity/queries/visibility.ts';
import { notify } from '../../notifications/commands.ts';
import { decideReportAnew } from '../../reports/commands/decide.ts';
import type { AppealState } from '../model/appeals.ts';
import type { AppealOf } from '../model.ts';
import { aboutOf, appealOn, decidedReview } from '../queries/appeals.ts';
import { freeze, unfreeze } from './freeze.ts';

interface Decided {
  review: typeof reviews.$inferSelect;
  inFavour: boolean;
  reason: string;
  remedy: string | null;
  by: string | null;
}

/** Carries out what was decided on an appeal, keeps it, and tells both sides. */
export async function carryOutAppeal(tx: Writer, decided: Decided): Promise<void> {
  const { review, inFavour, reason, remedy } = decided;
  const filed = await appealOn(tx, review.subjectId);
  const of = (filed?.of ?? 'claim') as AppealOf;
  const done = inFavour ? await grant(tx, of, decided) : await refuse(tx, of, decided);
  const state: AppealState = !inFavour ? 'refused' : done ? 'granted' : 'moot';
  const open = and(eq(appeals.subjectId, review.subjectId), eq(appeals.state, 'open'));
  await tx.update(appeals).set({ state, decidedAt: now(), reason, remedy }).where(open);
  // Who appeals about a claim, and who loses a record by it, is told by the claims themselves.
  if (of !== 'claim') await tellSides(tx, of, review, { appellant: filed?.accountId ?? null, state, reason, remedy: remedy ?? '' });
}

/** True where what was asked for is done; false where nothing was left to do. */
async function grant(tx: Writer, of: AppealOf, { review, reason, remedy, by }: Decided): Promise<boolean> {
  const { subjectId, authorId } = review;
  if (of === 'claim') {
    const decision = await decideAppeal(tx, { claimId: subjectId, decision: 'approve', reason, remedy, by });
    if (!decision.ok) throw new Error(`The claim of an open appeal is closed: ${decision.because}.`);
    if (authorId) await unfreeze(tx, authorId);
    return true;
  }
  // Whoever loses the record by it is told why in the words of its own list.
  if (of === 'dispute') return upholdAfterAll(tx, subjectId, { reason: 'rival_proof', remedy: 'show_strong_proof', by });
  if (of === 'report') {
    const report = await decideReportAnew(tx, subjectId, { reason, remedy });
    const standing = (await anyRecord(tx, authorId ?? ''))?.id;
    if (report?.kind === 'impersonation' && report.state === 'upheld' && standing) {
      await revokeHolder(tx, standing, { reason: 'impersonation', remedy: 'show_strong_proof', by });
      await freeze(tx, standing);
    }
    return report !== null;
  }
  if (of === 'merge') {
    const first = await decidedReview(tx, { of, subjectId });
    return first?.decision === 'approve' ? (await revertChange(tx, subjectId)).ok : applyAfterAll(tx, subjectId);
  }
  return showAfterAll(tx, subjectId);
}

async function refuse(tx: Writer, of: AppealOf, { review, reason, remedy, by }: Decided): Promise<boolean> {
  if (of !== 'claim') return true;
  const decision = await decideAppeal(tx, { claimId: review.subjectId, decision: 'reject', reason, remedy, by });
  if (!decision.ok) throw new Error(`The claim of an open appeal is closed: ${decision.because}.`);
  return true;
}

interface Told {
  appellant: string | null;
  state: AppealState;
  reason: string;
  remedy: string;
}

/** Both sides hear what came of it: who appealed, and whoever else the question is about. Who reported is told to nobody. */
async function tellSides(tx: Writer, of: AppealOf, review: typeof reviews.$inferSelect, told: Told): Promise<void> {
  const { subjectId, authorId, parties } = review;
  const about = await aboutOf(tx, { of, subjectId }, authorId);
  const { appellant, state, reason, remedy } = told;
  const facts = { name: about?.name ?? 'a record', of, state, ...(state === 'moot' ? {} : { reason, remedy }) };
  // Of a report that was not upheld nobody has heard but whoever sent it.
  const isPrivate = of === 'report' && (await decidedReview(tx, { of, subjectId }))?.decision === 'dismiss';
  for (const accountId of new Set([...(isPrivate ? [] : parties), ...(appellant ? [appellant] : [])])) {
    const own = accountId === appellant;
    const path = own ? `/appeal/${of}/${subjectId}` : (about?.path ?? '/me');
    const side = own ? 'own' : 'other';
    await notify(tx, { accountId, kind: 'appeal_decided', facts: { ...facts, side, path }, onceKey: `appeal_decided:${subjectId}` });
  }
  if (of === 'suppression' && appellant === null) await answerAppealByMail(tx, subjectId, { state, reason, remedy });
}
