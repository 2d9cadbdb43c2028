'use server';

import { type ActionState, act, goOn } from '../action.ts';
import { recordSlug } from '../claims/queries/bindings.ts';
import { ownership } from '../claims/queries/records.ts';
import { done, refused } from '../outcome.ts';
import { setIndicatorsHidden } from './commands/hide.ts';
import { hiddenInput } from './model.ts';

/** Hides or shows the indicators of one's own record. */
export async function saveIndicatorsHidden(_: ActionState, form: FormData): Promise<ActionState> {
  const outcome = await act(form, hiddenInput, async (tx, actor, { authorId, hidden }) => {
    const owner = await ownership(tx, actor, authorId);
    const made = owner ? await setIndicatorsHidden(tx, owner, { hidden }) : refused('not_your_record');
    return made.ok ? done(await recordSlug(tx, authorId)) : made;
  });
  if (!outcome.ok) return outcome;
  goOn(`/me/records/${outcome.value}?saved=indicators#indicators`);
}
