import { NoticeProgress } from '#components/claims/notice-progress.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { Day } from '#components/ui/day.tsx';
import { type AuthorViewerState, ownershipNote, type SlotAuthor } from '#lib/portal/pages/model/author-record.ts';
import { refusalOf } from '#lib/portal/refusals.ts';
import { acceptsInvitations, InviteBox } from './invite-box.tsx';

interface Props {
  author: SlotAuthor;
  /** Null if the viewer is not signed in. */
  viewer: AuthorViewerState | null;
}

/** The state of the claim with the next step, and the conditions for an invitation, which come first if one is possible. */
export function ClaimBox({ author, viewer }: Props) {
  const isOwner = viewer?.isOwner ?? false;
  const isOpen = author.claimState === 'unclaimed' && author.kind === 'person';
  const title = isOwner
    ? 'This is your profile'
    : isOwnClaim(author, viewer)
      ? 'Your claim'
      : isOpen
        ? claimQuestion(author.name)
        : 'Who owns this profile';
  const isInvitable = !isOwner && acceptsInvitations(author);
  const claim = (
    <section aria-labelledby="claim" className={isInvitable ? 'mt-4 border-accent/25 border-t pt-4 text-sm' : undefined}>
      <h2 id="claim" className={isInvitable ? 'font-semibold' : 'font-serif text-lg'}>
        {title}
      </h2>
      <div className="mt-1.5 space-y-3 text-read">{isOwner ? <OwnerNote /> : <ClaimStateNote author={author} viewer={viewer} />}</div>
    </section>
  );
  return (
    <div className="no-print rounded-card bg-wash p-5">
      {!isInvitable && claim}
      {/* Owners cannot invite themselves: while a claim is pending, only others see the missing conditions. */}
      {!isOwnClaim(author, viewer) && <InviteBox author={author} viewer={viewer} isFirst={isInvitable} />}
      {isInvitable && claim}
    </div>
  );
}

/** Isolates the name, so that the question mark stays at the end after right-to-left text. */
const claimQuestion = (name: string) => (
  <>
    Are you <bdi>{name}</bdi>?
  </>
);

const isOwnClaim = (author: SlotAuthor, viewer: AuthorViewerState | null): boolean =>
  author.claimState === 'pending' && viewer?.claimRefusal === 'already_yours';

function OwnerNote() {
  return (
    <>
      <p>You decide what is shown, and who may write to you.</p>
      <p>
        <a href="/me">Open your dashboard</a>
      </p>
    </>
  );
}

function ClaimStateNote({ author, viewer }: Props) {
  const claimPath = `/claim/${author.slug}`;
  if (author.kind === 'organisation')
    return <p>A group of authors has no single owner, so this profile cannot be claimed by one person.</p>;
  if (author.claimState === 'claimed') return <Owned author={author} />;
  if (author.claimState === 'disputed')
    return <p>Two people disagree about this profile. Nothing can be changed on it until that is decided.</p>;
  if (isOwnClaim(author, viewer)) return <OwnPendingClaim author={author} claim={claimPath} />;
  if (author.claimState === 'pending') return <PendingClaim author={author} claim={claimPath} />;
  if (viewer?.claimRefusal) return <RefusalNote code={viewer.claimRefusal} />;
  return (
    <>
      <p>Claim this profile to add your affiliation, choose what is shown, and decide who may contact you.</p>
      <p>
        <ButtonLink variant="primary" href={claimPath}>
          Claim this profile
        </ButtonLink>
      </p>
    </>
  );
}

/** What the owner has shown, and what somebody else can do about whom the profile is. */
function Owned({ author }: Pick<Props, 'author'>) {
  const note = ownershipNote(author);
  if (author.created && author.ownerStrength !== 'strong')
    return (
      <p>
        {note} If it pretends to be you, <a href={`/authors/${author.slug}/fix?kind=impersonation`}>report it</a>: reviewers decide.
      </p>
    );
  return (
    <p>
      {note} Not claimed by the right person? <a href={`/claim/${author.slug}`}>Tell us</a>
    </p>
  );
}

function RefusalNote({ code }: { code: string }) {
  const { title, detail, action } = refusalOf(code);
  return (
    <>
      <p>
        {title}. {detail}
      </p>
      <p>{action}</p>
    </>
  );
}

/** The viewer's own pending claim. */
function OwnPendingClaim({ author, claim }: { author: Props['author']; claim: string }) {
  return (
    <>
      <p>You have claimed this profile. Only you see this note.</p>
      {author.noticeEndsAt ? <NoticeProgress claim={author} /> : <p>Reviewers decide on your claim.</p>}
      <p>
        <a href={claim}>See your claim, or add a proof</a>
      </p>
    </>
  );
}

function PendingClaim({ author, claim }: { author: Props['author']; claim: string }) {
  return (
    <>
      <p>
        Somebody has claimed this profile.{' '}
        {author.noticeEndsAt && (
          <>
            The claim is in public notice until <Day at={author.noticeEndsAt} />.
          </>
        )}
      </p>
      <p>
        If you are {author.name} and this claim is not yours, <a href={claim}>object with a proof</a>: reviewers then compare both sides.
      </p>
    </>
  );
}
