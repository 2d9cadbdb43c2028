'use client';

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { followRequest, followsPath, sendFollow, whyNotFollowed } from './follow-request.ts';

interface Standing {
  following: boolean;
  /** Null where the owner keeps it back. */
  followers: number | null;
}

interface FollowProps {
  authorId: string;
  name: string;
  following: boolean;
  followers: number | null;
  /** The page that the form stands on. */
  back: string;
}

/** Follows or unfollows: at once for the eye, and back if the server refuses. Without script it is a form. */
export function FollowForm({ authorId, name, following, followers, back }: FollowProps) {
  const [standing, setStanding] = useState<Standing>({ following, followers });
  const follow = useMutation({
    ...followRequest(authorId, sendFollow),
    onMutate: (form: FormData) => {
      const want = form.get('want') === 'on';
      setStanding({ following: want, followers: standing.followers === null ? null : Math.max(0, standing.followers + (want ? 1 : -1)) });
      return { before: standing };
    },
    onError: (_error, _form, context) => context && setStanding(context.before),
    onSuccess: (value) => setStanding((now) => ({ ...now, followers: value.followers })),
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    follow.mutate(new FormData(event.currentTarget));
  };

  const problem = follow.error && whyNotFollowed(follow.error, window.location.pathname);
  return (
    <form action={followsPath} method="post" onSubmit={submit}>
      <input type="hidden" name="authorId" value={authorId} />
      <input type="hidden" name="back" value={back} />
      <input type="hidden" name="want" value={standing.following ? 'off' : 'on'} />
      <Button look={standing.following ? 'on' : 'primary'}>
        <span>
          {standing.following ? 'Unfollow' : 'Follow'}
          <span className="sr-only"> {name},</span>
        </span>
        {standing.followers !== null && (
          <span className="font-normal">
            {standing.followers}
            <span className="sr-only"> {standing.followers === 1 ? 'follower' : 'followers'}</span>
          </span>
        )}
      </Button>
      <p role="status" className="max-w-56 text-danger text-xs empty:hidden">
        {follow.isSuccess && <span className="sr-only">{standing.following ? `You follow ${name}` : `You no longer follow ${name}`}</span>}
        {problem?.text}
        {problem?.link && ' '}
        {problem?.link && <a href={problem.link.href}>{problem.link.label}</a>}
      </p>
    </form>
  );
}
