'use server';

import { z } from 'zod';
import { type ActionState, act, goOn } from '../action.ts';
import { liftFreeze } from './commands/freeze.ts';
import { stepDown, volunteer } from './commands/volunteer.ts';
import { voteOn } from './commands/vote.ts';
import { voteInput } from './model.ts';

/** One reviewer's vote on what waits. */
export async function vote(_: ActionState, form: FormData): Promise<ActionState> {
  const outcome = await act(form, voteInput, voteOn);
  if (!outcome.ok) return outcome;
  goOn(`/review?done=${outcome.value.decided ? 'decided' : 'voted'}`);
}

/** Offers to decide on what waits. */
export async function offerToReview(_: ActionState, form: FormData): Promise<ActionState> {
  const outcome = await act(form, z.object({}), volunteer);
  if (!outcome.ok) return outcome;
  goOn('/me#review');
}

/** Takes that offer back. */
export async function stopReviewing(_: ActionState, form: FormData): Promise<ActionState> {
  const outcome = await act(form, z.object({}), stepDown);
  if (!outcome.ok) return outcome;
  goOn('/me#review');
}

/** Lets a frozen record be claimed again. */
export async function unfreeze(_: ActionState, form: FormData): Promise<ActionState> {
  const outcome = await act(form, z.object({ authorId: z.string().min(1).max(40) }), liftFreeze);
  if (!outcome.ok) return outcome;
  goOn('/review');
}
