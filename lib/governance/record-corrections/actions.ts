'use server';

import { ownershipRefusals } from '#lib/catalog/ownership/refusals.ts';
import { correctionIdInput } from '#lib/governance/corrections/model.ts';
import { correctionRefusals } from '#lib/governance/corrections/refusals.ts';
import { type ActionState, createActions, invalidatePage, redirectTo } from '#lib/platform/action.ts';
import { decideAsOwner, revertAsOwner } from './commands/own.ts';
import { suggestRecordCorrection } from './commands/suggest.ts';
import { ownerDecisionInput, recordCorrectionInput } from './model.ts';
import { recordCorrectionRefusals } from './refusals.ts';

const { actAsAnybody, redirectingAction } = createActions({ ...ownershipRefusals, ...correctionRefusals, ...recordCorrectionRefusals });

/** Suggests a correction for a field of a record. Needs no account. */
export async function suggestRecordCorrectionAction(_: ActionState, form: FormData): Promise<ActionState> {
  const outcome = await actAsAnybody(form, recordCorrectionInput, suggestRecordCorrection);
  if (!outcome.ok) return outcome;
  const { path, isAccepted } = outcome.value;
  redirectTo(isAccepted ? invalidatePage(path, `${path}/correct?done=accepted`) : `${path}/correct?done=sent`);
}

/** Accepts or declines a correction, as the owner of the record. */
export const decideAsOwnerAction = redirectingAction(ownerDecisionInput, decideAsOwner, ({ path }, { accepts }) =>
  invalidatePage(path, `${path}/correct?done=${accepts === 'yes' ? 'accepted' : 'declined'}`),
);

/** Reverts an accepted correction, as the owner of the record. */
export const revertAsOwnerAction = redirectingAction(correctionIdInput, revertAsOwner, ({ path }) =>
  invalidatePage(path, `${path}/correct?done=reverted`),
);
