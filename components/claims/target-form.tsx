import { ActionField, ActionForm } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { startProof } from '#lib/governance/claims/actions.ts';
import type { StartProps } from './proof-form.ts';

interface Props extends StartProps {
  label: string;
  submitLabel: string;
  type: 'email' | 'url' | 'text';
  hint?: string;
}

/** Starts a method for what the person enters: an address, a domain, a page or a repository. */
export function TargetForm({ option: { kind, has }, authorId, back, label, submitLabel, type, hint }: Props) {
  const fieldId = `${kind}-target`;
  return (
    <ActionForm action={startProof} back={back} className="space-y-3" hiddenInputs={{ authorId, kind }}>
      <ActionField
        name="target"
        id={fieldId}
        label={label}
        hint={hint}
        type={type}
        defaultValue={has.length === 1 ? has[0] : undefined}
        list={has.length > 1 ? `${fieldId}-known` : undefined}
        inputMode={type === 'text' ? 'url' : undefined}
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={500}
      />
      {has.length > 1 && (
        <datalist id={`${fieldId}-known`}>
          {has.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
      <Button>{submitLabel}</Button>
    </ActionForm>
  );
}
