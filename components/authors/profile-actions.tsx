import { FollowForm } from '#components/follows/follow-form.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Tag } from '#components/ui/tag.tsx';
import type { AuthorViewerState, SlotAuthor } from '#lib/portal/pages/model/author-record.ts';
import { MoreMenu } from './more-menu.tsx';

/** What this reader may do with a profile. */
export function ProfileActions({ author, viewer }: { author: SlotAuthor; viewer: AuthorViewerState | null }) {
  const { id, slug, name, counters, availability } = author;
  const isOwner = viewer?.isOwner ?? false;
  const isOpen = author.claimState === 'claimed' && availability?.open === true && viewer?.inviteRefusal !== 'recipient_closed';
  return (
    <>
      {isOpen && (
        <Tag look="accent" icon="chat">
          Open to collaborate
        </Tag>
      )}
      {viewer === null && (
        <ButtonLink look="primary" href={`/sign-in?next=${encodeURIComponent(`/authors/${slug}`)}&follow=${id}`}>
          Sign in to follow
          {counters.followers !== null && (
            <span className="font-normal">
              {' '}
              {counters.followers}
              <span className="sr-only">{counters.followers === 1 ? ' follower' : ' followers'}</span>
            </span>
          )}
        </ButtonLink>
      )}
      {viewer && !isOwner && (
        <FollowForm
          of={{ authorId: id }}
          name={name}
          following={viewer.follow !== 'off'}
          followers={counters.followers}
          back={`/authors/${slug}`}
        />
      )}
      {isOpen && !isOwner && (
        <ButtonLink href={`/invite/${slug}`}>
          <Icon name="mail" />
          Invite
        </ButtonLink>
      )}
      {isOwner && <ButtonLink href={`/me/records/${slug}`}>Edit what is shown</ButtonLink>}
      {isOwner && <ButtonLink href={`/authors/${slug}/review`}>Confirm your works</ButtonLink>}
      <ButtonLink href={`/authors/${slug}#take-away`}>
        <Icon name="cite" />
        Cite
      </ButtonLink>
      <MoreMenu author={author} />
    </>
  );
}
