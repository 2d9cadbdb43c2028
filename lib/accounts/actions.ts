'use server';

import { type ActionState, act, goOn } from '../action.ts';
import { renameAccount } from './commands.ts';
import { nameInput } from './model.ts';

export async function rename(_: ActionState, form: FormData): Promise<ActionState> {
  const outcome = await act(form, nameInput, renameAccount);
  if (!outcome.ok) return outcome;
  goOn('/me?saved=name#account');
}
