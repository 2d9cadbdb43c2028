import { notify } from '#lib/community/notifications/commands/notify.ts';
import type { AnyCaseHandler, CaseDecision, Review } from '#lib/governance/cases/case-handlers.ts';
import { decideAppeals } from '#lib/governance/cases/commands/open.ts';
import { type AppealState, appealUntil } from '#lib/governance/cases/model/appeals.ts';
import type { AppealOf } from '#lib/governance/cases/model/review-case.ts';
import { type Appeal, appealsOn } from '#lib/governance/cases/queries/appeals.ts';
import { dayOf, now } from '#lib/platform/clock.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { appealOf, appealSideOf, subjectOfDecision } from '../queries/appeals.ts';
import { subjectHandlers } from './subjects.ts';

export const isAppeal = ({ kind }: { kind: string }): boolean => kind === 'appeal';

/** Handles appeals with the handler of the appealed decision. Earlier voters and co-authors are excluded as reviewers. */
export const appealCase: AnyCaseHandler = {
  isAboutOwner: true,
  choices: Object.fromEntries(Object.entries(subjectHandlers).map(([of, { appeal }]) => [of, appeal.choices])),
  variantOf: appealOf,
  decide,
};

/** Carries out the decision on an appeal, stores it and notifies both sides. */
async function decide(tx: Writer, decision: CaseDecision): Promise<void> {
  const { review, inFavour, reason, remedy } = decision;
  const appeals = await appealsOn(tx, review.subjectId);
  const filed = appeals.find(({ reviewId }) => reviewId === review.id) ?? null;
  const appealSubject = await appealOf(tx, review.subjectId);
  const { file, grant, refuse } = subjectHandlers[appealSubject].appeal;
  // The losing side can appeal, unless it has appealed already.
  const until = appeals.length > 1 ? null : dayOf(appealUntil(now()));
  const appeal = { ...decision, filed, until };
  const isGranted = inFavour && (await grant(tx, appeal));
  if (!inFavour) await refuse?.(tx, appeal);
  const state: AppealState = !inFavour ? 'refused' : isGranted ? 'granted' : 'moot';
  await decideAppeals(tx, review.subjectId, { state, reason, remedy });
  if (filed && !file) await notifySides(tx, appealSubject, review, { filed, state, reason, remedy: remedy ?? '', until });
}

interface AppealNotice {
  filed: Appeal;
  state: AppealState;
  reason: string;
  remedy: string;
  /** Last day on which the losing side can appeal; null if it has appealed already. */
  until: string | null;
}

/** Notifies both sides of the result: who appealed, and the other party of the case. The name of a reporter is never disclosed. */
async function notifySides(tx: Writer, of: AppealOf, review: Review, notice: AppealNotice): Promise<void> {
  const { subjectId, authorId, parties } = review;
  const { isAskerSecret, appeal } = subjectHandlers[of];
  const about = await subjectOfDecision(tx, { of, subjectId }, authorId);
  const { filed, state, reason, remedy } = notice;
  const subject: Record<string, string> = about && authorId ? { author: authorId } : { name: about?.name ?? 'a profile' };
  const aboutPath = about && authorId ? `/authors/${authorId}` : (about?.path ?? '/me');
  const facts = { ...subject, of, state, ...(state === 'moot' ? {} : { reason, remedy }) };
  // If a report was rejected, only its sender knows of it. The owner of the record is notified only if the appeal upholds the report.
  const isPrivate = isAskerSecret && filed.side === 'asker';
  for (const accountId of new Set([...(isPrivate ? [] : parties), ...(filed.accountId ? [filed.accountId] : [])])) {
    const side = await appealSideOf(tx, accountId, { ...review, kind: of });
    const recipient = { own: accountId === filed.accountId, lost: state === 'granted' && side !== null && side !== filed.side };
    const path = recipient.own || recipient.lost ? `/appeal/${of}/${subjectId}` : aboutPath;
    const recipientFacts = { side: recipient.own ? 'own' : 'other', path, ...nextAppealFacts(notice, recipient, appeal) };
    await notify(tx, { accountId, kind: 'appeal_decided', facts: { ...facts, ...recipientFacts }, onceKey: `appeal_decided:${review.id}` });
  }
  if (filed.accountId === null) await appeal.answerByMail?.(tx, subjectId, { state, reason, remedy });
}

/** Returns whether another appeal is possible, by whom and until when, as facts for the notification. */
function nextAppealFacts(
  { state, until }: AppealNotice,
  { own, lost }: { own: boolean; lost: boolean },
  { isFinal }: { isFinal?: true },
): Record<string, string> {
  if (state === 'moot') return {};
  if (state === 'refused' || until === null) return { final: 'yes' };
  if (lost) return { until };
  return own && !isFinal ? { theirs: until } : {};
}
