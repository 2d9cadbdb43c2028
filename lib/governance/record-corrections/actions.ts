'use server';

import { revalidatePath } from 'next/cache';
import { headers } from 'next/headers';
import { ownershipRefusals } from '#lib/catalog/ownership/refusals.ts';
import { correctionRef } from '#lib/governance/corrections/model.ts';
import { correctionRefusals } from '#lib/governance/corrections/refusals.ts';
import { type ActionState, actionsWith, readForm, redirectTo } from '#lib/platform/action.ts';
import { transactAsAnybody } from '#lib/platform/auth/transact-as.ts';
import { viewer } from '#lib/platform/auth/viewer.ts';
import { networkOf } from '#lib/platform/http/network.ts';
import { decideAsOwner, revertAsOwner } from './commands/own.ts';
import { suggestRecordCorrection } from './commands/suggest.ts';
import { ownerDecision, recordCorrectionInput } from './model.ts';
import { recordCorrectionRefusals } from './refusals.ts';

const { act, formError } = actionsWith({ ...ownershipRefusals, ...correctionRefusals, ...recordCorrectionRefusals });

/** Suggests what a field of a record should be. Needs no account. */
export async function suggestForRecord(_: ActionState, form: FormData): Promise<ActionState> {
  const input = readForm(recordCorrectionInput, form);
  if (!input.ok) return input;
  const suggester = { actor: await viewer(), network: networkOf(await headers()) };
  const outcome = await transactAsAnybody(suggester.actor, (tx) => suggestRecordCorrection(tx, suggester, input.value));
  if (!outcome.ok) return formError(outcome.code, form);
  const { path, isAccepted } = outcome.value;
  if (isAccepted) revalidatePath(path);
  redirectTo(`${path}/correct?done=${isAccepted ? 'accepted' : 'sent'}`);
}

/** Accepts or declines a correction, as the owner of the record. */
export async function decideOwn(_: ActionState, form: FormData): Promise<ActionState> {
  const outcome = await act(form, ownerDecision, decideAsOwner);
  if (!outcome.ok) return outcome;
  revalidatePath(outcome.value.path);
  redirectTo(`${outcome.value.path}/correct?done=${form.get('accepts') === 'yes' ? 'accepted' : 'declined'}`);
}

/** Ends an accepted correction, as the owner of the record. */
export async function revertOwn(_: ActionState, form: FormData): Promise<ActionState> {
  const outcome = await act(form, correctionRef, revertAsOwner);
  if (!outcome.ok) return outcome;
  revalidatePath(outcome.value.path);
  redirectTo(`${outcome.value.path}/correct?done=reverted`);
}
