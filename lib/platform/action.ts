import { revalidatePath } from 'next/cache';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type { z } from 'zod';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { type Sender, transactAs, transactAsAnybody } from '#lib/platform/auth/transact-as.ts';
import { viewer } from '#lib/platform/auth/viewer.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { networkOf } from '#lib/platform/http/network.ts';
import { submittedFields } from './form.ts';
import { describeFault } from './log/fault-text.ts';
import { log } from './log/log.ts';
import type { Outcome, Refused } from './outcome.ts';
import { platformRefusals, type Refusal } from './refusals.ts';
import { faultOfRequest, noteForm, noteRefusal } from './request-context.ts';

/** The state of a form after submission: null before any, success, or the refusal together with the submitted values. */
export type ActionState =
  | null
  | { ok: true }
  | { ok: false; code: string; refusal: Refusal; until?: Date; fields: Record<string, string>; typed: Record<string, string | string[]> };

type FormRefusal = Extract<ActionState, { ok: false }>;
type FormResult<Value> = { ok: true; value: Value } | FormRefusal;

/** Words the error of a field without a message of its own: the browser also limits its length, but counts line breaks differently. */
const describeLength: z.core.$ZodErrorMap = (issue) =>
  issue.code === 'too_big' && issue.origin === 'string' ? `Up to ${issue.maximum.toLocaleString('en')} characters.` : undefined;

/**
 * Reads a form by its schema. Returns the errors by field. The submitted values are also noted for the request, for pages that cannot
 * render the form.
 */
export function readForm<Input>(schema: z.ZodType<Input>, form: FormData): FormResult<Input> {
  const typed = submittedFields(form);
  noteForm(typed);
  const parsed = schema.safeParse(typed, { error: describeLength });
  if (parsed.success) return { ok: true, value: parsed.data };
  const fields = Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0] ?? ''), message]).reverse());
  return { ok: false, code: 'invalid', refusal: platformRefusals.invalid, fields, typed };
}

/**
 * Returns the helpers for the server actions of a module. The table holds the error codes of the module and of lower modules. A command
 * that can return any other code does not compile. The message is part of the state, so that no browser loads a table.
 */
