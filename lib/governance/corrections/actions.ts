'use server';

import { ownershipRefusals } from '#lib/catalog/ownership/refusals.ts';
import { powerRefusals } from '#lib/catalog/powers/refusals.ts';
import { type ActionState, createActions, invalidatePage, redirectTo } from '#lib/platform/action.ts';
import { decideAsOwner, revertAsOwner } from './commands/owners.ts';
import { suggestCorrection } from './commands/suggest.ts';
import { correctionDecisionInput, correctionIdInput, correctionInput } from './model.ts';
import { correctionRefusals } from './refusals.ts';

const { actAsAnybody, redirectingAction } = createActions({ ...ownershipRefusals, ...powerRefusals, ...correctionRefusals });

/** Suggests a correction for a field of a work or record. Needs no account. */
export async function suggestCorrectionAction(_: ActionState, form: FormData): Promise<ActionState> {
  const outcome = await actAsAnybody(form, correctionInput, suggestCorrection);
  if (!outcome.ok) return outcome;
  const { path, step } = outcome.value;
  const next = `${path}/correct?done=${step}`;
  redirectTo(step === 'accepted' ? invalidatePage(path, next) : next);
}

/** Agrees with a correction as an owner among the authors of a work, or accepts or declines it as the owner of a record. */
export const decideCorrectionAction = redirectingAction(correctionDecisionInput, decideAsOwner, ({ path, step }) =>
  invalidatePage(path, `${path}/correct?done=${step}`),
);

/** Reverts a correction, as an owner who has agreed to it, or as the owner of the record. */
export const revertCorrectionAction = redirectingAction(correctionIdInput, revertAsOwner, ({ path, step }) =>
  invalidatePage(path, `${path}/correct?done=${step}`),
);
