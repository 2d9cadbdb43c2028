import { ActionChoice, ActionField, ActionForm, ActionSelect, ActionTextArea } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { formatFactValue } from '#components/works/work-labels.ts';
import { parseRetraction } from '#lib/catalog/works/model/retraction.ts';
import { suggestCorrectionAction } from '#lib/governance/corrections/actions.ts';
import { type CorrectionField, fieldRules, subjectOf } from '#lib/governance/corrections/model.ts';

interface Props {
  /** The id of the work or record. */
  subjectId: string;
  field: CorrectionField;
  /** The displayed value. */
  shown: string | null;
  /** Whether every source truncates the list of authors. */
  omitsAuthors: boolean;
  /** Whether the viewer owns the record, so that the suggestion is accepted immediately. */
  isOwnRecord: boolean;
}

/** The form to correct a field, filled with its current value, and the evidence. */
export function CorrectionForm({ subjectId, field, shown, omitsAuthors, isOwnRecord }: Props) {
  const example = subjectOf(field) === 'work' ? 'the publisher’s page' : 'a page of the institution';
  return (
    <ActionForm action={suggestCorrectionAction} hiddenInputs={{ subjectId, field }}>
      <ValueField field={field} shown={shown ?? ''} omitsAuthors={omitsAuthors} />
      <ActionField name="evidenceUrl" label="Link that shows it" hint={`A public address, such as ${example}.`} />
      <ActionTextArea
        name="note"
        label="Note (optional with a link)"
        hint="It is shown beside the correction once that is accepted."
        maxLength={1000}
        rows={3}
      />
      <Button variant="primary">{isOwnRecord ? 'Correct it' : 'Suggest the correction'}</Button>
    </ActionForm>
  );
}

function ValueField({ field, shown, omitsAuthors }: Pick<Props, 'field' | 'omitsAuthors'> & { shown: string }) {
  const { label, hint: usualHint, control } = fieldRules[field];
  const hint =
    field === 'authors' && omitsAuthors ? `${usualHint} The sources leave out further names: “…” stays after the list.` : usualHint;
  const fieldProps = { name: 'value', label, ...(hint && { hint }), defaultValue: shown };
  if (control === undefined) return <ActionField {...fieldProps} />;
  if (control === 'retraction') return <RetractionFields label={label} hint={hint} shown={shown} />;
  if ('rows' in control) return <ActionTextArea {...fieldProps} rows={control.rows} />;
  const options = control.options.map(({ value, label: name }) => ({ value, label: name ?? formatFactValue(field, value) }));
  const chosen = control.options.find(({ value }) => fieldRules[field].agrees?.(shown, value))?.value ?? (control.none ? '' : shown);
  return (
    <ActionSelect
      {...fieldProps}
      options={control.none ? [{ value: '', label: control.none }, ...options] : options}
      defaultValue={chosen}
    />
  );
}

function RetractionFields({ label, hint, shown }: { label: string; hint: string | undefined; shown: string }) {
  const options = [
    { value: 'yes', label: 'It is retracted' },
    { value: 'no', label: 'It is not retracted' },
  ];
  const retraction = parseRetraction(shown);
  return (
    <>
      <ActionChoice name="value" legend={label} hint={hint} options={options} chosen={[retraction === null ? 'no' : 'yes']} required />
      <ActionField name="retractedOn" label="Retracted on (if known)" hint={fieldRules.date.hint} defaultValue={retraction?.date ?? ''} />
      <ActionTextArea name="reason" label="Reason (if known)" hint="As the notice says." defaultValue={retraction?.reason ?? ''} rows={3} />
    </>
  );
}
