import { z } from 'zod';
import { followAuthor } from '#lib/community/follows/commands/authors.ts';
import { followContext } from '#lib/community/follows/commands/contexts.ts';
import { openSession } from '#lib/platform/auth/sessions.ts';
import type { AuthContext } from './requests.ts';

/** The id of the author record, topic, venue or institution that is followed after a sign-in; undefined for anything else. */
export const followedId = z
  .string()
  .regex(/^[0-9a-z]{1,40}$/)
  .optional()
  .catch(undefined);

/** Follows what somebody signed in for, as the page of the sign-in has said. A refusal is none of the sign-in's. */
export async function followAfter(house: AuthContext, token: string | undefined, id: string | undefined): Promise<void> {
  const session = id && token ? await openSession(house.store.reader, token) : null;
  if (!session || !id) return;
  await house.store.transact(async (tx) => {
    const author = await followAuthor(tx, session.actor, { authorId: id });
    if (!author.ok && author.code === 'unknown_author') await followContext(tx, session.actor, { contextId: id, want: 'on' });
  });
}
