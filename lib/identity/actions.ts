'use server';

import { type ActionState, act, goOn, readForm, told } from '../action.ts';
import { reader } from '../db/store.ts';
import { sayOfWorks } from './commands/opinions.ts';
import { type Proposed, proposeMerge, proposePreviewedSplit } from './commands/propose.ts';
import { undoChange } from './commands/undo.ts';
import { changeIdInput, choiceInput, mergeInput, previewedSplitInput } from './model/changes.ts';
import { packed } from './model/chosen.ts';
import { opinionsInput } from './model/opinions.ts';
import { markOfWorks } from './queries/preview.ts';
import { shownRecord, worksOn } from './queries/records.ts';

const afterwards = ({ applied, changeId, slug }: Proposed): string =>
  `/authors/${slug}/history?${applied ? `done=${changeId}` : 'asked=1'}`;

/** Leads from the ticked works of the workbench to the preview of what their leaving would do. */
export async function chooseWorks(_: ActionState, form: FormData): Promise<ActionState> {
  const input = readForm(choiceInput, form);
  if (!input.ok) return input;
  const author = await shownRecord(reader(), input.value.authorId);
  if (!author) return told('unknown_author', form);
  if (input.value.workIds.length === 0) return told('no_works_chosen', form);
  const list = (await worksOn(reader(), author.key)).map(({ id }) => id);
  const leave = packed(list, new Set(input.value.workIds));
  goOn(`/authors/${author.slug}/split?${new URLSearchParams({ leave, seen: markOfWorks(author.id, list) })}#preview`);
}

/** Splits a record, or asks for it, after its preview. */
export async function split(_: ActionState, form: FormData): Promise<ActionState> {
  const outcome = await act(form, previewedSplitInput, proposePreviewedSplit);
  if (!outcome.ok) return outcome;
  goOn(afterwards(outcome.value));
}

/** Puts two records together, or asks for it, after its preview. */
export async function merge(_: ActionState, form: FormData): Promise<ActionState> {
  const outcome = await act(form, mergeInput, proposeMerge);
  if (!outcome.ok) return outcome;
  goOn(afterwards(outcome.value));
}

/** Undoes a merge or split. */
export async function undo(_: ActionState, form: FormData): Promise<ActionState> {
  const outcome = await act(form, changeIdInput, (tx, actor, { changeId }) => undoChange(tx, actor, changeId));
  if (!outcome.ok) return outcome;
  goOn(`/authors/${outcome.value.author}/history?undone=1`);
}

/** Keeps what an owner says of works on their record. */
export async function say(_: ActionState, form: FormData): Promise<ActionState> {
  const input = readForm(opinionsInput, form);
  if (!input.ok) return input;
  const outcome = await act(form, opinionsInput, sayOfWorks);
  if (!outcome.ok) return outcome;
  const query = new URLSearchParams(input.value.query);
  query.set('said', `${outcome.value.said}`);
  goOn(`/authors/${outcome.value.slug}/review?${query}`);
}
