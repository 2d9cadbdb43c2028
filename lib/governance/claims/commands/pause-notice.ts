import { and, eq } from 'drizzle-orm';
import { holdingClaimOf } from '#lib/catalog/ownership/queries/ownership.ts';
import { freezeDays } from '#lib/community/limits.ts';
import { addMs, daysMs, now } from '#lib/platform/clock.ts';
import { claims } from '#lib/platform/db/schema/claims.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { adminWaitDays } from '../model/claim-brakes.ts';
import { resumedNoticeEnd } from '../model/notice.ts';
import { noticeDaysOf } from '../queries/notice.ts';
import { enqueueNoticeEnd } from './accept.ts';

/**
 * Stops the clock of a notice, because a co-author who has proved control of their own profile objects: it ends `freezeDays` later, unless
 * reviewers decide before. Further objections do not stop it again.
 */
export async function pauseNotice(tx: Writer, authorId: string): Promise<void> {
  const claim = await claimInNotice(tx, authorId);
  if (!claim) return;
  const pausedEnd = addMs(claim.createdAt, daysMs(claim.days + freezeDays));
  if (claim.noticeEndsAt < pausedEnd) await setNoticeEnd(tx, claim.id, pausedEnd);
}

/** Lets the notice end on its day again, because the objection has not held: a day from now at the earliest. */
export async function continueNotice(tx: Writer, authorId: string): Promise<void> {
  const claim = await claimInNotice(tx, authorId);
  if (!claim) return;
  const end = resumedNoticeEnd(claim.createdAt, now(), claim.days);
  if (end >= claim.noticeEndsAt) return;
  await setNoticeEnd(tx, claim.id, end);
}

/** Returns the claim to a record that is in its notice, with the days that it takes. */
async function claimInNotice(tx: Writer, authorId: string) {
  const claim = await holdingClaimOf(tx, authorId);
  if (claim?.state !== 'notice_period' || !claim.noticeEndsAt) return null;
  const days = Math.max(await noticeDaysOf(tx, authorId), claim.waitsForAdmin ? adminWaitDays : 0);
  return { id: claim.id, createdAt: claim.createdAt, noticeEndsAt: claim.noticeEndsAt, days };
}

/** Lets a notice end at another time. */
export async function setNoticeEnd(tx: Writer, claimId: string, noticeEndsAt: Date): Promise<void> {
  await tx
    .update(claims)
    .set({ noticeEndsAt })
    .where(and(eq(claims.id, claimId), eq(claims.state, 'notice_period')));
  await enqueueNoticeEnd(tx, claimId, noticeEndsAt);
}
