'use server';

import { recordSlug } from '#lib/catalog/authors/queries/find.ts';
import { hiddenInput } from '#lib/catalog/indicators/model/indicator.ts';
import { setIndicatorsHidden } from '#lib/catalog/ownership/commands/edit-record.ts';
import { ownership } from '#lib/catalog/ownership/queries/ownership.ts';
import { ownershipRefusals } from '#lib/catalog/ownership/refusals.ts';
import { type ActionState, actionsWith, redirectTo } from '#lib/platform/action.ts';
import { done, refused } from '#lib/platform/outcome.ts';

const { act } = actionsWith(ownershipRefusals);

/** Hides or shows the indicators of one's own record. */
export async function saveIndicatorsHidden(_: ActionState, form: FormData): Promise<ActionState> {
  const outcome = await act(form, hiddenInput, async (tx, actor, { authorId, hidden }) => {
    const owner = await ownership(tx, actor, authorId);
    const made = owner ? await setIndicatorsHidden(tx, owner, { hidden }) : refused('not_your_record');
    return made.ok ? done(await recordSlug(tx, authorId)) : made;
  });
  if (!outcome.ok) return outcome;
  redirectTo(`/me/records/${outcome.value}?saved=indicators#indicators`);
}
