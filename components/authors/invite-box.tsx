import type { ReactNode } from 'react';
import { ButtonLink } from '#components/ui/button.tsx';
import { type Condition, Gate } from '#components/ui/gate.tsx';
import { Section } from '#components/ui/section.tsx';
import type { AuthorView, AuthorViewerState } from '#lib/authors/model.ts';

interface Props {
  author: Pick<AuthorView, 'slug' | 'name' | 'claimState' | 'availability'>;
  viewer: AuthorViewerState | null;
  /** Why this reader may not invite although the other side is open, with what to do. */
  refusal?: ReactNode;
}

/** Direct collaboration: their condition and yours, apart. */
export function InviteBox({ author, viewer, refusal }: Props) {
  const conditions = [theirs(author), yours(viewer, refusal)];
  return (
    <Section id="collaborate" title="Invite to collaborate">
      {viewer?.isOwner ? (
        <p className="text-sm">Others write to you from here, once you say on your page what you are open to.</p>
      ) : (
        <>
          <Gate conditions={conditions} />
          {author.availability?.open && author.availability.note && <p className="mt-3 font-serif">{author.availability.note}</p>}
          {conditions.every((each) => each.met) && (
            <p className="mt-3">
              <ButtonLink href={`/invite/${author.slug}`}>Write an invitation</ButtonLink>
            </p>
          )}
        </>
      )}
    </Section>
  );
}

function theirs({ claimState, availability }: Props['author']): Condition {
  if (claimState === 'claimed' && availability?.open)
    return { key: 'theirs', met: true, text: 'The owner has claimed this record and is open to invitations.' };
  if (claimState === 'claimed') return { key: 'theirs', met: false, text: 'The owner has not said that they are open to invitations.' };
  if (claimState === 'pending') return { key: 'theirs', met: false, text: 'The claim to this record is still in its public notice.' };
  if (claimState === 'disputed') return { key: 'theirs', met: false, text: 'The claim to this record is disputed.' };
  return { key: 'theirs', met: false, text: 'This record is unclaimed, so nobody has agreed to receive invitations.' };
}

function yours(viewer: AuthorViewerState | null, refusal: ReactNode): Condition {
  if (viewer === null)
    return {
      key: 'yours',
      met: false,
      text: 'You would need a claimed record of your own.',
      remedy: <a href="/sign-in">Sign in, then claim yours</a>,
    };
  if (viewer.inviteRefusal === null) return { key: 'yours', met: true, text: 'You own a claimed record, and may invite.' };
  return { key: 'yours', met: false, text: refusal ?? 'You may not invite this person now.' };
}
