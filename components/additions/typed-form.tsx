import { ActionField, ActionForm, ActionSelect, ActionTextArea } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { typeLabels } from '#components/works/work-labels.ts';
import { workTypes } from '#lib/catalog/bibliography/types.ts';
import { addTypedWork } from '#lib/governance/additions/actions.ts';

/** A short form for one work. */
export function EnterWorkForm({ authorId, name, isNew = false }: { authorId: string; name: string; isNew?: boolean }) {
  return (
    <Disclosure summary="Enter one work by hand">
      <ActionForm action={addTypedWork} hiddenInputs={{ authorId, name: isNew ? name : undefined }}>
        <ActionField name="title" label="Title" />
        <ActionTextArea name="authors" label="Authors" hint="One name a line, in the printed order." defaultValue={name} rows={4} />
        <ActionField name="date" label="Date" hint="A year, a month as 2024-05, or a day as 2024-05-17." />
        <ActionField name="venue" label="Published in (optional)" hint="The journal or volume." />
        <ActionSelect
          name="type"
          label="Type"
          options={workTypes.map((value) => ({ value, label: typeLabels[value] }))}
          defaultValue="article"
        />
        <ActionField name="doi" label="DOI (optional)" />
        <ActionField name="url" label="Address (optional)" />
        <Button>Continue</Button>
      </ActionForm>
    </Disclosure>
  );
}
