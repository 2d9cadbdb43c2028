import { FollowLists } from '#components/follows/follow-lists.tsx';
import { loadFollows } from '#lib/community/follows/loaders.ts';

/** All that the reader follows. */
export async function Follows() {
  const follows = await loadFollows();
  return follows && <FollowLists follows={follows} />;
}
