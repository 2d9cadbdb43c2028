import type { ComponentProps, ReactNode } from 'react';
import { PasskeyGate } from '#components/accounts/security/passkey-gate.tsx';
import { ActionButton } from '#components/site/action-button.tsx';
import { Day } from '#components/ui/day.tsx';
import { ExternalLink } from '#components/ui/external-link.tsx';
import type { PasskeyState } from '#lib/community/accounts/model/account.ts';

/** A reader of corrections, on the page that they are on. */
export interface Reader {
  /** What a reader who decides still needs before they can; null for anybody who does not. */
  reviewer: PasskeyState | null;
  path: string;
}

interface Said {
  id: string;
  evidenceUrl: string | null;
  note: string | null;
  createdAt: Date;
  decidedAt: Date | null;
}

interface Props<Correction> {
  corrections: readonly Correction[];
  /** The name of its field, what it should be, its state, and what the reader can do about it. */
  toRow: (correction: Correction) => { label: string; value: ReactNode; state: string | undefined; actions: ReactNode };
}

/** Corrections with their evidence, each with what the reader can do about it. */
export function CorrectionList<Correction extends Said>({ corrections, toRow }: Props<Correction>) {
  return (
    <ul className="max-w-text divide-y divide-line border-line border-y">
      {corrections.map((correction) => {
        const { label, value, state, actions } = toRow(correction);
        const { id, evidenceUrl, note, createdAt, decidedAt } = correction;
        return (
          <li key={id} className="space-y-1 py-3">
            <div className="break-words">
              <b className="font-semibold">{label}:</b> {value}
            </div>
            <p className="text-sm text-soft">
              <Day at={decidedAt ?? createdAt} />, {state}.
              {evidenceUrl && (
                <>
                  {' '}
                  <ExternalLink href={evidenceUrl}>Evidence</ExternalLink>
                </>
              )}
            </p>
            {note && <p className="whitespace-pre-line break-words text-sm">{note}</p>}
            <div className="flex flex-wrap gap-2.5 empty:hidden">{actions}</div>
          </li>
        );
      })}
    </ul>
  );
}

/** Reverts an accepted correction, for those who decide. */
export function RevertAsReviewer({
  action,
  correctionId,
  reviewer,
  path,
}: Reader & { action: ComponentProps<typeof ActionButton>['action']; correctionId: string }) {
  return (
    reviewer && (
      <PasskeyGate state={reviewer} next={path} to="to revert it">
        <ActionButton action={action} back={path} sends={{ correctionId }} label="Revert as a reviewer" />
      </PasskeyGate>
    )
  );
}

/** Leads to the texts for the sources. @param path the page of corrections, beside which they are */
export const TellSource = ({ path, correctionId }: { path: string; correctionId: string }) => (
  <a href={`${path.replace(/\/correct$/, '/upstream')}#${correctionId}`} rel="nofollow" className="self-center text-sm">
    Tell the source
  </a>
);
