import { followingWords } from './follow-request.ts';

/** The visible word of a follow button. "Following" becomes "Unfollow" on hover and focus, in the same width. */
export function FollowWord({ following }: { following: boolean }) {
  const [state, action] = followingWords;
  return (
    <span className="follow-word">
      {following ? (
        <>
          <span>{state}</span>
          <span className="sr-only">. </span>
          <span>{action}</span>
        </>
      ) : (
        'Follow'
      )}
    </span>
  );
}
