import { followAuthor } from '#lib/community/follows/commands/authors.ts';
import { followContext } from '#lib/community/follows/commands/contexts.ts';
import { saveSearch } from '#lib/community/follows/commands/searches.ts';
import { searchPlaceholderId, searchQueryOfPath } from '#lib/community/follows/model.ts';
import { saveWork } from '#lib/community/saved-works/commands.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { openSession } from '#lib/platform/auth/sessions.ts';
import type { SignInIntent } from '#lib/platform/auth/sign-in-intent.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import type { AuthContext } from './requests.ts';

/**
 * Carries out the follow or save that the sign-in page announced. A refusal does not affect the sign-in.
 * @param next path to which the sign-in redirects
 */
export async function completeIntent(
  context: AuthContext,
  token: string | undefined,
  { follow, save }: SignInIntent,
  next: string,
): Promise<void> {
  const session = (follow || save) && token ? await openSession(context.store.reader, token) : null;
  if (!session) return;
  const { actor } = session;
  if (follow) await context.store.transact((tx) => followAny(tx, actor, follow, next));
  if (save) await context.store.transact((tx) => saveWork(tx, actor, { workId: save }));
}

async function followAny(tx: Writer, actor: Actor, id: string, next: string) {
  if (id === searchPlaceholderId) return saveSearch(tx, actor, { query: searchQueryOfPath(next) ?? '' });
  const author = await followAuthor(tx, actor, { authorId: id });
  return !author.ok && author.code === 'unknown_author' ? followContext(tx, actor, { contextId: id, want: 'on' }) : author;
}
