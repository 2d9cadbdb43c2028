'use server';

import { revalidatePath } from 'next/cache';
import { authorRefusals } from '#lib/catalog/authors/refusals.ts';
import { type ActionState, actionsWith } from '#lib/platform/action.ts';
import { changeFollow } from './commands/change.ts';
import { followContext } from './commands/contexts.ts';
import { saveSearch } from './commands/searches.ts';
import { contextFollowInput, followChangeInput, saveSearchInput } from './model.ts';
import { followRefusals } from './refusals.ts';

const { act, actThenRedirect } = actionsWith({ ...authorRefusals, ...followRefusals });

/** Follows a topic, venue or institution, or unfollows it. */
export async function followPlace(_: ActionState, form: FormData): Promise<ActionState> {
  const outcome = await act(form, contextFollowInput, followContext);
  if (!outcome.ok) return outcome;
  revalidatePath('/', 'layout');
  return { ok: true };
}

/** Saves a search for works. */
export async function addSavedSearch(_: ActionState, form: FormData): Promise<ActionState> {
  return actThenRedirect(form, saveSearchInput, saveSearch, (value) => `/search?${value.query}&saved=yes`);
}

/** Mutes, unmutes or ends one follow, from the account's own list. */
export async function change(_: ActionState, form: FormData): Promise<ActionState> {
  return actThenRedirect(form, followChangeInput, changeFollow, '/me/network#follows');
}
