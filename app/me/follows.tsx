import { FollowLists } from '#components/follows/follow-lists.tsx';
import { loadFollows } from '#lib/community/follows/loaders.ts';

/** All follows of the viewer. */
export async function Follows() {
  const follows = await loadFollows();
  return follows && <FollowLists follows={follows} />;
}
