import { Button } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { type FollowVariant, followButtonVariant, followsPath } from './follow-request.ts';
import { FollowWord } from './follow-word.tsx';

interface FollowProps {
  /** The subject to follow. */
  target: { authorId: string } | { contextId: string };
  name: string;
  following: boolean;
  /** Null if the owner hides it. */
  followers: number | null;
  /** The page that contains the form. */
  back: string;
  variant?: FollowVariant;
}

/** The form to follow or unfollow. `follow-script.ts` sends it without leaving the page. */
export function FollowForm({ target, name, following, followers, back, variant = 'primary' }: FollowProps) {
  return (
    <form action={followsPath} method="post">
      {Object.entries(target).map(([kind, id]) => (
        <input key={kind} type="hidden" name={kind} value={id} />
      ))}
      <input type="hidden" name="back" value={back} />
      <Button
        name="want"
        value={following ? 'off' : 'on'}
        variant={followButtonVariant(following, variant)}
        data-of={name}
        data-variant={variant === 'plain' ? variant : undefined}
      >
        <Icon name="plus" className="in-[button[value=off]]:hidden" />
        <FollowWord following={following} />
        <span className="sr-only"> {name},</span>
        {followers !== null && (
          <span className="border-current/40 border-l pl-2 font-normal">
            <span data-followers>{followers}</span>
            <span className="sr-only">{followers === 1 ? ' follower' : ' followers'}</span>
          </span>
        )}
      </Button>
      <p role="status" className="max-w-56 text-danger text-xs empty:sr-only" />
    </form>
  );
}
