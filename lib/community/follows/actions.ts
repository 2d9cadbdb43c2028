'use server';

import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import { authorRefusals } from '#lib/catalog/authors/refusals.ts';
import { type ActionState, actionsWith } from '#lib/platform/action.ts';
import type { Refusal } from '#lib/platform/refusals.ts';
import { followAuthor, unfollowAuthor } from './commands/authors.ts';
import { changeFollow } from './commands/change.ts';
import { followContext } from './commands/contexts.ts';
import { saveSearch } from './commands/searches.ts';
import { contextFollowInput, followChangeInput, followInput, saveSearchInput } from './model.ts';
import { followRefusals } from './refusals.ts';

const { act, actThenRedirect } = actionsWith({ ...authorRefusals, ...followRefusals });

const wanted = followInput.extend({ want: z.enum(['on', 'off']) });

type FollowResult = { ok: true; value: { followers: number | null } } | { ok: false; code: string; refusal: Refusal };

/** Follows or unfollows, as `want` says. */
export async function follow(form: FormData): Promise<FollowResult> {
  const outcome = await act(form, wanted, (tx, actor, { authorId, want }) =>
    want === 'on' ? followAuthor(tx, actor, { authorId }) : unfollowAuthor(tx, actor, { authorId }),
  );
  return outcome.ok
    ? { ok: true, value: { followers: outcome.value.followers } }
    : { ok: false, code: outcome.code, refusal: outcome.refusal };
}

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
