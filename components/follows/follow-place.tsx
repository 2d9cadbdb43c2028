import { ActionForm } from '#components/site/action-form.tsx';
import { Button, ButtonLink } from '#components/ui/button.tsx';
import { followPlace } from '#lib/community/follows/actions.ts';
import type { ContextFollow } from '#lib/community/follows/model.ts';

/** Follows a topic, venue or institution, or unfollows it; for a reader without an account the way in. */
export function FollowPlace({ follow, path }: { follow: ContextFollow; path: string }) {
  const { contextId, name, followers, state } = follow;
  const count = (
    <span className="font-normal">
      {followers}
      <span className="sr-only"> {followers === 1 ? 'follower' : 'followers'}</span>
    </span>
  );
  if (state === null) {
    return <ButtonLink href={`/sign-in?next=${encodeURIComponent(path)}&follow=${contextId}`}>Sign in to follow {count}</ButtonLink>;
  }
  return (
    <ActionForm action={followPlace} className="" back={path}>
      <input type="hidden" name="contextId" value={contextId} />
      <input type="hidden" name="want" value={state === 'off' ? 'on' : 'off'} />
      <Button look={state === 'off' ? 'primary' : 'plain'}>
        <span>
          {state === 'off' ? 'Follow' : 'Unfollow'}
          <span className="sr-only"> {name},</span>
        </span>
        {count}
      </Button>
    </ActionForm>
  );
}
