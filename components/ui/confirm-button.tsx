'use client';

import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface Props {
  /** Id of the form that is submitted after "yes". */
  form: string;
  children: ReactNode;
  question: string;
  /** The effect, and whether it can be undone. */
  consequence: string;
  yes: string;
}

/** Submits the form. */
const submitForm = (id: string): void => {
  const form = document.getElementById(id);
  if (form instanceof HTMLFormElement) form.requestSubmit();
};

/**
 * Submits a form after a confirmation dialog. Without script, or before it runs, it is a plain submit button: use it only if the action can
 * be undone, or if the next page asks again.
 */
export function ConfirmButton({ form, children, question, consequence, yes }: Props) {
  return (
    <AlertDialog.Root>
      <AlertDialog.Trigger render={<Button type="submit" form={form} variant="danger" />} onClick={(event) => event.preventDefault()}>
        {children}
      </AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-40 bg-ink/40" />
        <AlertDialog.Popup className="fixed top-1/2 left-1/2 z-50 w-104 max-w-[calc(100vw-2rem)] -translate-1/2 rounded-md border border-edge bg-paper p-6">
          <AlertDialog.Title className="font-medium font-serif text-lg">{question}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-soft">{consequence}</AlertDialog.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-2.5">
            <AlertDialog.Close render={<Button type="button" />}>Keep it as it is</AlertDialog.Close>
            <AlertDialog.Close render={<Button type="button" variant="danger" onClick={() => submitForm(form)} />}>{yes}</AlertDialog.Close>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
