'use server';

import { z } from 'zod';
import { authorRefusals } from '#lib/catalog/authors/refusals.ts';
import { ownershipRefusals } from '#lib/catalog/ownership/refusals.ts';
import { powerRefusals } from '#lib/catalog/powers/refusals.ts';
import { appealInput, appealLinkInput } from '#lib/governance/cases/model/appeals.ts';
import { caseRefusals } from '#lib/governance/cases/refusals.ts';
import { claimRefusals } from '#lib/governance/claims/refusals.ts';
import { correctionIdInput } from '#lib/governance/corrections/model.ts';
import { correctionRefusals } from '#lib/governance/corrections/refusals.ts';
import { answerInput } from '#lib/governance/identity/model/questions.ts';
import { identityRefusals } from '#lib/governance/identity/refusals.ts';
import { type ActionState, createActions, invalidatePage, readForm, redirectTo } from '#lib/platform/action.ts';
import { transact } from '#lib/platform/db/store.ts';
import { answerQuestion } from './commands/answer-question.ts';
import { fileAppeal, fileAppealByLink } from './commands/appeals.ts';
import { appointReviewer, dismissReviewer } from './commands/appoint.ts';
import { liftFreeze } from './commands/freeze.ts';
import { revertCorrectionAsReviewer } from './commands/revert-correction.ts';
import { stepDown, volunteer } from './commands/volunteer.ts';
import { voteOn } from './commands/vote.ts';
import { voteInput } from './model/choices.ts';
import { decisionRefusals } from './refusals.ts';

const { formError, redirectingAction } = createActions({
  ...authorRefusals,
  ...ownershipRefusals,
  ...powerRefusals,
  ...caseRefusals,
  ...claimRefusals,
  ...correctionRefusals,
  ...identityRefusals,
  ...decisionRefusals,
});

/** Records the vote of a reviewer on an open case. */
export const vote = redirectingAction(voteInput, voteOn, (value) => `/review?done=${value.decided ? 'decided' : 'voted'}`);

/** Appeals against a decision that went against the viewer. */
export const appeal = redirectingAction(appealInput, fileAppeal, (_value, { of, subjectId }) => `/appeal/${of}/${subjectId}?filed=1`);

/** Appeals by the link in a mailed answer. Opening the link does not use it up; submitting the form does. */
export async function appealByLink(_: ActionState, form: FormData): Promise<ActionState> {
  const input = readForm(appealLinkInput, form);
  if (!input.ok) return input;
  const outcome = await transact((tx) => fileAppealByLink(tx, input.value));
  if (!outcome.ok) return formError(outcome.code, form);
  redirectTo('/visibility?appealed=1');
}

export const offerToReview = redirectingAction(z.object({}), volunteer, '/me?done=offered');

/** Withdraws the offer to review, or gives up the role. */
export const stopReviewing = redirectingAction(z.object({}), stepDown, '/me?done=stopped');

const appointmentInput = z.object({ accountId: z.string().min(1).max(40) });

export const appoint = redirectingAction(appointmentInput, appointReviewer, '/admin?reviewers=appointed#reviewers');

/** Declines a volunteer, or revokes the role of a reviewer. */
export const dismiss = redirectingAction(appointmentInput, dismissReviewer, (change) => `/admin?reviewers=${change}#reviewers`);

/** Reverts an accepted correction, as a reviewer. */
export const revertCorrectionAsReviewerAction = redirectingAction(correctionIdInput, revertCorrectionAsReviewer, ({ path }) =>
  invalidatePage(path, `${path}/correct?done=reverted`),
);

/** Lifts the freeze of a record, so that it can be claimed again. */
export const unfreeze = redirectingAction(z.object({ authorId: z.string().min(1).max(40) }), liftFreeze, '/review?done=unfrozen');

/** Answers that two profiles are two people, or one profile one person. */
export const answerQuestionAction = redirectingAction(answerInput, answerQuestion, ({ by, slug }) =>
  by === 'owner' ? `/me/records/${slug}?saved=answer#questions` : '/review?kind=people&done=answered',
);
