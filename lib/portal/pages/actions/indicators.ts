'use server';

import { hiddenInput } from '#lib/catalog/indicators/model/indicator.ts';
import { asOwner } from '#lib/catalog/ownership/commands/as-owner.ts';
import { setIndicatorsHidden } from '#lib/catalog/ownership/commands/edit-record.ts';
import { ownershipRefusals } from '#lib/catalog/ownership/refusals.ts';
import { type ActionState, actionsWith } from '#lib/platform/action.ts';

const { actThenRedirect } = actionsWith(ownershipRefusals);

/** Hides or shows the indicators of one's own record. */
export async function saveIndicatorsHidden(_: ActionState, form: FormData): Promise<ActionState> {
  return actThenRedirect(form, hiddenInput, asOwner(setIndicatorsHidden), (slug) => `/me/records/${slug}?saved=indicators#indicators`);
}
