import { notify } from '#lib/community/notifications/commands/notify.ts';
import { decideAppeals } from '#lib/governance/cases/commands/open.ts';
import { type AppealState, appealUntil } from '#lib/governance/cases/model/appeals.ts';
import type { AppealOf } from '#lib/governance/cases/model/review-case.ts';
import { type Appeal, appealsOn } from '#lib/governance/cases/queries/appeals.ts';
import { decideAppeal, upholdOnAppeal } from '#lib/governance/claims/commands/appeals.ts';
import { revokeHolder } from '#lib/governance/claims/commands/end.ts';
import { applyAfterAll } from '#lib/governance/identity/commands/changes.ts';
import { revertChange } from '#lib/governance/identity/commands/revert-change.ts';
import { answerAppealByMail, showAfterAll } from '#lib/governance/identity/commands/visibility.ts';
import { anyRecord } from '#lib/governance/identity/queries/visibility.ts';
import { decideReportAnew } from '#lib/governance/reports/commands/decide.ts';
import { now } from '#lib/platform/clock.ts';
import type { reviews } from '#lib/platform/db/schema/claims.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { aboutOf } from '../queries/appeals.ts';
import { sideOf } from '../queries/sides.ts';
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
  const all = await appealsOn(tx, review.subjectId);
  const filed = all.find(({ reviewId }) => reviewId === review.id) ?? null;
  const of = (filed?.of ?? 'claim') as AppealOf;
  // Anyone who loses by it can ask for another look, unless their side has had one.
  const until = all.length > 1 ? null : appealUntil(now()).toISOString().slice(0, 10);
  const done = inFavour ? await grant(tx, of, { ...decided, filed, until }) : await refuse(tx, of, decided);
  const state: AppealState = !inFavour ? 'refused' : done ? 'granted' : 'moot';
  await decideAppeals(tx, review.subjectId, { state, reason, remedy });
  // Who appeals about a claim, and who loses a record by it, is told by the claims themselves.
  if (filed && of !== 'claim') await tellSides(tx, of, review, { filed, state, reason, remedy: remedy ?? '', until });
}

interface Granted extends Decided {
  filed: Appeal | null;
  until: string | null;
}

/** True where what was asked for is done; false where nothing was left to do. */
async function grant(tx: Writer, of: AppealOf, { review, reason, remedy, by, filed, until }: Granted): Promise<boolean> {
  const { subjectId, authorId } = review;
  if (of === 'claim') {
    const decision = await decideAppeal(tx, { claimId: subjectId, decision: 'approve', reason, remedy, by });
    if (!decision.ok) throw new Error(`The claim of an open appeal is closed: ${decision.code}.`);
    if (authorId) await unfreeze(tx, authorId);
    return true;
  }
  // Anyone who loses the record by it is told why in the words of its own list.
  if (of === 'dispute')
    return upholdOnAppeal(tx, subjectId, filed?.accountId ?? null, { reason: 'rival_proof', remedy: 'show_strong_proof', by });
  if (of === 'report') {
    const report = await decideReportAnew(tx, subjectId, { reason, remedy, until, once: review.id });
    const standing = (await anyRecord(tx, authorId ?? ''))?.id;
    if (report?.kind === 'impersonation' && report.state === 'upheld' && standing) {
      await revokeHolder(tx, standing, { reason: 'impersonation', remedy: 'show_strong_proof', by });
      await freeze(tx, standing);
    }
    return report !== null;
  }
  if (of === 'merge')
    return filed?.side === 'other' ? (await revertChange(tx, subjectId, { byAppeal: true })).ok : applyAfterAll(tx, subjectId);
  return showAfterAll(tx, subjectId);
}

async function refuse(tx: Writer, of: AppealOf, { review, reason, remedy, by }: Decided): Promise<boolean> {
  if (of !== 'claim') return true;
  const decision = await decideAppeal(tx, { claimId: review.subjectId, decision: 'reject', reason, remedy, by });
  if (!decision.ok) throw new Error(`The claim of an open appeal is closed: ${decision.code}.`);
  return true;
}

interface Told {
  filed: Appeal;
  state: AppealState;
  reason: string;
  remedy: string;
  /** Until when the person who loses by it can ask for another look; null where their side has had one. */
  until: string | null;
}

/** Both sides hear what came of it: who appealed, and the person who else the question is about. Who reported is told to nobody. */
async function tellSides(tx: Writer, of: AppealOf, review: typeof reviews.$inferSelect, told: Told): Promise<void> {
  const { subjectId, authorId, parties } = review;
  const about = await aboutOf(tx, { of, subjectId }, authorId);
  const { filed, state, reason, remedy } = told;
  const facts = { name: about?.name ?? 'a record', of, state, ...(state === 'moot' ? {} : { reason, remedy }) };
  // Of a report that was not upheld nobody has heard but the person who sent it; who owns the record hears if it is upheld after all.
  const isPrivate = of === 'report' && filed.side === 'asker';
  for (const accountId of new Set([...(isPrivate ? [] : parties), ...(filed.accountId ? [filed.accountId] : [])])) {
    const side = await sideOf(tx, accountId, { ...review, kind: of });
    const mine = { own: accountId === filed.accountId, lost: state === 'granted' && side !== null && side !== filed.side };
    const path = mine.own || mine.lost ? `/appeal/${of}/${subjectId}` : (about?.path ?? '/me');
    const more = { side: mine.own ? 'own' : 'other', path, ...nextOf(of, told, mine) };
    await notify(tx, { accountId, kind: 'appeal_decided', facts: { ...facts, ...more }, onceKey: `appeal_decided:${review.id}` });
  }
  if (of === 'suppression' && filed.accountId === null) await answerAppealByMail(tx, subjectId, { state, reason, remedy });
}

/** Whether it can be looked at again, by whom and until when: in facts for the letter. */
function nextOf(of: AppealOf, { state, until }: Told, { own, lost }: { own: boolean; lost: boolean }): Record<string, string> {
  if (state === 'moot') return {};
  if (state === 'refused' || until === null) return { final: 'yes' };
  if (lost) return { until };
  return own && of !== 'suppression' ? { theirs: until } : {};
}
