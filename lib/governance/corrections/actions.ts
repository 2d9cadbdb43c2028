'use server';

import { revalidatePath } from 'next/cache';
import { headers } from 'next/headers';
import { type ActionState, actionsWith, readForm, redirectTo } from '#lib/platform/action.ts';
import { transactAsAnybody } from '#lib/platform/auth/transact-as.ts';
import { viewer } from '#lib/platform/auth/viewer.ts';
import { networkOf } from '#lib/platform/http/network.ts';
import { agreeToCorrection } from './commands/agree.ts';
import { revertCorrection } from './commands/revert.ts';
import { suggestCorrection } from './commands/suggest.ts';
import { correctionInput, correctionRef } from './model.ts';
import { correctionRefusals } from './refusals.ts';

const { act, formError } = actionsWith(correctionRefusals);

/** Suggests what a field of a work should be. Needs no account. */
export async function suggest(_: ActionState, form: FormData): Promise<ActionState> {
  const input = readForm(correctionInput, form);
  if (!input.ok) return input;
  const suggester = { actor: await viewer(), network: networkOf(await headers()) };
  const outcome = await transactAsAnybody(suggester.actor, (tx) => suggestCorrection(tx, suggester, input.value));
  if (!outcome.ok) return formError(outcome.code, form);
  redirectTo(`${outcome.value.path}/correct?done=sent`);
}

/** Agrees with a correction, as an owner among the authors. */
export async function agree(_: ActionState, form: FormData): Promise<ActionState> {
  const outcome = await act(form, correctionRef, agreeToCorrection);
  if (!outcome.ok) return outcome;
  revalidatePath(outcome.value.path);
  redirectTo(`${outcome.value.path}/correct?done=agreed`);
}

/** Ends a correction that the reader has agreed to. */
export async function revert(_: ActionState, form: FormData): Promise<ActionState> {
  const outcome = await act(form, correctionRef, revertCorrection);
  if (!outcome.ok) return outcome;
  revalidatePath(outcome.value.path);
  redirectTo(`${outcome.value.path}/correct?done=reverted`);
}
