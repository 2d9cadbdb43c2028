import { and, eq } from 'drizzle-orm';
import { notify } from '#lib/community/notifications/commands/notify.ts';
import { addMs, dayOf, daysMs, now } from '#lib/platform/clock.ts';
import { notifications } from '#lib/platform/db/schema/notifications.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { contestDays, fieldRules, isDecidedByReview, isUndecided, minAgreements } from '../model.ts';
import { agreementsByCorrection, type Correction, correctionById, isContestedByAuthor } from '../queries/corrections.ts';
import { subjectQueries } from '../queries/subjects.ts';
import { ownersAmongAuthorsWith } from '../queries/works.ts';
import { lockOwners } from './backing.ts';
import { acceptCorrection, lockCorrection } from './decide.ts';

/** Returns the owners who agree with a correction and have proved control of their records, with the time of each agreement. */
async function agreementsThatCount(tx: Writer, { id, subjectId }: Correction): Promise<{ accountId: string; at: Date }[]> {
  const mayAgree = await ownersAmongAuthorsWith(tx, subjectId, 'agree');
  return ((await agreementsByCorrection(tx, [id])).get(id) ?? []).filter(({ accountId, counts }) => counts && mayAgree.has(accountId));
}

/** Begins the time in which the other owners can contest a correction, if two have agreed with it: notifies each of them, and enqueues its end. */
export async function beginContestTime(tx: Writer, correction: Correction): Promise<void> {
  if (isDecidedByReview(correction.field) || (await agreementsThatCount(tx, correction)).length < minAgreements) return;
  if (await isContestedByAuthor(tx, correction.id)) return;
  await enqueueEnd(tx, correction.id, addMs(now(), daysMs(contestDays)));
  await notifyOwners(tx, correction);
}

const enqueueEnd = (tx: Writer, correctionId: string, runAt: Date): Promise<void> =>
  enqueue(tx, { kind: 'end-contest-time', payload: { correctionId }, onceKey: `end-contest-time:${correctionId}`, runAt });

/** Notifies each owner among the authors that a correction will be shown. @returns when the last of them was notified */
async function notifyOwners(tx: Writer, correction: Correction): Promise<Date> {
  const { id, subjectId, field, decidedAt } = correction;
  const work = await subjectQueries.work.nameOf(tx, subjectId);
  const onceKey = `correction_agreed:${id}:${decidedAt?.getTime() ?? 0}`;
  const until = dayOf(addMs(now(), daysMs(contestDays)));
  const facts = { name: work?.name ?? 'a work without a title', field: fieldRules[field].name, until, path: `/works/${subjectId}/correct` };
  const owners = await subjectQueries.work.owners(tx, subjectId);
  for (const accountId of owners) await notify(tx, { accountId, kind: 'correction_agreed', facts, onceKey });
  const isThis = and(eq(notifications.kind, 'correction_agreed'), eq(notifications.onceKey, onceKey));
  const notified = await tx.select({ accountId: notifications.accountId, at: notifications.createdAt }).from(notifications).where(isThis);
  return new Date(Math.max(0, ...notified.filter(({ accountId }) => owners.includes(accountId)).map(({ at }) => at.getTime())));
}

/** Finds out whether two of some accounts are at a distance from each other, so that one cannot act for the other. */
type DistanceTest = (accountIds: readonly string[]) => Promise<boolean>;

/**
 * Accepts a correction at the end of the time in which owners can contest it. An owner who has come since is notified first, and has the same
 * time. Without two owners at a distance from each other, and after a contest, reviewers decide.
 */
export async function endContestTime(tx: Writer, { correctionId }: { correctionId: string }, areTwoApart: DistanceTest): Promise<void> {
  const unlocked = await correctionById(tx, correctionId);
  if (unlocked?.subject !== 'work' || isDecidedByReview(unlocked.field)) return;
  await lockOwners(tx, unlocked.subjectId);
  const correction = await lockCorrection(tx, correctionId);
  if (!correction || !isUndecided(correction.state) || (await isContestedByAuthor(tx, correctionId))) return;
  const agreements = await agreementsThatCount(tx, correction);
  if (agreements.length < minAgreements) return;
  const [, second] = agreements.toSorted((one, other) => one.at.getTime() - other.at.getTime());
  const lastNotified = await notifyOwners(tx, correction);
  const endsAt = addMs(new Date(Math.max(lastNotified.getTime(), second?.at.getTime() ?? 0)), daysMs(contestDays));
  if (endsAt > now()) return enqueueEnd(tx, correctionId, endsAt);
  if (!(await areTwoApart(agreements.map(({ accountId }) => accountId)))) return;
  const notice = { reason: 'authors_agree', remedy: 'corrected', once: now().toISOString() };
  await acceptCorrection(tx, correction, { by: 'authors', accountId: null, notice });
}
