import { revalidatePath } from 'next/cache';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type { z } from 'zod';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { type Sender, transactAs, transactAsAnybody } from '#lib/platform/auth/transact-as.ts';
import { viewer } from '#lib/platform/auth/viewer.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { networkOf } from '#lib/platform/http/network.ts';
import { typedIn } from './form.ts';
import type { Outcome } from './outcome.ts';
import { platformRefusals, type Refusal } from './refusals.ts';
import { noteForm } from './request-context.ts';

/** What a form shows after it was sent: nothing yet, that it is done, or the refusal with what had been typed. */
export type ActionState =
  | null
  | { ok: true }
  | { ok: false; code: string; refusal: Refusal; until?: Date; fields: Record<string, string>; typed: Record<string, string | string[]> };

type Refused = Extract<ActionState, { ok: false }>;
type Result<Value> = { ok: true; value: Value } | Refused;

/** Reads a form by its schema. Returns the errors by field. A page that has no form for a visitor still shows what was typed. */
export function readForm<Input>(schema: z.ZodType<Input>, form: FormData): Result<Input> {
  const typed = typedIn(form);
  noteForm(typed);
  const read = schema.safeParse(typed);
  if (read.success) return { ok: true, value: read.data };
  const fields = Object.fromEntries(read.error.issues.map(({ path, message }) => [String(path[0] ?? ''), message]).reverse());
  return { ok: false, code: 'invalid', refusal: platformRefusals.invalid, fields, typed };
}

/**
 * Returns what the server actions of a module use. The table holds the module's error codes and those of lower modules: a command that may
 * return a code which is not in it does not compile. The message travels in the state, so that no browser loads a table.
 */
export function actionsWith<Table extends Readonly<Record<string, Refusal>>>(table: Table) {
  type Code = Extract<keyof Table, string> | keyof typeof platformRefusals;
  const refusals: Readonly<Record<string, Refusal>> = { ...platformRefusals, ...table };

  /** Returns a refusal as the state of the form that it answers. */
  function formError(code: Code, form: FormData, until?: Date): Refused {
    const refusal = refusals[code];
    if (!refusal) throw new Error(`No message for the error code ${code}.`);
    return { ok: false, code, refusal, ...(until && { until }), fields: {}, typed: typedIn(form) };
  }

  /** Reads the form of somebody who is signed in. */
  async function readMemberForm<Input>(schema: z.ZodType<Input>, form: FormData): Promise<Result<{ input: Input; actor: Actor }>> {
    const input = readForm(schema, form);
    if (!input.ok) return input;
    const actor = await viewer();
    return actor ? { ok: true, value: { input: input.value, actor } } : formError('not_signed_in', form);
  }

  type Command<Input, Value, Why extends Code> = (tx: Writer, actor: Actor, input: Input) => Promise<Outcome<Value, Why>>;

  /** Runs a command on what a form holds, in one transaction. */
  async function run<Input, Value, Why extends Code>(
    form: FormData,
    { input, actor }: { input: Input; actor: Actor },
    command: Command<Input, Value, Why>,
  ): Promise<Result<Value>> {
    const outcome = await transactAs(actor, (tx) => command(tx, actor, input));
    return outcome.ok ? outcome : formError(outcome.code, form, outcome.until);
  }

  /** The steps of every server action: read the form, identify the account, and run the command in one transaction. */
  async function act<Input, Value, Why extends Code>(
    form: FormData,
    schema: z.ZodType<Input>,
    command: Command<Input, Value, Why>,
  ): Promise<Result<Value>> {
    const read = await readMemberForm(schema, form);
    return read.ok ? run(form, read.value, command) : read;
  }

  /** Acts as `act` does, then redirects to a path, which may depend on the result and on what was sent. */
  async function actThenRedirect<Input, Value, Why extends Code>(
    form: FormData,
    schema: z.ZodType<Input>,
    command: Command<Input, Value, Why>,
    path: string | ((value: Value, input: Input) => string | Promise<string>),
  ): Promise<ActionState> {
    const read = await readMemberForm(schema, form);
    if (!read.ok) return read;
    const outcome = await run(form, read.value, command);
    if (!outcome.ok) return outcome;
    redirectTo(typeof path === 'string' ? path : await path(outcome.value, read.value.input));
  }

  /** Acts as `act` does, without an account too: the command and its limits then know the network of the form. */
  async function actAsAnybody<Input, Value, Why extends Code>(
    form: FormData,
    schema: z.ZodType<Input>,
    command: (tx: Writer, sender: Sender, input: Input) => Promise<Outcome<Value, Why>>,
  ): Promise<Result<Value>> {
    const read = readForm(schema, form);
    if (!read.ok) return read;
    const sender = { actor: await viewer(), network: networkOf(await headers()) };
    const outcome = await transactAsAnybody(sender.actor, (tx) => command(tx, sender, read.value));
    return outcome.ok ? outcome : formError(outcome.code, form);
  }

  return { readMemberForm, act, actAsAnybody, actThenRedirect, formError };
}

/** Loads a page again whose form was refused as out of date. The form keeps what was typed, and can be sent again with the present state. */
export function readAgainOn(code: string, page: string, state: ActionState): ActionState {
  if (state?.ok === false && state.code === code) revalidatePath(page, 'page');
  return state;
}

/** Has a page read again that an action has changed besides the one to which it leads. Returns the path of the latter. */
export function changing(page: string, next: string): string {
  revalidatePath(page);
  return next;
}

/** Leads on after an action. The page is read again even where it is the one that the form was on, which a mere `#…` would not do. */
export function redirectTo(path: string): never {
  revalidatePath(new URL(path, 'http://here.invalid').pathname);
  redirect(path);
}
