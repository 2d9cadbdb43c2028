import type { FileErrorCode, Review } from '#lib/governance/cases/case-handlers.ts';
import { openAppeal } from '#lib/governance/cases/commands/open.ts';
import { type AppealInput, type AppealLinkInput, appealRefusal } from '#lib/governance/cases/model/appeals.ts';
import { redeemAppealLink } from '#lib/governance/identity/commands/visibility-decisions.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { type Outcome, refused } from '#lib/platform/outcome.ts';
import { subjectHandlers } from '../case-handlers/subjects.ts';
import { appealPartOf, decidedReviewOf } from '../queries/appeals.ts';

/** Files an appeal against a decision that went against the account's side: once, within 30 days, with a text. */
export async function fileAppeal(
  tx: Writer,
  actor: Actor,
  { of, subjectId, words }: AppealInput,
): Promise<Outcome<unknown, FileErrorCode>> {
  const { appeal, isAboutOwner, lock } = subjectHandlers[of];
  if (appeal.file) return appeal.file(tx, actor, { subjectId, words });
  await lock(tx, subjectId);
  const part = await appealPartOf(tx, actor.accountId, { of, subjectId });
  if (!part) return refused('unknown_decision');
  const code = appealRefusal({ decidedAt: part.step.at, filed: part.own !== null }, now());
  if (code) return refused(code);
  const votesNeeded = isAboutOwner ? 2 : part.votesNeeded;
  const parties = [...part.parties, actor.accountId];
  return openAppeal(tx, { ...part, of, subjectId, accountId: actor.accountId, words, parties, votesNeeded });
}

/** Files an appeal by the link in a mailed answer, for a person without an account. The link works once, for 30 days. */
export async function fileAppealByLink(
  tx: Writer,
  { request, code, words }: AppealLinkInput,
): Promise<Outcome<void, 'appeal_filed' | 'visibility_link_used'>> {
  const isRedeemed = await redeemAppealLink(tx, { request, code });
  const review: Review | null = isRedeemed ? await decidedReviewOf(tx, { of: 'suppression', subjectId: request }) : null;
  if (!review) return refused('visibility_link_used');
  return openAppeal(tx, { ...review, of: 'suppression', side: 'asker', accountId: null, words });
}
