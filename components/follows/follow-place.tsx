import { ButtonLink } from '#components/ui/button.tsx';
import type { ContextFollow } from '#lib/community/follows/model.ts';
import { FollowForm } from './follow-form.tsx';

/** Follows a topic, venue or institution, or unfollows it; for a reader without an account the way in. */
export function FollowPlace({ follow }: { follow: ContextFollow }) {
  const { contextId, name, followers, path, state } = follow;
  if (state !== null) return <FollowForm of={{ contextId }} name={name} following={state !== 'off'} followers={followers} back={path} />;
  return (
    <ButtonLink href={`/sign-in?next=${encodeURIComponent(path)}&follow=${contextId}`}>
      Sign in to follow{' '}
      <span className="font-normal">
        {followers}
        <span className="sr-only">{followers === 1 ? ' follower' : ' followers'}</span>
      </span>
    </ButtonLink>
  );
}
