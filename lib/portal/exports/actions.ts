'use server';

import { z } from 'zod';
import { type ActionState, act, goOn } from '#lib/platform/action.ts';
import { askForCopy } from './commands/ask.ts';
import { takeIn } from './commands/import-archive.ts';
import { takeInput } from './model/portable.ts';

/** Asks for a copy of everything. */
export async function askCopy(_: ActionState, form: FormData): Promise<ActionState> {
  const outcome = await act(form, z.object({}), askForCopy);
  if (!outcome.ok) return outcome;
  goOn('/me/data?asked=yes');
}

/** Takes in what was chosen of a copy. */
export async function takeCopyIn(_: ActionState, form: FormData): Promise<ActionState> {
  const outcome = await act(form, takeInput, async (tx, actor, input) => {
    const taken = await takeIn(tx, actor, input);
    return taken.ok ? { ok: true, value: input.id } : taken;
  });
  if (!outcome.ok) return outcome;
  goOn(`/me/data/in/${outcome.value}`);
}