export function createActions<Table extends Readonly<Record<string, Refusal>>>(table: Table) {
  type Code = Extract<keyof Table, string> | keyof typeof platformRefusals;
  const refusals: Readonly<Record<string, Refusal>> = { ...platformRefusals, ...table };

  /** Returns a refusal as the state of the submitted form. @param field the field that is wrong, if it is one */
  function formError(
    code: Code,
    form: FormData,
    { until, path, field }: Pick<Refused<Code>, 'until' | 'path'> & { field?: string } = {},
  ): FormRefusal {
    const text = refusals[code];
    if (!text) throw new Error(`No message for the error code ${code}.`);
    const refusal = text.link && path ? { ...text, link: { ...text.link, href: path } } : text;
    noteRefusal(code);
    return {
      ok: false,
      code,
      refusal,
      ...(until && { until }),
      fields: field ? { [field]: refusal.detail } : {},
      typed: submittedFields(form),
    };
  }

  /**
   * Returns a known fault, such as a full disk, as the state of a form that was sent by script: an error would replace the page, and what
   * was typed. Without script, the HTTP server answers with a page, from which the browser returns to the form.
   */
  async function withFaults<Value>(form: FormData, work: () => Promise<FormResult<Value>>): Promise<FormResult<Value>> {
    try {
      return await work();
    } catch (error) {
      const fault = faultOfRequest();
      if (fault === 'internal_error' || !(await headers()).has('next-action')) throw error;
      log.error({ error: describeFault(error) }, 'a form failed');
      return formError(fault, form);
    }
  }

  /** Reads the form of a signed-in viewer; returns `not_signed_in` without an account. */
  async function readMemberForm<Input>(schema: z.ZodType<Input>, form: FormData): Promise<FormResult<{ input: Input; actor: Actor }>> {
    const input = readForm(schema, form);
    if (!input.ok) return input;
    return withFaults(form, async () => {
      const actor = await viewer();
      return actor ? { ok: true, value: { input: input.value, actor } } : formError('not_signed_in', form);
    });
  }

  /** Creates a server action for signed-in viewers that does more than to run one command. */
  const memberAction =
    <Input>(schema: z.ZodType<Input>, run: (input: Input, actor: Actor, form: FormData) => Promise<ActionState>) =>
    async (_: ActionState, form: FormData): Promise<ActionState> => {
      const memberForm = await readMemberForm(schema, form);
      return memberForm.ok ? run(memberForm.value.input, memberForm.value.actor, form) : memberForm;
    };

  type Target<Value, Input> = string | ((value: Value, input: Input) => string | Promise<string>);
  type Command<Input, Value, Why extends Code> = (tx: Writer, actor: Actor, input: Input) => Promise<Outcome<Value, Why>>;

  /** Runs a command with the input of a form, in one transaction. */
  async function run<Input, Value, Why extends Code>(
    form: FormData,
    { input, actor }: { input: Input; actor: Actor },
    command: Command<Input, Value, Why>,
  ): Promise<FormResult<Value>> {
    return withFaults(form, async () => {
      const outcome = await transactAs(actor, (tx) => command(tx, actor, input));
      return outcome.ok ? outcome : formError(outcome.code, form, outcome);
    });
  }

  /** Runs the steps of a server action: reads the form, identifies the account, and runs the command in one transaction. */
  async function act<Input, Value, Why extends Code>(
    form: FormData,
    schema: z.ZodType<Input>,
    command: Command<Input, Value, Why>,
  ): Promise<FormResult<Value>> {
    const memberForm = await readMemberForm(schema, form);
    return memberForm.ok ? run(form, memberForm.value, command) : memberForm;
  }

  /** Does the same as `act`, then redirects to a path, which may depend on the result and the input. */
  async function actThenRedirect<Input, Value, Why extends Code>(
    form: FormData,
    schema: z.ZodType<Input>,
    command: Command<Input, Value, Why>,
    path: Target<Value, Input>,
  ): Promise<ActionState> {
    const memberForm = await readMemberForm(schema, form);
    if (!memberForm.ok) return memberForm;
    const outcome = await run(form, memberForm.value, command);
    if (!outcome.ok) return outcome;
    redirectTo(typeof path === 'string' ? path : await path(outcome.value, memberForm.value.input));
  }

  /** Creates a server action that calls `actThenRedirect`. */
  const redirectingAction =
    <Input, Value, Why extends Code>(schema: z.ZodType<Input>, command: Command<Input, Value, Why>, path: Target<Value, Input>) =>
    (_: ActionState, form: FormData): Promise<ActionState> =>
      actThenRedirect(form, schema, command, path);

  /** Does the same as `act`, with or without an account. The command also receives the network of the request, for its limits. */
  async function actAsAnybody<Input, Value, Why extends Code>(
    form: FormData,
    schema: z.ZodType<Input>,
    command: (tx: Writer, sender: Sender, input: Input) => Promise<Outcome<Value, Why>>,
  ): Promise<FormResult<Value>> {
    const parsed = readForm(schema, form);
    if (!parsed.ok) return parsed;
    return withFaults(form, async () => {
      const sender = { actor: await viewer(), network: networkOf(await headers()) };
      const outcome = await transactAsAnybody(sender.actor, (tx) => command(tx, sender, parsed.value));
      return outcome.ok ? outcome : formError(outcome.code, form, outcome);
    });
  }

  return { memberAction, act, actAsAnybody, actThenRedirect, formError, redirectingAction };
}

/**
 * Reloads a page if its form was refused as out of date. The form keeps the submitted values and can be sent again with the current state.
 */
export function reloadOnRefusal(code: string, page: string, state: ActionState): ActionState {
  if (state?.ok === false && state.code === code) revalidatePath(page, 'page');
  return state;
}

/** Invalidates a page that an action has changed in addition to its redirect target. Returns the path of that target. */
export function invalidatePage(page: string, next: string): string {
  revalidatePath(page);
  return next;
}

/** Redirects after an action. Invalidates the target first: a redirect to the same page with only a new `#…` would not reload it. */
export function redirectTo(path: string): never {
  revalidatePath(new URL(path, 'http://here.invalid').pathname);
  redirect(path);
}
