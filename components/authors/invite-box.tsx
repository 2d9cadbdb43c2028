import { ButtonLink } from '#components/ui/button.tsx';
import { type Condition, ConditionList } from '#components/ui/condition-list.tsx';
import { capitalize } from '#components/ui/sentence.ts';
import { isPurpose, purposes } from '#lib/community/invitations/model/purposes.ts';
import type { AuthorViewerState, SlotAuthor } from '#lib/portal/pages/model/author-record.ts';
import { refusalOf } from '#lib/portal/refusals.ts';

interface Props {
  author: SlotAuthor;
  /** Null if the viewer is not signed in. */
  viewer: AuthorViewerState | null;
  /** True if it is the first part of its block, above the owner of the profile. */
  isFirst?: boolean;
}

/** Whether the owner of a profile is open to invitations. It is the same for every viewer, so that nobody can infer a block. */
export const acceptsInvitations = ({ claimState, availability }: SlotAuthor): boolean =>
  claimState === 'claimed' && availability?.open === true;

/** Inviting a person: their conditions and the viewer's, shown separately. */
export function InviteBox({ author, viewer, isFirst = false }: Props) {
  const conditions = [recipientCondition(author), viewerCondition(author.slug, viewer)];
  return (
    <section aria-labelledby="collaborate" className={isFirst ? undefined : 'mt-4 border-accent/25 border-t pt-4'}>
      <h2 id="collaborate" className={isFirst ? 'mb-2 font-serif text-lg' : 'mb-1.5 font-semibold text-sm'}>
        Invite to collaborate
      </h2>
      {viewer?.isOwner ? (
        <p className="text-sm">
          {author.availability?.open
            ? 'Others can invite you here, for the purposes shown on your profile.'
            : 'Others can invite you here once you set your availability in your profile.'}
        </p>
      ) : (
        <>
          {isFirst && author.availability && <AcceptedPurposes availability={author.availability} />}
          <ConditionList conditions={conditions} />
          {conditions.every((each) => each.met) && (
            <p className="mt-3">
              <ButtonLink variant="primary" href={`/invite/${author.slug}`}>
                Write an invitation
              </ButtonLink>
            </p>
          )}
        </>
      )}
    </section>
  );
}

/** The purposes to which the owner is open, and their note. */
const AcceptedPurposes = ({ availability: { purposes: open, note } }: { availability: NonNullable<SlotAuthor['availability']> }) => (
  <>
    <ul aria-label="Open to" className="mb-3 flex flex-wrap gap-1.5">
      {open.filter(isPurpose).map((purpose) => (
        <li key={purpose} className="tag bg-card text-accent">
          {capitalize(purposes[purpose])}
        </li>
      ))}
    </ul>
    {note && <p className="mb-3 border-accent/40 border-l-3 pl-3 font-serif">{note}</p>}
  </>
);

function recipientCondition({ kind, claimState, availability }: Props['author']): Condition {
  if (kind === 'organisation') {
    const { title, detail, action } = refusalOf('organisation_cannot_be_invited');
    return { key: 'theirs', met: false, text: `${title}. ${detail}`, remedy: action };
  }
  if (claimState === 'claimed' && availability?.open)
    return { key: 'theirs', met: true, text: 'The owner has claimed this profile and is open to invitations.' };
  if (claimState === 'claimed') return { key: 'theirs', met: false, text: 'The owner has not said that they are open to invitations.' };
  if (claimState === 'pending') return { key: 'theirs', met: false, text: 'The claim to this profile is still in its public notice.' };
  if (claimState === 'disputed') return { key: 'theirs', met: false, text: 'The claim to this profile is disputed.' };
  return { key: 'theirs', met: false, text: 'This profile is not claimed, so nobody has agreed to receive invitations.' };
}

function viewerCondition(slug: string, viewer: AuthorViewerState | null): Condition {
  if (viewer === null) {
    const signIn = <a href={`/sign-in?next=${encodeURIComponent(`/authors/${slug}`)}`}>Sign in, then claim yours</a>;
    return { key: 'yours', met: false, text: 'To invite people, claim your own profile first.', remedy: signIn };
  }
  if (viewer.inviteRefusal === null) return { key: 'yours', met: true, text: 'You own a claimed profile, and may invite.' };
  const { title, detail, action, link } = refusalOf(viewer.inviteRefusal);
  const remedy = (
    <>
      {action} {link && <a href={link.href}>{link.label}</a>}
    </>
  );
  return { key: 'yours', met: false, text: `${title}. ${detail}`, remedy };
}
