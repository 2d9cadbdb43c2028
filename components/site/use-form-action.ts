'use client';

import { useActionState, useEffect, useState } from 'react';
import type { ActionState } from '#lib/platform/action.ts';
import { noAnswer } from './form-failures.ts';

type FormRefusal = Extract<ActionState, { ok: false }>;

const typedTexts = (form: FormData): FormRefusal['typed'] =>
  Object.fromEntries([...new Set(form.keys())].map((name) => [name, form.getAll(name).filter((value) => typeof value === 'string')]));

/**
 * React recognises a form by this address, not by its place on the page, which differs between the framework and static markup. All forms
 * of an action on a page get its answer, and `ActionForm` finds its own.
 */
const samePage = '';

/**
 * Is `useActionState` for a server action. If no answer of the action arrives, the state is a refusal with what was typed: the error would
 * replace the page. Errors of the server and redirects have a digest. Before hydration the action itself is used, so that the form works
 * without script.
 */
export function useFormAction<State>(action: (previous: State, form: FormData) => Promise<State>) {
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  const keepTyped = async (previous: State | FormRefusal | null, form: FormData): Promise<State | FormRefusal | null> => {
    try {
      return await action(previous as State, form);
    } catch (error) {
      if (error instanceof Error && 'digest' in error) throw error;
      return { ok: false, code: 'no_answer', refusal: noAnswer, fields: {}, typed: typedTexts(form) };
    }
  };
  return useActionState<State | FormRefusal | null, FormData>(isHydrated ? keepTyped : (action as typeof keepTyped), null, samePage);
}
