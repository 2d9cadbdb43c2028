import { openAppeal } from '#lib/governance/cases/commands/open.ts';
import { type AppealErrorCode, type AppealInput, type AppealLinkInput, appealRefusal } from '#lib/governance/cases/model/appeals.ts';
import { lockDispute } from '#lib/governance/claims/commands/dispute.ts';
import { appealClaim } from '#lib/governance/claims/commands/end.ts';
import { lockChangeRow } from '#lib/governance/identity/commands/lock.ts';
import { lockVisibilityRequest, redeemAppealLink } from '#lib/governance/identity/commands/visibility.ts';
import { lockReport } from '#lib/governance/reports/commands/decide.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import type { reviews } from '#lib/platform/db/schema/claims.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { decidedReview, partIn } from '../queries/appeals.ts';

/** The row of what was decided on, locked: anyone who decides on it, or takes it back, takes the same one first. */
export async function lockDecided(tx: Writer, kind: string, subjectId: string): Promise<void> {
  if (kind === 'dispute') await lockDispute(tx, subjectId);
  if (kind === 'report') await lockReport(tx, subjectId);
  if (kind === 'merge') await lockChangeRow(tx, subjectId);
  if (kind === 'suppression') await lockVisibilityRequest(tx, subjectId);
}

/** Asks that other people look again at a decision that went against the account's side: once, within thirty days, in its own words. */
export async function fileAppeal(
  tx: Writer,
  actor: Actor,
  { of, subjectId, words }: AppealInput,
): Promise<Outcome<void, AppealErrorCode | 'unknown_claim' | 'claim_closed'>> {
  if (of === 'claim') {
    const filed = await appealClaim(tx, actor, { claimId: subjectId, words });
    return filed.ok ? done(undefined) : filed;
  }
  await lockDecided(tx, of, subjectId);
  const part = await partIn(tx, actor.accountId, { of, subjectId });
  if (!part) return refused('unknown_decision');
  const code = appealRefusal({ decidedAt: part.step.at, filed: part.own !== null }, now());
  if (code) return refused(code);
  const { side, authorId, votesNeeded } = part;
  const parties = [...part.parties, actor.accountId];
  return openAppeal(tx, { of, subjectId, side, authorId, accountId: actor.accountId, words, parties, votesNeeded });
}

/** The same by the link of the answer that was mailed to somebody without an account: it works once, for thirty days. */
export async function fileAppealByLink(
  tx: Writer,
  { request, code, words }: AppealLinkInput,
): Promise<Outcome<void, 'appeal_filed' | 'visibility_link_used'>> {
  const isRedeemed = await redeemAppealLink(tx, { request, code });
  const review: typeof reviews.$inferSelect | null = isRedeemed ? await decidedReview(tx, { of: 'suppression', subjectId: request }) : null;
  if (!review) return refused('visibility_link_used');
  const { authorId, parties, votesNeeded } = review;
  return openAppeal(tx, { of: 'suppression', subjectId: request, side: 'asker', authorId, accountId: null, words, parties, votesNeeded });
}
