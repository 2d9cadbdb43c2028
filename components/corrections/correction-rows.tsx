import { PasskeyGate } from '#components/accounts/security/passkey-gate.tsx';
import { ActionButton } from '#components/site/action-button.tsx';
import { Day } from '#components/ui/day.tsx';
import { ExternalLink } from '#components/ui/external-link.tsx';
import { LongText } from '#components/ui/long-text.tsx';
import { formatFactValue } from '#components/works/work-labels.ts';
import type { PasskeyState } from '#lib/community/accounts/model/account.ts';
import { decideCorrectionAction, revertCorrectionAction } from '#lib/governance/corrections/actions.ts';
import { type CorrectionView, fieldRules, formatCorrectionValue, isEffective, subjectOf } from '#lib/governance/corrections/model.ts';
import { revertCorrectionAsReviewerAction } from '#lib/portal/decisions/actions.ts';

/** The viewer of corrections, and the page on which they are. */
interface CorrectionViewer {
  /** What a reviewer still needs before deciding; null for others. */
  reviewer: PasskeyState | null;
  path: string;
}

/** Corrections of a work or profile with their evidence and the viewer's actions. */
export function CorrectionRows({ corrections, ...viewer }: CorrectionViewer & { corrections: readonly CorrectionView[] }) {
  return (
    <ul className="max-w-text divide-y divide-line border-line border-y">
      {corrections.map((correction) => {
        const { id, field, evidenceUrl, note, createdAt, decidedAt } = correction;
        return (
          <li key={id} className="space-y-1 py-3">
            <div className="break-words">
              <b className="font-semibold">{fieldRules[field].label}:</b> <Value {...correction} />
            </div>
            <p className="text-sm text-soft">
              <Day at={decidedAt ?? createdAt} />, {stateLabelOf(correction)}.
              {evidenceUrl && (
                <>
                  {' '}
                  <ExternalLink href={evidenceUrl}>Evidence</ExternalLink>
                </>
              )}
            </p>
            {note && <p className="whitespace-pre-line break-words text-sm">{note}</p>}
            <div className="flex flex-wrap gap-2.5 empty:hidden">
              <Actions correction={correction} {...viewer} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}

const reopenedLabels = {
  work: 'suggested again, because fewer than two of the authors who agreed own a profile now',
  author: 'suggested again, because the claim of the owner who accepted it ended or was in dispute',
};

function stateLabelOf({ field, state, decidedBy, isReopened }: CorrectionView): string {
  const subject = subjectOf(field);
  if (isReopened) return reopenedLabels[subject];
  if (state === 'suggested') return 'suggested, not decided yet';
  const acceptedLabel = subject === 'work' ? 'accepted' : decidedBy === 'owner' ? 'accepted by the owner' : 'accepted by reviewers';
  return state === 'contested' ? `${acceptedLabel}; the sources have changed since, and it is decided on again` : acceptedLabel;
}

function Value({ field, value, sourceValue }: CorrectionView) {
  if (value === null) return 'the list on the page of the work';
  const renderValue = (stored: string | null) => <LongText text={formatFactValue(field, formatCorrectionValue(field, stored))} />;
  // The value of a profile's sources may be hidden.
  if (sourceValue === null && subjectOf(field) === 'author') return renderValue(value);
  return (
    <>
      {renderValue(value)}, instead of {renderValue(sourceValue)}
    </>
  );
}

function Actions({ correction: { id, field, state, value, can }, reviewer, path }: CorrectionViewer & { correction: CorrectionView }) {
  const isOfWork = subjectOf(field) === 'work';
  const hiddenInputs = { correctionId: id };
  const accepting = { ...hiddenInputs, accepts: 'yes' };
  const canRevert = can.revert && (isOfWork || !can.decide);
  return (
    <>
      {isEffective(state) && value !== null && (
        <a href={`${path.replace(/\/correct$/, '/upstream')}#${id}`} rel="nofollow" className="self-center text-sm">
          Tell the source
        </a>
      )}
      {can.decide && (
        <ActionButton action={decideCorrectionAction} hiddenInputs={accepting} label={isOfWork ? 'Agree as an author' : 'Accept'} />
      )}
      {can.decide && !isOfWork && (
        <ActionButton action={decideCorrectionAction} hiddenInputs={{ ...hiddenInputs, accepts: 'no' }} variant="quiet" label="Decline" />
      )}
      {can.contest && (
        <ActionButton
          action={decideCorrectionAction}
          hiddenInputs={{ ...hiddenInputs, accepts: 'no' }}
          variant="quiet"
          label="Contest it"
        />
      )}
      {canRevert && <ActionButton action={revertCorrectionAction} hiddenInputs={hiddenInputs} label="Revert" />}
      {isEffective(state) && !can.decide && !can.revert && reviewer && (
        <PasskeyGate state={reviewer} next={path} to="to revert it">
          <ActionButton action={revertCorrectionAsReviewerAction} back={path} hiddenInputs={hiddenInputs} label="Revert as a reviewer" />
        </PasskeyGate>
      )}
    </>
  );
}
