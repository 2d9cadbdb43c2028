import { Until } from '#components/site/refusal-notice.tsx';
import { Day } from '#components/ui/day.tsx';
import { type Condition, Gate } from '#components/ui/gate.tsx';
import { counted, listed } from '#components/ui/sentence.ts';
import { invitationAudience } from '#lib/catalog/ownership/model.ts';
import type { InviteErrorCode, InviteRefusals } from '#lib/community/invitations/model/invitation-policy.ts';
import type { InvitePage } from '#lib/community/invitations/model/invite-page.ts';
import { isPurpose, purposes } from '#lib/community/invitations/model/purposes.ts';
import { refusalOf } from '#lib/portal/refusals.ts';

type Shown = Pick<InvitePage, 'refusals' | 'conditions' | 'pending'> & { back: string };

/** The conditions of both sides that are not met: until when, and what to do about each. */
export function Conditions({ refusals, conditions, pending, back }: Shown) {
  const { theirs, yours } = refusals;
  const isWaiting = pending !== null && yours.includes('needs_claimed_record');
  return (
    <>
      {pending && isWaiting && (
        <p className="mb-3 max-w-measure">
          Your claim on <a href={`/claim/${pending.slug}`}>{pending.name}</a> is pending until <Day at={pending.until} />. You can invite
          people after that.
        </p>
      )}
      <Gate
        conditions={[
          ...theirs.map((code) => unmet(code, refusals, back)),
          ...yours.filter((code) => !(isWaiting && code === 'needs_claimed_record')).map((code) => unmet(code, refusals, back)),
        ]}
      />
      {conditions && <Terms conditions={conditions} />}
    </>
  );
}

/** What the owner is open to, from whom, and how often. */
export function Terms({ conditions: { purposes: open, from, monthly } }: { conditions: NonNullable<InvitePage['conditions']> }) {
  return (
    <p className="mt-3 max-w-measure text-sm">
      Open to: {listed(open.filter(isPurpose).map((purpose) => purposes[purpose]))}. From: {invitationAudience[from]}.
      {monthly !== null && ` At most ${counted(monthly, 'invitation')} in any 30 days.`}
    </p>
  );
}

function unmet(code: InviteErrorCode, { ends }: InviteRefusals, back: string): Condition {
  const { title, detail, action, link } = refusalOf(code);
  const href = link?.href === '/sign-in' ? `/sign-in?next=${encodeURIComponent(back)}` : link?.href;
  const until = ends[code];
  return {
    key: code,
    met: false,
    text: (
      <>
        {title}. {detail} {until && <Until at={until} />}
      </>
    ),
    remedy: (
      <>
        {action} {link && <a href={href}>{link.label}</a>}
      </>
    ),
  };
}
