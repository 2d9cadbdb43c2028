import { EvidenceFields } from '#components/corrections/evidence-fields.tsx';
import { ActionField, ActionForm } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { suggestRecordCorrectionAction } from '#lib/governance/record-corrections/actions.ts';
import { type RecordField, recordFieldLabels } from '#lib/governance/record-corrections/model.ts';

interface Props {
  authorId: string;
  field: RecordField;
  /** The displayed value. */
  shown: string | null;
  isOwner: boolean;
}

/** The form to correct a field of a profile, filled with its current value, and the evidence. */
export function RecordCorrectionForm({ authorId, field, shown, isOwner }: Props) {
  const { label, hint } = recordFieldLabels[field];
  return (
    <ActionForm action={suggestRecordCorrectionAction} hiddenInputs={{ authorId, field }}>
      <ActionField name="value" label={label} hint={hint} defaultValue={shown ?? ''} />
      <EvidenceFields example="a page of the institution" />
      <Button variant="primary">{isOwner ? 'Correct it' : 'Suggest the correction'}</Button>
    </ActionForm>
  );
}
