'use server';

import { authorRefusals } from '#lib/catalog/authors/refusals.ts';
import { type ActionState, createActions } from '#lib/platform/action.ts';
import { changeFollow } from './commands/change.ts';
import { followChangeInput } from './model.ts';
import { followRefusals } from './refusals.ts';

const { actThenRedirect } = createActions({ ...authorRefusals, ...followRefusals });

/** Mutes, unmutes or ends one follow in the account's list. */
export async function changeFollowAction(_: ActionState, form: FormData): Promise<ActionState> {
  return actThenRedirect(form, followChangeInput, changeFollow, (_value, { want }) => `/me/network?follows=${want}`);
}
