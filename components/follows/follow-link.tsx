import { ButtonLink } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import type { FollowVariant } from './follow-request.ts';

interface Props {
  /** The id of the subject to follow after the sign-in. */
  id: string;
  /** The page to return to. */
  path: string;
  /** Null if the owner hides it. */
  followers: number | null;
  variant?: FollowVariant;
}

/** The follow button for a viewer without a session: it leads to the sign-in, which then follows. */
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
