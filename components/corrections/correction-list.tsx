import type { ComponentProps, ReactNode } from 'react';
import { PasskeyGate } from '#components/accounts/security/passkey-gate.tsx';
import { ActionButton } from '#components/site/action-button.tsx';
import { Day } from '#components/ui/day.tsx';
import { ExternalLink } from '#components/ui/external-link.tsx';
import type { PasskeyState } from '#lib/community/accounts/model/account.ts';
import type { CorrectionView } from '#lib/governance/corrections/model.ts';

/** The viewer of corrections, and the page on which they are. */
export interface CorrectionViewer {
  /** What a reviewer still needs before deciding; null for others. */
  reviewer: PasskeyState | null;
  path: string;
}

interface Props<Correction> {
  corrections: readonly Correction[];
  /** The label of its field, the suggested value, its state, and the viewer's actions. */
  toRow: (correction: Correction) => { label: string; value: ReactNode; state: string | undefined; actions: ReactNode };
}

/** Corrections with their evidence and the viewer's actions. */
export function CorrectionList<Correction extends Pick<CorrectionView, 'id' | 'evidenceUrl' | 'note' | 'createdAt' | 'decidedAt'>>({
  corrections,
  toRow,
}: Props<Correction>) {
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

/** Reverts an accepted correction, for reviewers. */
export function RevertAsReviewer({
  action,
  correctionId,
  reviewer,
  path,
}: CorrectionViewer & { action: ComponentProps<typeof ActionButton>['action']; correctionId: string }) {
  return (
    reviewer && (
      <PasskeyGate state={reviewer} next={path} to="to revert it">
        <ActionButton action={action} back={path} hiddenInputs={{ correctionId }} label="Revert as a reviewer" />
      </PasskeyGate>
    )
  );
}

/** Links to the texts for the sources. @param path the page of the corrections */
export const UpstreamNotesLink = ({ path, correctionId }: { path: string; correctionId: string }) => (
  <a href={`${path.replace(/\/correct$/, '/upstream')}#${correctionId}`} rel="nofollow" className="self-center text-sm">
    Tell the source
  </a>
);
