'use server';

import { z } from 'zod';
import { type ActionState, actionsWith, redirectTo } from '#lib/platform/action.ts';
import { enqueueArchive } from './commands/ask.ts';
import { importArchive } from './commands/import-archive.ts';
import { importInput } from './model/portable.ts';
import { exportRefusals } from './refusals.ts';

const { act } = actionsWith(exportRefusals);

/** Asks for a copy of everything. */
export async function requestArchive(_: ActionState, form: FormData): Promise<ActionState> {
  const outcome = await act(form, z.object({}), enqueueArchive);
  if (!outcome.ok) return outcome;
  redirectTo('/me/data?asked=yes');
}

/** Takes in what was chosen of a copy. */
export async function importArchiveAction(_: ActionState, form: FormData): Promise<ActionState> {
  const outcome = await act(form, importInput, async (tx, actor, input) => {
    const taken = await importArchive(tx, actor, input);
    return taken.ok ? { ok: true, value: input.id } : taken;
  });
  if (!outcome.ok) return outcome;
  redirectTo(`/me/data/in/${outcome.value}`);
}
