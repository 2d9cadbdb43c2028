import { connection } from 'next/server';
import { cache } from 'react';
import type { PasskeyState } from '#lib/community/accounts/model/account.ts';
import { passkeyStateOf } from '#lib/community/accounts/queries/passkeys.ts';
import type { AppealView } from '#lib/governance/cases/model/appeals.ts';
import { appealKinds, type ReviewKind, reviewKinds } from '#lib/governance/cases/model/review-case.ts';
import type { QueuedQuestion } from '#lib/governance/identity/model/questions.ts';
import { questionQueue } from '#lib/governance/identity/queries/questions.ts';
import { viewer } from '#lib/platform/auth/viewer.ts';
import { reader } from '#lib/platform/db/store.ts';
import type { DecidedRow, QueuePage, QueueTimes, ReviewView } from './model/views.ts';
import { appealView, mailedAnswer } from './queries/appeals.ts';
import { reviewFor } from './queries/evidence.ts';
import { queuePage, queueTimes, recentDecisions } from './queries/queue.ts';
import { reviewerOf } from './queries/reviewers.ts';

interface QueueView {
  page: QueuePage;
  kind: ReviewKind | 'people' | null;
  /** The open questions about people, if they are asked for, and their number. */
  questions: QueuedQuestion[];
  questionCount: number;
  times: QueueTimes | null;
  decided: DecidedRow[];
  /** Whether the viewer must sign in with a passkey, or add one, before they can vote. */
  passkey: PasskeyState;
}

/** Questions that the page of the queue lists. */
const maxQuestions = 50;

/** Loads the open reviews. Returns 'sign-in' without an account, and null for anybody who is not a reviewer. */
export async function loadQueue(kind: string | undefined, cursor: string | undefined): Promise<QueueView | 'sign-in' | null> {
  const actor = await viewer();
  if (!actor) return 'sign-in';
  const reviewer = await reviewerOf(reader(), actor);
  if (!reviewer) return null;
  const requested = reviewKinds.find((each) => each === kind) ?? null;
  const currentReader = reader();
  if (kind === 'people') {
    const { questions, count, next } = await questionQueue(currentReader, maxQuestions, cursor ?? null);
    const page = { rows: [], hiddenCount: 0, next };
    const passkey = await passkeyStateOf(currentReader, actor);
    return { page, kind, questions, questionCount: count, times: null, decided: [], passkey };
  }
  return {
    questions: [],
    questionCount: 0,
    page: await queuePage(currentReader, reviewer, requested, cursor ?? null, actor.network),
    kind: requested,
    times: await queueTimes(currentReader),
    // Only on the first page without a filter, as a reference to recent decisions.
    decided: requested || cursor ? [] : await recentDecisions(currentReader, reviewer),
    passkey: await passkeyStateOf(currentReader, actor),
  };
}

/** Loads one case with its evidence; 'sign-in' and null as in `loadQueue`. */
export async function loadReview(reviewId: string): Promise<(ReviewView & { passkey: PasskeyState }) | 'sign-in' | null> {
  const actor = await viewer();
  if (!actor) return 'sign-in';
  const reviewer = await reviewerOf(reader(), actor);
  const review = reviewer && (await reviewFor(reader(), reviewer, reviewId, actor.network));
  return review && { ...review, passkey: await passkeyStateOf(reader(), actor) };
}

/** Returns whether a reviewer must sign in with a passkey, or add one, before they can vote; null for anybody who is not a reviewer. */
export async function loadReviewerPasskey(): Promise<PasskeyState | null> {
  const actor = await viewer();
  const isReviewer = actor && (await reviewerOf(reader(), actor));
  return isReviewer ? passkeyStateOf(reader(), actor) : null;
}

/** Returns recent waiting times for a decision, which are public; null if too few cases were decided. */
export const loadQueueTimes = cache(async (): Promise<QueueTimes | null> => {
  await connection();
  return queueTimes(reader());
});

/** Loads a decision for the account it went against. Returns 'sign-in' without an account, and null for anybody else. */
export async function loadAppeal(of: string, subjectId: string): Promise<AppealView | 'sign-in' | null> {
  const actor = await viewer();
  if (!actor) return 'sign-in';
  const appealKind = appealKinds.find((each) => each === of);
  return appealKind ? appealView(reader(), actor.accountId, { of: appealKind, subjectId }) : null;
}

/** Loads the answer that a mailed link refers to, without using the link up; null if the link is not valid. */
export async function loadMailedAnswer(request: string, code: string): Promise<{ reason: string; remedy: string } | null> {
  await connection();
  return mailedAnswer(reader(), request, code);
}
