import { CorrectionList, type CorrectionViewer, RevertAsReviewer, UpstreamNotesLink } from '#components/corrections/correction-list.tsx';
import { ActionButton } from '#components/site/action-button.tsx';
import { LongText } from '#components/ui/long-text.tsx';
import { formatFactValue } from '#components/works/work-labels.ts';
import { agreeToCorrectionAction, revertCorrectionAction } from '#lib/governance/corrections/actions.ts';
import { type CorrectionView, correctionFieldLabels, formatCorrectionValue, isEffective } from '#lib/governance/corrections/model.ts';
import { revertCorrectionAsReviewerAction } from '#lib/portal/decisions/actions.ts';

const stateLabels: Partial<Record<CorrectionView['state'], string>> = {
  suggested: 'suggested, not decided yet',
  accepted: 'accepted',
  contested: 'accepted; the sources have changed since, and it is decided on again',
};

const reopenedLabel = 'suggested again, because fewer than two of the authors who agreed own a profile now';

/** Corrections of a work. */
export function CorrectionRows({ corrections, ...reader }: CorrectionViewer & { corrections: readonly CorrectionView[] }) {
  return (
    <CorrectionList
      corrections={corrections}
      toRow={(correction) => ({
        label: correctionFieldLabels[correction.field].label,
        value: <Value {...correction} />,
        state: correction.isReopened ? reopenedLabel : stateLabels[correction.state],
        actions: <Actions correction={correction} {...reader} />,
      })}
    />
  );
}

function Value({ field, value, sourceValue }: CorrectionView) {
  if (value === null) return 'the list on the page of the work';
  const renderValue = (stored: string | null) => <LongText text={formatFactValue(field, formatCorrectionValue(field, stored))} />;
  return (
    <>
      {renderValue(value)}, instead of {renderValue(sourceValue)}
    </>
  );
}

function Actions({ correction: { id, state, value, can }, ...reader }: CorrectionViewer & { correction: CorrectionView }) {
  const hiddenInputs = { correctionId: id };
  return (
    <>
      {isEffective(state) && value !== null && <UpstreamNotesLink path={reader.path} correctionId={id} />}
      {can.agree && <ActionButton action={agreeToCorrectionAction} hiddenInputs={hiddenInputs} label="Agree as an author" />}
      {can.revert && <ActionButton action={revertCorrectionAction} hiddenInputs={hiddenInputs} label="Revert" />}
      {isEffective(state) && !can.agree && !can.revert && (
        <RevertAsReviewer action={revertCorrectionAsReviewerAction} correctionId={id} {...reader} />
      )}
    </>
  );
}
