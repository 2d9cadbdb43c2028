import { FollowForm } from '#components/follows/follow-form.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import type { AuthorView, AuthorViewerState } from '#lib/portal/pages/model/author-record.ts';

/** Follow and claim, as this reader may. */
export function Actions({ author, viewer }: { author: AuthorView; viewer: AuthorViewerState | null }) {
  const { followers } = author.counters;
  const claimable = author.kind === 'person' && author.claimState === 'unclaimed' && (viewer === null || viewer.claimRefusal === null);
  return (
    <>
      {viewer === null && (
        <ButtonLink look="primary" href={`/sign-in?next=${encodeURIComponent(`/authors/${author.slug}`)}&follow=${author.id}`}>
          Sign in to follow {followers !== null && <span className="font-normal">{followers}</span>}
        </ButtonLink>
      )}
      {viewer && !viewer.isOwner && (
        <FollowForm
          authorId={author.id}
          name={author.name}
          following={viewer.follow !== 'off'}
          followers={followers}
          back={`/authors/${author.slug}`}
        />
      )}
      {viewer?.isOwner && <ButtonLink href={`/me/records/${author.slug}`}>Edit what is shown</ButtonLink>}
      {viewer?.isOwner && <ButtonLink href={`/authors/${author.slug}/review`}>Confirm your works</ButtonLink>}
      {claimable && <ButtonLink href={`/claim/${author.slug}`}>Claim this record</ButtonLink>}
    </>
  );
}
