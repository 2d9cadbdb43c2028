import { and, eq, ne } from 'drizzle-orm';
import { boundaryOf } from '#lib/community/invitations/queries/boundaries.ts';
import { hasUnread, notify } from '#lib/community/notifications/commands/notify.ts';
import { closeReview, openReview } from '#lib/governance/cases/commands/open.ts';
import { appealUntil } from '#lib/governance/cases/model/appeals.ts';
import { dayOf, now } from '#lib/platform/clock.ts';
import { hasRow } from '#lib/platform/db/rows.ts';
import { corrections } from '#lib/platform/db/schema/corrections.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { fieldRules, isReopened } from '../model.ts';
import type { Correction } from '../queries/corrections.ts';
import { isDecidedByOwner, subjectQueries } from '../queries/subjects.ts';
import { subjectCommands } from './subjects.ts';

/** The reason and remedy of a decision; empty for a decision by the owner of a record. */
export interface DecisionNotice {
  reason: string;
  remedy: string;
  /** Distinguishes repeated decisions on the same correction. */
  once: string;
}

async function factsOf(tx: Writer, { subject, subjectId, field }: Correction): Promise<Record<string, string> & { path: string }> {
  const { name: fieldName } = fieldRules[field];
  if (subject === 'author') return { author: subjectId, field: fieldName, path: `/authors/${subjectId}/correct` };
  const work = await subjectQueries.work.nameOf(tx, subjectId);
  return { name: work?.name ?? 'a work without a title', field: fieldName, path: `/works/${subjectId}/correct` };
}

/** Notifies the account that suggested a correction of the decision. Only decisions by reviewers can be appealed. */
export async function notifySuggester(
  tx: Writer,
  correction: Correction,
  { decision, by, reason, remedy, once }: DecisionNotice & { decision: 'approve' | 'reject'; by: string },
): Promise<void> {
  const { id, subject, suggesterId: accountId } = correction;
  if (!accountId) return;
  const { kind, notifications } = subjectCommands[subject];
  const isOpenToAppeal = decision === 'reject' && by === 'reviewers';
  const facts = {
    ...(await factsOf(tx, correction)),
    ...{ decision, reason, remedy, ...(subject === 'author' && { by }) },
    ...(isOpenToAppeal && { until: dayOf(appealUntil(now())), path: `/appeal/${kind}/${id}` }),
  };
  await notify(tx, { accountId, kind: notifications.decided, facts, onceKey: `${notifications.decided}:${id}:${once}` });
}

/**
 * Asks those who can decide: the owners, and reviewers if it is about a work or a record without an owner. Nobody is asked twice. The
 * previous decider is a party of the review because they are not impartial.
 * @param except an owner who need not be asked
 */
export async function notifyDeciders(tx: Writer, correction: Correction, once: string, except: string | null = null): Promise<void> {
  const { id, subject, subjectId, suggesterId, deciderId, decidedAt, state } = correction;
  const { kind } = subjectCommands[subject];
  const owners = await subjectQueries[subject].owners(tx, subjectId);
  if (await isDecidedByOwner(tx, correction)) await closeReview(tx, kind, id);
  else {
    const parties = subject === 'work' && state === 'contested' ? [] : [suggesterId, deciderId].flatMap((each) => each ?? []);
    await openReview(tx, { kind, subjectId: id, authorId: subject === 'author' ? subjectId : null, parties });
  }
  const asked = isReopened(correction) ? { ...correction, state: 'reopened' } : correction;
  const askedOnce = isReopened(correction) ? `reopened ${decidedAt?.toISOString()}` : once;
  for (const owner of owners) if (owner !== except) await notifyOwner(tx, asked, owner, askedOnce);
}

/**
 * Asks an owner. They are notified once about several open suggestions until the notification is read, and never about suggestions by
 * people that they have blocked or muted.
 */
async function notifyOwner(tx: Writer, correction: Correction, accountId: string, once: string): Promise<void> {
  const { id, subject, state, suggesterId } = correction;
  if (suggesterId !== null && (await boundaryOf(tx, accountId, suggesterId))) return;
  const kind = subjectCommands[subject].notifications.waiting;
  const facts = { ...(await factsOf(tx, correction)), state };
  const isOneOfSeveral = state === 'suggested' && (await hasOtherOpenSuggestion(tx, correction));
  if (isOneOfSeveral && (await hasUnread(tx, accountId, kind, facts.path))) return;
  await notify(tx, { accountId, kind, facts, onceKey: `${kind}:${id}:${once}${subject === 'author' ? `:${accountId}` : ''}` });
}

const hasOtherOpenSuggestion = (tx: Writer, { id, subjectId }: Correction): Promise<boolean> =>
  hasRow(tx, corrections, and(eq(corrections.subjectId, subjectId), eq(corrections.state, 'suggested'), ne(corrections.id, id)));

/**
 * Tells the owners among the authors of a work that reviewers have changed it, and how to object. Owners who decide themselves were asked
 * before (`notifyDeciders`).
 * @param except who suggested or decided it
 */
export async function notifyOfChange(
  tx: Writer,
  correction: Correction,
  { change, once, except }: { change: 'work_corrected' | 'correction_reverted'; once: string; except: readonly (string | null)[] },
): Promise<void> {
  const { id, subject, subjectId } = correction;
  if (subject !== 'work') return;
  const facts = { ...(await factsOf(tx, correction)), change, by: 'reviewers' };
  for (const accountId of await subjectQueries.work.owners(tx, subjectId))
    if (!except.includes(accountId))
      await notify(tx, { accountId, kind: 'record_changed', facts, onceKey: `record_changed:${id}:${once}` });
}
