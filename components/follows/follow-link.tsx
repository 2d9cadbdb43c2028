import { ButtonLink } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import type { FollowVariant } from './follow-request.ts';

interface Props {
  /** What is followed once the reader has signed in. */
  id: string;
  /** The page to come back to. */
  path: string;
  /** Null where the owner keeps it back. */
  followers: number | null;
  variant?: FollowVariant;
}

/** Follow, for a reader without a session: signing in comes first, and completes it. */
export const FollowLink = ({ id, path, followers, variant = 'primary' }: Props) => (
  <ButtonLink variant={variant} href={`/sign-in?next=${encodeURIComponent(path)}&follow=${id}`}>
    <Icon name="plus" />
    Follow
    {followers !== null && (
      <span className="border-current/40 border-l pl-2 font-normal">
        {followers}
        <span className="sr-only">{followers === 1 ? ' follower' : ' followers'}</span>
      </span>
    )}
  </ButtonLink>
);
