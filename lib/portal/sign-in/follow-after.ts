import { z } from 'zod';
import { followAuthor } from '#lib/community/follows/commands/authors.ts';
import { followContext } from '#lib/community/follows/commands/contexts.ts';
import { saveSearch } from '#lib/community/follows/commands/searches.ts';
import { searchAt, thisSearch } from '#lib/community/follows/model.ts';
import { openSession } from '#lib/platform/auth/sessions.ts';
import type { AuthContext } from './requests.ts';

/** The id of the author record, topic, venue or institution that is followed after a sign-in, or `thisSearch`; undefined for anything else. */
export const followedId = z
  .string()
  .regex(/^[0-9a-z]{1,40}$/)
  .optional()
  .catch(undefined);

/**
 * Follows what somebody signed in for, as the page of the sign-in has said. A refusal is none of the sign-in's.
 * @param next where the sign-in leads to
 */
export async function followAfter(house: AuthContext, token: string | undefined, id: string | undefined, next: string): Promise<void> {
  const session = id && token ? await openSession(house.store.reader, token) : null;
  if (!session || !id) return;
  await house.store.transact(async (tx) => {
    if (id === thisSearch) return saveSearch(tx, session.actor, { query: searchAt(next) ?? '' });
    const author = await followAuthor(tx, session.actor, { authorId: id });
    if (!author.ok && author.code === 'unknown_author') await followContext(tx, session.actor, { contextId: id, want: 'on' });
  });
}
