'use server';

import { type ActionState, act, goOn } from '../action.ts';
import { ownership } from '../claims/queries/records.ts';
import { refused } from '../outcome.ts';
import { setIndicatorsHidden } from './commands/hide.ts';
import { hiddenInput } from './model.ts';

/** Hides or shows the indicators of one's own record. */
export async function saveIndicatorsHidden(_: ActionState, form: FormData): Promise<ActionState> {
  const outcome = await act(form, hiddenInput, async (tx, actor, { authorId, hidden }) => {
    const owner = await ownership(tx, actor, authorId);
    return owner ? setIndicatorsHidden(tx, owner, { hidden }) : refused('not_your_record');
  });
  if (!outcome.ok) return outcome;
  goOn('/me?saved=indicators#indicators');
}
