'use client';

import { type ComponentProps, createContext, type FormEvent, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { Choice } from '#components/ui/choice.tsx';
import { Field, initialFocus } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import type { ActionState } from '#lib/platform/action.ts';
import { isFormTooLarge } from '#lib/platform/http/form-size.ts';
import { formTooLarge } from './form-failures.ts';
import { RefusalNotice } from './refusal-notice.tsx';
import { useFormAction } from './use-form-action.ts';

/** The submitted values of a form that is shown again, and its errors. */
interface SubmittedValues {
  typed: Record<string, string | string[]>;
  fields: Record<string, string>;
}

const SubmittedContext = createContext<SubmittedValues | null>(null);

/** Keeps the submitted values of the fields in a form with its own state. */
export function SubmittedFields({ submitted, children }: { submitted: SubmittedValues | null; children: ReactNode }) {
  return <SubmittedContext value={submitted}>{children}</SubmittedContext>;
}

/** The response to a form, shown above it. It takes the focus, because the button of a long form may be a screen below. */
export function FormResponse({ state, children }: { state: object; children: ReactNode }) {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (state) region.current?.focus();
  }, [state]);
  return (
    <div ref={region} tabIndex={-1} {...initialFocus} className="scroll-mt-24 outline-none">
      {children}
    </div>
  );
}

interface Props {
  action: (previous: ActionState, form: FormData) => Promise<ActionState>;
  id?: string;
  className?: string;
  /** Where signing in leads back to, if it is required. */
  back?: string;
  /** Hidden fields; undefined ones are omitted. */
  hiddenInputs?: Readonly<Record<string, string | undefined>>;
  children: ReactNode;
}

/** Hidden fields whose value can differ when the form is shown again: they say what the viewer had seen. */
const versionFields = ['seen', 'until'];

/** Returns whether a form with these hidden fields was submitted. */
const isOf = (typed: SubmittedValues['typed'], hiddenInputs: NonNullable<Props['hiddenInputs']>): boolean =>
  Object.entries(hiddenInputs).every(
    ([name, value]) => versionFields.includes(name) || value === undefined || [typed[name]].flat().includes(value),
  );

/** A form around a server action. Works without script, shows the refusal above itself, and keeps the submitted values. */
export function ActionForm({ action, id, className = 'space-y-6', back, hiddenInputs = {}, children }: Props) {
  const [state, submit, isPending] = useFormAction(action);
  const failure = state && !state.ok && isOf(state.typed, hiddenInputs) ? state : null;
  const [tooLarge, setTooLarge] = useState<object | null>(null);
  // A body that the server refuses is no answer of an action: the whole page would give way to an error.
  const checkSize = (event: FormEvent<HTMLFormElement>) => {
    const isTooLarge = isFormTooLarge(new FormData(event.currentTarget));
    if (isTooLarge) event.preventDefault();
    setTooLarge(isTooLarge ? {} : null);
  };
  const hasTypedText = Object.keys(failure?.typed ?? {}).some((name) => !Object.hasOwn(hiddenInputs, name));
  return (
    <form action={submit} onSubmit={checkSize} id={id} className={className} aria-busy={isPending || undefined}>
      {tooLarge && (
        <FormResponse state={tooLarge}>
          <RefusalNotice refusal={formTooLarge} />
        </FormResponse>
      )}
      {failure && !tooLarge && (
        <FormResponse state={failure}>
          <RefusalNotice refusal={failure.refusal} back={back} until={failure.until} keepsPage={hasTypedText} />
        </FormResponse>
      )}
      {Object.entries(hiddenInputs).map(
        ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <SubmittedContext value={failure}>{children}</SubmittedContext>
    </form>
  );
}

/** Returns the submitted value of a field and its error. */
function useSubmitted(name: string): { typed: string | undefined; all: string[] | undefined; error: string | undefined; key: string } {
  const submitted = useContext(SubmittedContext);
  const typedValue = submitted?.typed[name];
  const all = submitted ? [typedValue ?? []].flat() : undefined;
  // A new key remounts the field, so that the form's reset does not clear it.
  return { typed: all?.[0], all, error: submitted?.fields[name], key: `${name} ${all?.join(' ')}` };
}

export function ActionField({ defaultValue, ...rest }: ComponentProps<typeof Field>) {
  const { typed, error, key } = useSubmitted(rest.name);
  return <Field key={key} {...rest} defaultValue={typed ?? defaultValue} error={error} />;
}

/** Counts the text of a remounted field as typed, so that the browser restores it after following a link and going back. */
const markTyped = (area: HTMLTextAreaElement | null): void => {
  if (area) area.value = area.defaultValue;
};

export function ActionTextArea({ defaultValue, ...rest }: ComponentProps<typeof TextArea>) {
  const { typed, error, key } = useSubmitted(rest.name);
  return (
    <TextArea key={key} {...rest} ref={typed === undefined ? undefined : markTyped} defaultValue={typed ?? defaultValue} error={error} />
  );
}

export function ActionSelect({ defaultValue, ...rest }: ComponentProps<typeof Select>) {
  const { typed, error, key } = useSubmitted(rest.name);
  return <Select key={key} {...rest} defaultValue={typed ?? defaultValue} error={error} />;
}

export function ActionChoice({ chosen, ...rest }: ComponentProps<typeof Choice>) {
  const { all, error, key } = useSubmitted(rest.name);
  return <Choice key={key} {...rest} chosen={all ?? chosen} error={error} />;
}
