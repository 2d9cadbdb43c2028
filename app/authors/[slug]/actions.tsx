import { ButtonLink } from '#components/ui/button.tsx';
import type { AuthorView, AuthorViewerState } from '#lib/authors/model.ts';

/** Follow and claim, as this reader may. */
export function Actions({ author, viewer }: { author: AuthorView; viewer: AuthorViewerState | null }) {
  const back = encodeURIComponent(`/authors/${author.slug}`);
  const claimable = author.kind === 'person' && author.claimState === 'unclaimed' && !viewer?.isOwner;
  return (
    <>
      {viewer === null && (
        <ButtonLink look="primary" href={`/sign-in?next=${back}`}>
          Sign in to follow <span className="font-normal">{author.counters.followers}</span>
        </ButtonLink>
      )}
      {claimable && <ButtonLink href={`/claim/${author.slug}`}>Claim this record</ButtonLink>}
    </>
  );
}
