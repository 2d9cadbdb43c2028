import { ActionField, ActionTextArea } from '#components/site/action-form.tsx';

/** The fields for evidence of a correction. @param example a public URL */
export function EvidenceFields({ example }: { example: string }) {
  return (
    <>
      <ActionField name="evidenceUrl" label="Link that shows it" hint={`A public address, such as ${example}.`} />
      <ActionTextArea
        name="note"
        label="Note (optional with a link)"
        hint="It is shown beside the correction once that is accepted."
        maxLength={1000}
        rows={3}
      />
    </>
  );
}
