import { CorrectionList, type CorrectionViewer, RevertAsReviewer, UpstreamNotesLink } from '#components/corrections/correction-list.tsx';
import { ActionButton } from '#components/site/action-button.tsx';
import { isEffective } from '#lib/governance/corrections/model.ts';
import { decideAsOwnerAction, revertAsOwnerAction } from '#lib/governance/record-corrections/actions.ts';
import { formatRecordCorrectionValue, type RecordCorrectionView, recordFieldLabels } from '#lib/governance/record-corrections/model.ts';
import { revertRecordCorrectionAsReviewerAction } from '#lib/portal/decisions/actions.ts';

/** Corrections of a profile. */
export function RecordCorrectionRows({ corrections, ...reader }: CorrectionViewer & { corrections: readonly RecordCorrectionView[] }) {
  return (
    <CorrectionList
      corrections={corrections}
      toRow={(correction) => ({
        label: recordFieldLabels[correction.field].label,
        value: <Value {...correction} />,
        state: stateLabelOf(correction),
        actions: <Actions correction={correction} {...reader} />,
      })}
    />
  );
}

const stateLabelOf = ({ state, decidedBy, isReopened }: RecordCorrectionView): string => {
  if (isReopened) return 'suggested again, because the claim of the owner who accepted it ended or was in dispute';
  if (state === 'suggested') return 'suggested, not decided yet';
  const acceptedLabel = decidedBy === 'owner' ? 'accepted by the owner' : 'accepted by reviewers';
  return state === 'contested' ? `${acceptedLabel}; the sources have changed since, and it is decided on again` : acceptedLabel;
};

const Value = ({ value, sourceValue }: RecordCorrectionView) =>
  sourceValue === null ? formatRecordCorrectionValue(value) : `${formatRecordCorrectionValue(value)}, instead of ${sourceValue}`;

function Actions({ correction: { id, state, can }, ...reader }: CorrectionViewer & { correction: RecordCorrectionView }) {
  const hiddenInputs = { correctionId: id };
  return (
    <>
      {isEffective(state) && <UpstreamNotesLink path={reader.path} correctionId={id} />}
      {can.decide && <ActionButton action={decideAsOwnerAction} hiddenInputs={{ ...hiddenInputs, accepts: 'yes' }} label="Accept" />}
      {can.decide && (
        <ActionButton action={decideAsOwnerAction} hiddenInputs={{ ...hiddenInputs, accepts: 'no' }} variant="quiet" label="Decline" />
      )}
      {can.revert && !can.decide && <ActionButton action={revertAsOwnerAction} hiddenInputs={hiddenInputs} label="Revert" />}
      {isEffective(state) && <RevertAsReviewer action={revertRecordCorrectionAsReviewerAction} correctionId={id} {...reader} />}
    </>
  );
}
