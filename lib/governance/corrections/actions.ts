'use server';

import { type ActionState, createActions, invalidatePage, redirectTo } from '#lib/platform/action.ts';
import { agreeToCorrection } from './commands/agree.ts';
import { revertCorrection } from './commands/revert.ts';
import { suggestCorrection } from './commands/suggest.ts';
import { correctionIdInput, correctionInput } from './model.ts';
import { correctionRefusals } from './refusals.ts';

const { actAsAnybody, redirectingAction } = createActions(correctionRefusals);

/** Suggests a correction for a field of a work. Needs no account. */
export async function suggestCorrectionAction(_: ActionState, form: FormData): Promise<ActionState> {
  const outcome = await actAsAnybody(form, correctionInput, suggestCorrection);
  if (!outcome.ok) return outcome;
  redirectTo(`${outcome.value.path}/correct?done=sent`);
}

/** Agrees with a correction, as an owner among the authors. */
export const agreeToCorrectionAction = redirectingAction(correctionIdInput, agreeToCorrection, ({ path }) =>
  invalidatePage(path, `${path}/correct?done=agreed`),
);

/** Reverts a correction that the actor has agreed to. */
export const revertCorrectionAction = redirectingAction(correctionIdInput, revertCorrection, ({ path }) =>
  invalidatePage(path, `${path}/correct?done=reverted`),
);
