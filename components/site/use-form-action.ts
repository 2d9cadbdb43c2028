'use client';

import { useActionState, useEffect, useState } from 'react';
import type { ActionState } from '#lib/platform/action.ts';

type FormRefusal = Extract<ActionState, { ok: false }>;

const noAnswer = {
  title: 'There was no answer',
  detail: 'You may be offline, or this instance is restarting. What you typed is still here.',
  action: 'Send it again in a moment. If it fails again, copy your text and reload the page.',
};

const typedTexts = (form: FormData): FormRefusal['typed'] =>
  Object.fromEntries([...new Set(form.keys())].map((name) => [name, form.getAll(name).filter((value) => typeof value === 'string')]));

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
  return useActionState<State | FormRefusal | null, FormData>(isHydrated ? keepTyped : (action as typeof keepTyped), null);
}
