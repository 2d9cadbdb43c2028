'use server';

import type { z } from 'zod';
import { editCareer } from '#lib/catalog/ownership/commands/edit-career.ts';
import { stateCredit, stateNote } from '#lib/catalog/ownership/commands/edit-contributions.ts';
import { setPhoto } from '#lib/catalog/ownership/commands/edit-photo.ts';
import { editOwnRecord, pinWork, setPrivacy, startAddress, stopAddress } from '#lib/catalog/ownership/commands/edit-record.ts';
import type { Owner } from '#lib/catalog/ownership/model.ts';
import { ownership, recordsOf } from '#lib/catalog/ownership/queries/ownership.ts';
import { ownershipRefusals } from '#lib/catalog/ownership/refusals.ts';
import { careerInput } from '#lib/catalog/statements/model/career.ts';
import { creditInput, noteInput } from '#lib/catalog/statements/model/contributions.ts';
import {
  addressInput,
  type PinInput,
  photoInput,
  pinInput,
  privacyInput,
  statementsInput,
} from '#lib/catalog/statements/model/statement.ts';
import { type ActionState, actionsWith, redirectTo } from '#lib/platform/action.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';

const { act } = actionsWith(ownershipRefusals);

/** Does something to one's own record, and leads back to where that is shown, wherever that is now. */
async function onOwn<Input extends { authorId: string }>(
  form: FormData,
  schema: z.ZodType<Input>,
  back: (slug: string, input: Input) => string,
  command: (tx: Writer, owner: Owner, input: Input) => Promise<Outcome<void, keyof typeof ownershipRefusals>>,
): Promise<ActionState> {
  const outcome = await act<Input, string, keyof typeof ownershipRefusals>(form, schema, async (tx, actor, input) => {
    const owner = await ownership(tx, actor, input.authorId);
    if (!owner) return refused('not_your_record');
    const made = await command(tx, owner, input);
    if (!made.ok) return made;
    const record = (await recordsOf(tx, actor)).find(({ id }) => id === input.authorId);
    return done(back(record?.slug ?? input.authorId, input));
  });
  if (!outcome.ok) return outcome;
  redirectTo(outcome.value);
}

const edited = (place: string) => (slug: string) => `/me/records/${slug}?saved=${place}#${place}`;

/** To the list of works in which the form stood, where it stood in one. */
function pinned(slug: string, { list }: PinInput): string {
  if (list === undefined) return edited('pinned')(slug);
  const query = new URLSearchParams(list);
  return `/authors/${slug}${query.size > 0 ? `?${query}` : ''}#works`;
}

export async function saveStatements(_: ActionState, form: FormData): Promise<ActionState> {
  return onOwn(form, statementsInput, edited('about'), editOwnRecord);
}

export async function saveCareer(_: ActionState, form: FormData): Promise<ActionState> {
  return onOwn(form, careerInput, edited('career'), editCareer);
}

export async function saveCredit(_: ActionState, form: FormData): Promise<ActionState> {
  return onOwn(form, creditInput, edited('credits'), stateCredit);
}

export async function saveNote(_: ActionState, form: FormData): Promise<ActionState> {
  return onOwn(form, noteInput, edited('pinned'), stateNote);
}

export async function removePhoto(_: ActionState, form: FormData): Promise<ActionState> {
  return onOwn(form, photoInput, edited('photo'), (tx, owner) => setPhoto(tx, owner, null));
}

export async function savePin(_: ActionState, form: FormData): Promise<ActionState> {
  return onOwn(form, pinInput, pinned, pinWork);
}

export async function savePrivacy(_: ActionState, form: FormData): Promise<ActionState> {
  return onOwn(form, privacyInput, edited('privacy'), setPrivacy);
}

export async function stopOldAddress(_: ActionState, form: FormData): Promise<ActionState> {
  return onOwn(form, addressInput, edited('addresses'), stopAddress);
}

export async function startOldAddress(_: ActionState, form: FormData): Promise<ActionState> {
  return onOwn(form, addressInput, edited('addresses'), startAddress);
}
