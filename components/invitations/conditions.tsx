import { type Condition, Gate } from '#components/ui/gate.tsx';
import type { InviteBecause, InviteRefusals } from '#lib/invitations/model.ts';
import { refusalOf } from '#lib/refusals.ts';

/** Both sides' conditions before anything is written: met or not, and what to do about each that is not. */
export function Conditions({ refusals: { theirs, yours }, back }: { refusals: InviteRefusals; back: string }) {
  return (
    <Gate
      conditions={[
        ...(theirs.length > 0
          ? theirs.map((because) => unmet(because, back))
          : [met('theirs', 'Theirs: the owner has claimed the record and is open to invitations.')]),
        ...(yours.length > 0
          ? yours.map((because) => unmet(because, back))
          : [met('yours', 'Yours: you own a claimed record, and may invite.')]),
      ]}
    />
  );
}

const met = (key: string, text: string): Condition => ({ key, met: true, text });

function unmet(because: InviteBecause, back: string): Condition {
  const { title, missing, next, link } = refusalOf(because);
  const href = link?.href === '/sign-in' ? `/sign-in?next=${encodeURIComponent(back)}` : link?.href;
  return {
    key: because,
    met: false,
    text: `${title}. ${missing}`,
    remedy: (
      <>
        {next} {link && <a href={href}>{link.says}</a>}
      </>
    ),
  };
}
