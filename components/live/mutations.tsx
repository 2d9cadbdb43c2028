import type { FormEvent } from 'react';
import { describeRefusal, sendForm } from '#components/site/send-form.ts';
import type { Refusal } from '#lib/platform/refusals.ts';

/** A form that the server refused, or that did not reach it. */
class RefusedError extends Error {
  readonly refusal: Refusal | null;

  constructor(refusal: Refusal | null) {
    super(refusal?.title);
    this.refusal = refusal;
  }
}

/** Sends a form to the API. @throws RefusedError */
export async function sendOrThrow<Value>(path: string, form: FormData): Promise<Value> {
  const result = await sendForm<Value>(path, form);
  if (result.ok) return result.value;
  throw new RefusedError(result.refusal);
}

/** Sends the form of an event by a mutation, instead of by the browser or the script of the page. */
export function submitTo(mutate: (form: FormData) => void, event: FormEvent): void {
  if (!(event.target instanceof HTMLFormElement)) return;
  event.preventDefault();
  event.stopPropagation();
  mutate(new FormData(event.target));
}

/** Why a form failed. */
export function Failure({ error }: { error: Error | null }) {
  if (!error) return null;
  const { text, link } = describeRefusal(error instanceof RefusedError ? error.refusal : null, window.location.pathname);
  return (
    <p role="alert" className="max-w-measure text-danger text-sm">
      {text} {link && <a href={link.href}>{link.label}</a>}
    </p>
  );
}
