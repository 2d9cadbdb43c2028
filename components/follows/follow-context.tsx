import type { ContextFollow } from '#lib/community/follows/model.ts';
import { FollowForm } from './follow-form.tsx';
import { FollowLink } from './follow-link.tsx';

/** Follows or unfollows a topic, venue or institution; a link to sign in for a viewer without an account. */
export function FollowContext({ follow }: { follow: ContextFollow }) {
  const { contextId, name, followers, path, state } = follow;
  if (state !== null)
    return <FollowForm target={{ contextId }} name={name} following={state !== 'off'} followers={followers} back={path} />;
  return <FollowLink id={contextId} path={path} followers={followers} />;
}
