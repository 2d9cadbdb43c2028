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

/**
 * Submits a form after a confirmation dialog (confirm-script.ts). Without script it is a plain submit button: use it only if the action can
 * be undone, or if the next page asks again.
 */
export function ConfirmButton({ form, children, question, consequence, yes }: Props) {
  const id = `${form}-confirmation`;
  return (
    <>
      <Button form={form} variant="danger" aria-haspopup="dialog" data-confirmation={id}>
        {children}
      </Button>
      <dialog
        id={id}
        role="alertdialog"
        aria-labelledby={`${id}-question`}
        aria-describedby={`${id}-consequence`}
        className="m-auto w-104 max-w-[calc(100vw-2rem)] rounded-md border border-edge bg-paper p-6 text-ink backdrop:bg-black/50"
      >
        <p id={`${id}-question`} className="font-medium font-serif text-lg">
          {question}
        </p>
        <p id={`${id}-consequence`} className="mt-2 text-base text-soft">
          {consequence}
        </p>
        <div className="mt-6 flex flex-wrap justify-end gap-2.5">
          <Button type="button" data-close-dialog="">
            Keep it as it is
          </Button>
          <Button form={form} variant="danger" data-close-dialog="">
            {yes}
          </Button>
        </div>
      </dialog>
    </>
  );
}
