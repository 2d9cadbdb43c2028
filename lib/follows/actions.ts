'use server';

import { z } from 'zod';
import { act } from '../action.ts';
import { followAuthor, unfollowAuthor } from './commands.ts';
import { followInput } from './model.ts';

const wanted = followInput.extend({ want: z.enum(['on', 'off']) });

/** Follows or unfollows, as `want` says. */
export async function follow(form: FormData): Promise<{ ok: true; value: { followers: number } } | { ok: false; because: string }> {
  const outcome = await act(form, wanted, (tx, actor, { authorId, want }) =>
    want === 'on' ? followAuthor(tx, actor, { authorId }) : unfollowAuthor(tx, actor, { authorId }),
  );
  return outcome.ok ? { ok: true, value: { followers: outcome.value.followers } } : { ok: false, because: outcome.because };
}
