import { followingWords } from './follow-request.ts';

/** The visible word of a follow button. "Following" becomes "Unfollow" on hover and focus, in the same width. */
export const FollowWord = ({ following }: { following: boolean }) => (
  <span className="follow-word">{following ? followingWords.map((word) => <span key={word}>{word}</span>) : 'Follow'}</span>
);
