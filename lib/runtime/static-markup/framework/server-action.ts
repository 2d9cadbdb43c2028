import { needsFramework } from './needs-framework.ts';

/** What React writes into a form whose action is a function with this method. */
interface SubmittedAction {
  name: string;
  method: 'POST';
  encType: string;
  data: FormData | null;
}

const form = { method: 'POST', encType: 'multipart/form-data' } as const;

/**
 * Returns the replacement of a server action in static markup: a form with it is sent to its page, as without script, and Next.js runs the
 * action. The names of the fields are those of React's `encodeFormAction`.
 * @param id of the action in this build
 */
export const serverAction = (id: string) =>
  Object.assign(() => needsFramework(), {
    $$FORM_ACTION: (): SubmittedAction => ({ ...form, name: `$ACTION_ID_${id}`, data: null }),
    bind: (_: unknown, ...values: unknown[]) =>
      Object.assign(() => needsFramework(), {
        $$FORM_ACTION(prefix: string): SubmittedAction {
          const data = new FormData();
          data.append(`$ACTION_${prefix}:0`, JSON.stringify({ id, bound: '$@1' }));
          data.append(`$ACTION_${prefix}:1`, JSON.stringify(values));
          return { ...form, name: `$ACTION_REF_${prefix}`, data };
        },
      }),
  });
