'use server';

import { revalidatePath } from 'next/cache';
import { type ActionState, act, goOn } from '../action.ts';
import { ownership } from '../claims/queries/records.ts';
import { refused } from '../outcome.ts';
import { acceptInvitation, declineInvitation, withdrawInvitation } from './commands/answer.ts';
import { blockOtherSide, setAvailability, unblockOtherSide } from './commands/boundaries.ts';
import { invite } from './commands/send.ts';
import { postMessage } from './commands/threads.ts';
import { availabilityInput, declineInput, invitationIdInput, inviteInput, messageInput } from './model.ts';
import { invitedRecord } from './queries/lists.ts';

/** Sends an invitation. */
export async function sendInvitation(_: ActionState, form: FormData): Promise<ActionState> {
  const outcome = await act(form, inviteInput, invite);
  if (!outcome.ok) return outcome;
  goOn(`/invitations/${outcome.value.invitationId}`);
}

/** Accepts, as the owner of the invited record. */
export async function accept(_: ActionState, form: FormData): Promise<ActionState> {
  const outcome = await act(form, invitationIdInput, async (tx, actor, { invitationId }) => {
    const authorId = await invitedRecord(tx, actor, invitationId);
    if (!authorId) return refused('unknown_invitation');
    const owner = await ownership(tx, actor, authorId);
    return owner ? acceptInvitation(tx, owner, { invitationId }) : refused('record_given_back');
  });
  if (!outcome.ok) return outcome;
  goOn(`/threads/${outcome.value.threadId}`);
}

export async function decline(_: ActionState, form: FormData): Promise<ActionState> {
  const outcome = await act(form, declineInput, declineInvitation);
  if (!outcome.ok) return outcome;
  revalidatePath('/invitations/[id]', 'page');
  return { ok: true };
}

export async function withdraw(_: ActionState, form: FormData): Promise<ActionState> {
  const outcome = await act(form, invitationIdInput, withdrawInvitation);
  if (!outcome.ok) return outcome;
  revalidatePath('/invitations/[id]', 'page');
  return { ok: true };
}

/** Hears no more from the other side of an invitation. */
export async function block(_: ActionState, form: FormData): Promise<ActionState> {
  const outcome = await act(form, invitationIdInput, blockOtherSide);
  if (!outcome.ok) return outcome;
  goOn('/me#blocks');
}

export async function unblock(_: ActionState, form: FormData): Promise<ActionState> {
  const outcome = await act(form, invitationIdInput, unblockOtherSide);
  if (!outcome.ok) return outcome;
  goOn('/me#blocks');
}

/** Says whether the owner of a record is open to invitations, and for what. */
export async function saveAvailability(_: ActionState, form: FormData): Promise<ActionState> {
  const outcome = await act(form, availabilityInput, async (tx, actor, { authorId, ...said }) => {
    const owner = await ownership(tx, actor, authorId);
    return owner ? setAvailability(tx, owner, said) : refused('not_your_record');
  });
  if (!outcome.ok) return outcome;
  goOn('/me?saved=availability#records');
}

export async function post(_: ActionState, form: FormData): Promise<ActionState> {
  const outcome = await act(form, messageInput, postMessage);
  if (!outcome.ok) return outcome;
  goOn(`/threads/${String(form.get('threadId'))}#latest`);
}
