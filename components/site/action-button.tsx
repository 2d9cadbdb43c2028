import type { ComponentProps } from 'react';
import { Button } from '#components/ui/button.tsx';
import type { ButtonLook } from '#components/ui/button-looks.ts';
import { ActionForm } from './action-form.tsx';

interface Props extends Omit<ComponentProps<typeof ActionForm>, 'children'> {
  look?: ButtonLook;
  says: string;
  /** What goes on from there for readers who hear the button alone: what it is about. */
  about?: string;
}

/** A form that is one button. */
export const ActionButton = ({ look, says, about, className = '', ...form }: Props) => (
  <ActionForm className={className} {...form}>
    <Button look={look}>
      {says}
      {about && <span className="sr-only">{about}</span>}
    </Button>
  </ActionForm>
);
