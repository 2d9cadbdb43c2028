import type { ComponentProps } from 'react';
import { Button } from '#components/ui/button.tsx';
import type { ButtonVariant } from '#components/ui/button-variants.ts';
import { ActionForm } from './action-form.tsx';

interface Props extends Omit<ComponentProps<typeof ActionForm>, 'children'> {
  variant?: ButtonVariant;
  label: string;
  /** Completes the label for screen readers, which may read the button out of context. */
  about?: string;
}

/** A form with only a button. */
export const ActionButton = ({ variant, label, about, className = '', ...form }: Props) => (
  <ActionForm className={className} {...form}>
    <Button variant={variant}>
      {label}
      {about && <span className="sr-only">{about}</span>}
    </Button>
  </ActionForm>
);
