import { RetryTime } from '#components/site/refusal-notice.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { type Condition, ConditionList } from '#components/ui/condition-list.tsx';
import { Day } from '#components/ui/day.tsx';
import { formatCount, joinWords } from '#components/ui/sentence.ts';
import { invitationAudiences } from '#lib/catalog/ownership/model.ts';
import { monthDays } from '#lib/community/invitations/model/availability.ts';
import type { InviteErrorCode, InviteRefusals } from '#lib/community/invitations/model/invitation-policy.ts';
import type { InvitePage } from '#lib/community/invitations/model/invite-page.ts';
import { isPurpose, purposes } from '#lib/community/invitations/model/purposes.ts';
import { refusalOf } from '#lib/portal/refusals.ts';

type ConditionsProps = Pick<InvitePage, 'refusals' | 'pending'> & { back: string };

/** Returns true if the viewer can learn their own missing conditions by signing in, and the profile accepts invitations. */
export const needsSignIn = ({ theirs, yours }: InviteRefusals): boolean => theirs.length === 0 && yours.includes('not_signed_in');

/** The unmet conditions of both sides: until when, and what to do. For a visitor, only the sign-in. */
export function UnmetConditions({ refusals, pending, back }: ConditionsProps) {
  const { theirs, yours } = refusals;
  if (needsSignIn(refusals)) return <SignInFirst back={back} />;
  const isWaiting = pending !== null && yours.includes('needs_claimed_record');
  const isShownElsewhere = (code: InviteErrorCode): boolean => code === 'not_signed_in' || (isWaiting && code === 'needs_claimed_record');
  return (
    <>
      {pending && isWaiting && (
        <p className="mb-3 max-w-measure">
          Your claim on <a href={`/claim/${pending.slug}`}>{pending.name}</a> is pending until <Day at={pending.until} />. You can invite
          people after that.
        </p>
      )}
      <ConditionList
        conditions={[...theirs, ...yours].filter((code) => !isShownElsewhere(code)).map((code) => unmetCondition(code, refusals))}
      />
    </>
  );
}

const SignInFirst = ({ back }: { back: string }) => (
  <>
    <p className="mb-4 max-w-measure">Only people who have claimed a profile can invite others. You can claim yours after you sign in.</p>
    <ButtonLink variant="primary" href={`/sign-in?next=${encodeURIComponent(back)}`}>
      Sign in to invite
    </ButtonLink>
  </>
);

/** The purposes to which the owner is open, from whom, and how often. */
export function InvitationTerms({ conditions: { purposes: open, from, monthly } }: { conditions: NonNullable<InvitePage['conditions']> }) {
  return (
    <p className="max-w-measure text-sm">
      Open to: {joinWords(open.filter(isPurpose).map((purpose) => purposes[purpose]))}. From: {invitationAudiences[from]}.
      {monthly !== null && ` At most ${formatCount(monthly, 'invitation')} in any ${monthDays} days.`}
    </p>
  );
}

function unmetCondition(code: InviteErrorCode, { ends }: InviteRefusals): Condition {
  const { title, detail, action, link } = refusalOf(code);
  const until = ends[code];
  return {
    key: code,
    met: false,
    text: (
      <>
        {title}. {detail} {until && <RetryTime at={until} />}
      </>
    ),
    remedy: (
      <>
        {action} {link && <a href={link.href}>{link.label}</a>}
      </>
    ),
  };
}
