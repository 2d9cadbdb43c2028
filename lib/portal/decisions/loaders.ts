import { connection } from 'next/server';
import { cache } from 'react';
import type { PasskeyState } from '#lib/community/accounts/model/account.ts';
import { passkeyStateOf } from '#lib/community/accounts/queries/passkeys.ts';
import type { AppealView } from '#lib/governance/cases/model/appeals.ts';
import { appealKinds, type ReviewKind, reviewKinds } from '#lib/governance/cases/model/review-case.ts';
import { viewer } from '#lib/platform/auth/viewer.ts';
import { reader } from '#lib/platform/db/store.ts';
import type { DecidedRow, QueuePage, QueueTimes, ReviewView } from './model/views.ts';
import { appealView, mailedAnswer } from './queries/appeals.ts';
import { reviewFor } from './queries/evidence.ts';
import { decidedLately, queue, queueTimes } from './queries/queue.ts';
import { reviewerOf } from './queries/reviewers.ts';

interface ShownQueue {
  page: QueuePage;
  kind: ReviewKind | null;
  times: QueueTimes | null;
  decided: DecidedRow[];
  /** What the reader still needs before they can vote. */
  passkey: PasskeyState;
}

/** Open reviews; 'sign-in' for a reader without an account, null for anybody who does not decide. */
export async function loadQueue(kind: string | undefined, cursor: string | undefined): Promise<ShownQueue | 'sign-in' | null> {
  const actor = await viewer();
  if (!actor) return 'sign-in';
  const reviewer = await reviewerOf(reader(), actor);
  if (!reviewer) return null;
  const asked = reviewKinds.find((each) => each === kind) ?? null;
  const from = reader();
  return {
    page: await queue(from, reviewer, asked, cursor ?? null, actor.network),
    kind: asked,
    times: await queueTimes(from),
    // On the first page of everything alone: it is for looking something up again.
    decided: asked || cursor ? [] : await decidedLately(from, reviewer),
    passkey: await passkeyStateOf(from, actor),
  };
}

/** One question with its evidence, told as `loadQueue` tells who may read it. */
export async function loadReview(reviewId: string): Promise<(ReviewView & { passkey: PasskeyState }) | 'sign-in' | null> {
  const actor = await viewer();
  if (!actor) return 'sign-in';
  const reviewer = await reviewerOf(reader(), actor);
  const review = reviewer && (await reviewFor(reader(), reviewer, reviewId, actor.network));
  return review && { ...review, passkey: await passkeyStateOf(reader(), actor) };
}

/** What a reader who decides still needs before they can; null for anybody who does not decide. */
export async function loadReviewerPasskey(): Promise<PasskeyState | null> {
  const actor = await viewer();
  const isReviewer = actor && (await reviewerOf(reader(), actor));
  return isReviewer ? passkeyStateOf(reader(), actor) : null;
}

/** How long people waited for a decision of late, for anybody; null while too few were decided to say. */
export const loadQueueTimes = cache(async (): Promise<QueueTimes | null> => {
  await connection();
  return queueTimes(reader());
});

/** A decision as the reader sees it whom it went against; 'sign-in' without an account, null for anybody else. */
export async function loadAppeal(of: string, subjectId: string): Promise<AppealView | 'sign-in' | null> {
  const actor = await viewer();
  if (!actor) return 'sign-in';
  const known = appealKinds.find((each) => each === of);
  return known ? appealView(reader(), actor.accountId, { of: known, subjectId }) : null;
}

/** What the link of a mailed answer leads to: opening it uses nothing up. Null for one that does not work. */
export async function loadMailedAnswer(request: string, code: string): Promise<{ reason: string; remedy: string } | null> {
  await connection();
  return mailedAnswer(reader(), request, code);
}
