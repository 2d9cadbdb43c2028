import { Until } from '#components/site/refusal-notice.tsx';
import { type Condition, Gate } from '#components/ui/gate.tsx';
import { counted, listed } from '#components/ui/sentence.ts';
import { invitationAudience } from '#lib/catalog/ownership/model.ts';
import type { InviteErrorCode, InviteRefusals } from '#lib/community/invitations/model/invitation-policy.ts';
import type { InvitePage } from '#lib/community/invitations/model/invite-page.ts';
import { type Purpose, purposes } from '#lib/community/invitations/model/purposes.ts';
import { refusalOf } from '#lib/portal/refusals.ts';

type Shown = Pick<InvitePage, 'refusals' | 'conditions' | 'standing'> & { back: string };

/** Both sides' conditions before anything is written: met or not, until when, and what to do about each that is not. */
export function Conditions({ refusals, conditions, standing, back }: Shown) {
  const { theirs, yours } = refusals;
  return (
    <Gate
      conditions={[
        ...(conditions
          ? [met('theirs', 'Theirs: the owner has claimed the record and is open to invitations.'), ...named(conditions, theirs)]
          : []),
        ...theirs.map((code) => unmet(code, refusals, back)),
        ...(standing && !yours.includes('level_too_low') ? yourStanding(standing, yours) : []),
        ...yours.map((code) => unmet(code, refusals, back)),
        ...(yours.length === 0 ? [met('between', 'Between you: no open invitation and no cooldown.')] : []),
      ]}
    />
  );
}

const isPurpose = (word: string): word is Purpose => Object.hasOwn(purposes, word);

/** The owner's limits that are met; unmet ones are listed as such. */
function named({ purposes: open, from, monthly }: NonNullable<InvitePage['conditions']>, unmetOnes: InviteRefusals['theirs']): Condition[] {
  const stands = (...code: InviteRefusals['theirs']) => code.some((each) => unmetOnes.includes(each));
  return [
    met('purposes', `Open to: ${listed(open.filter(isPurpose).map((purpose) => purposes[purpose]))}.`),
    ...(stands('level_below_theirs', 'no_shared_context') ? [] : [met('from', `From: ${invitationAudience[from]}.`)]),
    ...(monthly === null || stands('monthly_quota_used')
      ? []
      : [met('monthly', `At most ${counted(monthly, 'invitation')} in any 30 days; not reached yet.`)]),
  ];
}

function yourStanding(
  { level, sentThisWeek, quota }: NonNullable<InvitePage['standing']>,
  unmetOnes: InviteRefusals['yours'],
): Condition[] {
  const record = met('yours', `Yours: you own a claimed record at level L${level}.`);
  if (unmetOnes.includes('weekly_quota_used')) return [record];
  return [record, met('quota', `You have sent ${sentThisWeek} of ${counted(quota, 'invitation')} in seven days.`)];
}

const met = (key: string, text: string): Condition => ({ key, met: true, text });

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
