import { FollowForm } from '#components/follows/follow-form.tsx';
import { FollowLink } from '#components/follows/follow-link.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Tag } from '#components/ui/tag.tsx';
import type { AuthorViewerState, SlotAuthor } from '#lib/portal/pages/model/author-record.ts';
import { acceptsInvitations } from './invite-box.tsx';
import { MoreMenu } from './more-menu.tsx';

/** The viewer's actions on a profile, most important first. */
export function ProfileActions({ author, viewer }: { author: SlotAuthor; viewer: AuthorViewerState | null }) {
  const { id, slug, name, counters } = author;
  const isOwner = viewer?.isOwner ?? false;
  const isOpen = acceptsInvitations(author);
  const followVariant = isOpen ? 'plain' : 'primary';
  return (
    <>
      {isOpen && !isOwner && (
        <ButtonLink variant="primary" href={`/invite/${slug}`}>
          <Icon name="mail" />
          Invite
        </ButtonLink>
      )}
      {viewer === null && <FollowLink id={id} path={`/authors/${slug}`} followers={counters.followers} variant={followVariant} />}
      {viewer && !isOwner && (
        <FollowForm
          target={{ authorId: id }}
          name={name}
          following={viewer.follow !== 'off'}
          followers={counters.followers}
          back={`/authors/${slug}`}
          variant={followVariant}
        />
      )}
      {isOwner && <ButtonLink href={`/me/records/${slug}`}>Edit profile</ButtonLink>}
      {isOwner && <ButtonLink href={`/authors/${slug}/review`}>Confirm your works</ButtonLink>}
      <ButtonLink href={`/authors/${slug}#take-away`}>
        <Icon name="cite" />
        Cite
      </ButtonLink>
      <MoreMenu author={author} isOwner={isOwner} />
      {/* On a small screen, the box with the claim comes after the works. */}
      {!isOwner && author.kind === 'person' && author.claimState === 'unclaimed' && viewer?.claimRefusal == null && (
        <a href={`/claim/${slug}`} className="w-full text-sm min-[62rem]:hidden">
          Is this you? Claim it
        </a>
      )}
      {isOpen && (
        <Tag variant="accent" icon="chat">
          Open to collaborate
        </Tag>
      )}
    </>
  );
}
