import { EvidenceFields } from '#components/corrections/evidence-fields.tsx';
import { ActionChoice, ActionField, ActionForm, ActionSelect, ActionTextArea } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { typeLabels } from '#components/works/work-labels.ts';
import type { CorrectableField } from '#lib/catalog/works/model/corrections.ts';
import { languages, languageTag } from '#lib/catalog/works/model/languages.ts';
import { parseRetraction } from '#lib/catalog/works/model/retraction.ts';
import { suggestCorrectionAction } from '#lib/governance/corrections/actions.ts';
import { correctableWorkTypes, correctionFieldLabels, isListField } from '#lib/governance/corrections/model.ts';

interface Props {
  workId: string;
  field: CorrectableField;
  /** The displayed value. */
  shown: string | null;
  /** Whether every source truncates the list of authors. */
  omitsAuthors: boolean;
}

/** The form to correct a field, filled with its current value, and the evidence. */
export function CorrectionForm({ workId, field, shown, omitsAuthors }: Props) {
  return (
    <ActionForm action={suggestCorrectionAction} hiddenInputs={{ workId, field }}>
      <ValueField field={field} shown={shown ?? ''} omitsAuthors={omitsAuthors} />
      <EvidenceFields example="the publisher’s page" />
      <Button variant="primary">Suggest the correction</Button>
    </ActionForm>
  );
}

function ValueField({ field, shown, omitsAuthors }: Pick<Props, 'field' | 'omitsAuthors'> & { shown: string }) {
  const { label, hint: usualHint } = correctionFieldLabels[field];
  const hint =
    field === 'authors' && omitsAuthors ? `${usualHint} The sources leave out further names: “…” stays after the list.` : usualHint;
  const fieldProps = { name: 'value', label, ...(hint && { hint }) };
  if (isListField(field)) return <ActionTextArea {...fieldProps} defaultValue={shown} rows={8} />;
  if (field === 'abstract') return <ActionTextArea {...fieldProps} defaultValue={shown} rows={12} />;
  if (field === 'language') {
    const options = [{ value: '', label: 'Choose a language' }, ...languages.map(({ tag, name }) => ({ value: tag, label: name }))];
    return <ActionSelect {...fieldProps} options={options} defaultValue={languageTag(shown) ?? ''} />;
  }
  if (field === 'type') {
    const options = correctableWorkTypes.map((value) => ({ value, label: typeLabels[value] }));
    return <ActionSelect {...fieldProps} options={options} defaultValue={shown} />;
  }
  if (field === 'retracted') {
    const options = [
      { value: 'yes', label: 'It is retracted' },
      { value: 'no', label: 'It is not retracted' },
    ];
    const retraction = parseRetraction(shown);
    return (
      <>
        <ActionChoice name="value" legend={label} hint={hint} options={options} chosen={[retraction === null ? 'no' : 'yes']} required />
        <ActionField
          name="retractedOn"
          label="Retracted on (if known)"
          hint={correctionFieldLabels.date.hint}
          defaultValue={retraction?.date ?? ''}
        />
        <ActionTextArea
          name="reason"
          label="Reason (if known)"
          hint="As the notice says."
          defaultValue={retraction?.reason ?? ''}
          rows={3}
        />
      </>
    );
  }
  return <ActionField {...fieldProps} defaultValue={shown} />;
}
