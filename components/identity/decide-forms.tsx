import { ActionField, ActionForm, ActionTextArea } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { mergeRecordsAction, splitRecordAction } from '#lib/governance/identity/actions.ts';
import type { ChangePreview } from '#lib/governance/identity/model/changes.ts';

const outcomeNote = (atOnce: boolean): string =>
  atOnce
    ? 'You own the affected profiles at the required level, so this is done at once.'
    : 'This goes to reviewers. Who asked, and why, is private; only the decision is shown.';

const reasonField = {
  label: 'How do you know',
  hint: 'For the reviewers and your own profiles. It is never public.',
  rows: 2,
  maxLength: 1000,
};

/** Applies a split after its preview, or proposes it. */
export function SplitForm(props: { preview: ChangePreview; leave: string; seen: string; atOnce: boolean; back: string }) {
  const { preview, leave, seen, atOnce, back } = props;
  return (
    <ActionForm action={splitRecordAction} back={back} hiddenInputs={{ authorId: preview.surviving.id, leave, seen }}>
      <ActionField
        name="otherName"
        label="Name of the new profile"
        hint="As that person writes it; it may be the same name."
        defaultValue={preview.other.name}
        maxLength={200}
      />
      <ActionTextArea name="reason" {...reasonField} />
      <p className="text-sm text-soft">{outcomeNote(atOnce)}</p>
      <Button variant="primary">{atOnce ? 'Split the profile' : 'Propose this split'}</Button>
    </ActionForm>
  );
}

/** Applies a merge after its preview, or proposes it. */
export function MergeForm({ preview, atOnce, back }: { preview: ChangePreview; atOnce: boolean; back: string }) {
  return (
    <ActionForm
      action={mergeRecordsAction}
      back={back}
      hiddenInputs={{ authorId: preview.surviving.id, otherId: preview.other.id, seen: preview.seen }}
    >
      <ActionTextArea name="reason" {...reasonField} />
      <p className="text-sm text-soft">{outcomeNote(atOnce)}</p>
      <Button variant="primary">{atOnce ? 'Merge the profiles' : 'Propose this merge'}</Button>
    </ActionForm>
  );
}
