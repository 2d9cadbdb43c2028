import { ActionField, ActionForm, ActionTextArea } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { suggestForRecord } from '#lib/governance/record-corrections/actions.ts';
import { type RecordField, recordFieldLabels } from '#lib/governance/record-corrections/model.ts';

interface Props {
  authorId: string;
  field: RecordField;
  /** What the profile shows today. */
  shown: string | null;
  isOwner: boolean;
}

/** What a field of a profile should be, beginning with what it is, and what shows it. */
export function RecordCorrectionForm({ authorId, field, shown, isOwner }: Props) {
  const { label, hint } = recordFieldLabels[field];
  return (
    <ActionForm action={suggestForRecord} sends={{ authorId, field }}>
      <ActionField name="value" label={label} hint={hint} defaultValue={shown ?? ''} />
      <ActionField name="evidenceUrl" label="Link that shows it" hint="A public address, such as a page of the institution." />
      <ActionTextArea
        name="note"
        label="Note (optional with a link)"
        hint="It is shown beside the correction once that is accepted."
        maxLength={1000}
        rows={3}
      />
      <Button look="primary">{isOwner ? 'Correct it' : 'Suggest the correction'}</Button>
    </ActionForm>
  );
}
